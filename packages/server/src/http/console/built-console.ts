import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { etagOf, type StaticFile } from '../static-file.ts'

/** The console as `packages/console` builds it. */
export interface BuiltConsole {
  /** `index.html`. */
  page: string
  /** Every other file by its path, `/assets/index-4f2a.js`. */
  files: Map<string, StaticFile & { contentType: string }>
}

/** In the built package it lies beside this file; in the sources, where its own package builds it. */
const places = ['./console/', '../../../../console/dist/'].map((place) =>
  fileURLToPath(new URL(place, import.meta.url)),
)

const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

/**
 * Reads the built console once, so that an upgrade in its folder takes no file from a running server. Null when it isn't
 * built. `folder`: where it is instead of where it usually is.
 */
export function loadConsole(folder: string | null): BuiltConsole | null {
  for (const place of folder === null ? places : [folder]) {
    const names = listFiles(place)
    if (!names.includes('index.html')) continue
    const read = (name: string) => readFileSync(join(place, name))
    const files: BuiltConsole['files'] = new Map()
    for (const name of names) {
      const contentType = contentTypes[extname(name)]
      if (name === 'index.html' || contentType === undefined) continue
      const body = read(name)
      const compressed = (ending: string) => (names.includes(name + ending) ? read(name + ending) : null)
      const file = {
        body,
        brotli: compressed('.br'),
        gzip: compressed('.gz'),
        etag: etagOf(body),
        contentType,
      }
      files.set(`/${name.replaceAll(sep, '/')}`, file)
    }
    return { page: read('index.html').toString('utf8'), files }
  }
  return null
}

function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}
