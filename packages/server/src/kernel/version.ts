import { readFileSync } from 'node:fs'

/** This server's version, from its package. */
export const version: string = readVersion()

function readVersion(): string {
  // Beside `dist`, where this file is bundled into one of its files, and beside `src`.
  for (const path of ['../package.json', '../../package.json'])
    try {
      const manifest: unknown = JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))
      if (typeof manifest === 'object' && manifest !== null && 'version' in manifest)
        return String(manifest.version)
    } catch {
      // The other one.
    }
  return 'unknown'
}
