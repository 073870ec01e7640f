import { createRequire } from 'node:module'

/** Resolves a module's name to a file, like `require.resolve`; throws when there is none. */
export type ResolveFrom = (from: string, name: string) => string

/**
 * Checks that DuckDB's native part for this machine is installed, before data is accepted that couldn't be read. Throws
 * an Error that names the platform and the remedy.
 */
export function requireEngine(
  machine: { platform?: string; arch?: string; resolveFrom?: ResolveFrom } = {},
): void {
  const { platform = process.platform, arch = process.arch, resolveFrom = resolve } = machine
  const loader = resolveFrom(resolveFrom(import.meta.url, '@duckdb/node-api'), '@duckdb/node-bindings')
  const packages = [`@duckdb/node-bindings-${platform}-${arch}`]
  if (platform === 'linux') packages.push(`${packages[0]}-musl`)
  if (packages.some((name) => isInstalled(loader, `${name}/duckdb.node`, resolveFrom))) return
  throw new Error(
    `No DuckDB for ${platform}-${arch} is installed, so nothing could be read. Install the dependencies again on this ` +
      `machine, optional ones included (${packages[0]}), or run on linux, darwin or win32 with x64 or arm64.`,
  )
}

function resolve(from: string, name: string): string {
  return createRequire(from).resolve(name)
}

function isInstalled(from: string, file: string, resolveFrom: ResolveFrom): boolean {
  try {
    resolveFrom(from, file)
    return true
  } catch {
    return false
  }
}
