import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { etagOf, type StaticFile } from './static-file.ts'

/** The tracker's script, with what is needed to serve it. */
export interface TrackerScript extends StaticFile {
  /** The first 12 hex digits of its SHA-256, as in the immutable path `/svc-<version>.js`. */
  version: string
  /** For the script tag's `integrity` attribute. */
  integrity: string
}

/** In the built package it lies beside this file; in the sources, where its own package builds it. */
const places = ['./svc.js', '../../../browser-tracker/dist/svc.js']

/** Reads the script once. Null when it isn't built. */
export function loadTrackerScript(): TrackerScript | null {
  const body = readFirst(places)
  return body === null ? null : describeScript(body)
}

/** Computes what is needed to serve a script. */
export function describeScript(body: Buffer): TrackerScript {
  const etag = etagOf(body)
  return {
    body,
    brotli: brotliCompressSync(body),
    gzip: gzipSync(body, { level: 9 }),
    version: etag.slice(0, 12),
    etag,
    integrity: `sha384-${createHash('sha384').update(body).digest('base64')}`,
  }
}

function readFirst(candidates: readonly string[]): Buffer | null {
  for (const candidate of candidates) {
    try {
      return readFileSync(new URL(candidate, import.meta.url))
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    }
  }
  return null
}
