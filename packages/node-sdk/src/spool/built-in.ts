import type FileSystem from 'node:fs'
import type OperatingSystem from 'node:os'
import type Path from 'node:path'

interface BuiltIns {
  'node:fs': typeof FileSystem
  'node:os': typeof OperatingSystem
  'node:path': typeof Path
}

/**
 * A built-in module of Node, or undefined in a runtime without it. Not imported at the top of a file, so that the package
 * also loads in edge runtimes.
 */
export function builtIn<Name extends keyof BuiltIns>(name: Name): BuiltIns[Name] | undefined {
  const host: { getBuiltinModule?: (id: string) => unknown } | undefined = globalThis.process
  return host?.getBuiltinModule?.(name) as BuiltIns[Name] | undefined
}
