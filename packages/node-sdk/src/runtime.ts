import type ChildProcess from 'node:child_process'
import type FileSystem from 'node:fs'
import type OperatingSystem from 'node:os'
import type Path from 'node:path'

interface BuiltIns {
  'node:child_process': typeof ChildProcess
  'node:fs': typeof FileSystem
  'node:os': typeof OperatingSystem
  'node:path': typeof Path
}

/** `process` where there is one: Node, Bun, Deno. Edge runtimes and browsers have none. */
export function hostProcess(): NodeJS.Process | undefined {
  return globalThis.process
}

/**
 * A built-in module of Node, or undefined on a runtime without it. Nothing of Node is imported at the top of a file,
 * so that the package loads on edge runtimes too.
 */
export function builtIn<Name extends keyof BuiltIns>(name: Name): BuiltIns[Name] | undefined {
  const host: { getBuiltinModule?: (id: string) => unknown } | undefined = hostProcess()
  return host?.getBuiltinModule?.(name) as BuiltIns[Name] | undefined
}

/** A variable of the environment, trimmed; undefined when it is missing or blank. */
export function environment(name: string): string | undefined {
  return hostProcess()?.env?.[name]?.trim() || undefined
}
