import { readFileSync } from 'node:fs'

/** This server's version, from its package. */
export const version: string = readVersion()

function readVersion(): string {
  // In the parent folder, both in the sources and in the built package.
  const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  if (typeof manifest === 'object' && manifest !== null && 'version' in manifest)
    return String(manifest.version)
  return 'unknown'
}
