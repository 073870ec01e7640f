import { createHash } from 'node:crypto'
import type { Call } from './endpoint.ts'
import { contentReply, emptyReply, type Reply } from './reply.ts'

/** A file that is served as it is, with its compressed forms; null: it has none. */
export interface StaticFile {
  body: Buffer
  brotli: Buffer | null
  gzip: Buffer | null
  etag: string
}

/** What `If-None-Match` is compared with: 32 hex digits of its SHA-256. */
export function etagOf(body: Buffer): string {
  return createHash('sha256').update(body).digest('hex').slice(0, 32)
}

/** The file in the form that the caller accepts, or 304. */
export function serveFile(
  call: Call,
  file: StaticFile,
  contentType: string,
  headers: Record<string, string>,
): Reply {
  const [encoding, body] = chooseForm(file, call.header('accept-encoding') ?? '')
  // One per encoding, as required for a strong ETag.
  const etag = `"${file.etag}${encoding === null ? '' : `-${encoding}`}"`
  const all: Record<string, string> = { ...headers, etag, vary: 'Accept-Encoding' }
  const known = (call.header('if-none-match') ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  if (known.includes(etag) || known.includes('*')) return emptyReply(304, all)
  if (encoding !== null) all['content-encoding'] = encoding
  return contentReply(body, contentType, all)
}

function chooseForm(file: StaticFile, accepted: string): ['br' | 'gzip' | null, Buffer] {
  const { brotli, gzip } = file
  const encoding = chooseEncoding(accepted, [
    ...(brotli ? ['br' as const] : []),
    ...(gzip ? ['gzip' as const] : []),
  ])
  return [encoding, (encoding === 'br' ? brotli : encoding === 'gzip' ? gzip : null) ?? file.body]
}

/** The first of these that `Accept-Encoding` takes; null: none. */
export function chooseEncoding<Name extends string>(accepted: string, offered: readonly Name[]): Name | null {
  const names = accepted
    .toLowerCase()
    .split(',')
    .filter((entry) => !/;\s*q=0(\.0*)?\s*$/.test(entry))
    .map((entry) => entry.split(';', 1)[0]?.trim())
  return offered.find((name) => names.includes(name)) ?? null
}
