import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Reply } from './reply.ts'
import { chooseEncoding } from './static-file.ts'

const leastBytes = 1_024
const encoders = {
  // As fast as gzip, and smaller.
  br: (body: Uint8Array | string) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: promisify<Uint8Array | string, Buffer>(gzip),
}

/** Compresses JSON and text from a kilobyte on, as the caller accepts; a stream and what is compressed already stay as they are. */
export async function compressReply(reply: Reply, accepted: string | null): Promise<void> {
  const { body, headers } = reply
  if (body === null || Buffer.byteLength(body) < leastBytes || headers['content-encoding'] !== undefined)
    return
  if (!/^(?:application\/json|text\/(?!event-stream))/.test(headers['content-type'] ?? '')) return
  // Also of what is sent as it is: a cache must tell them apart.
  if (!/\baccept-encoding\b/i.test(headers['vary'] ?? ''))
    headers['vary'] = [headers['vary'], 'Accept-Encoding'].filter(Boolean).join(', ')
  const encoding = chooseEncoding(accepted ?? '', ['br', 'gzip'])
  if (encoding === null) return
  reply.body = await encoders[encoding](body)
  headers['content-encoding'] = encoding
  // A strong one says that the bytes are the same.
  if (headers['etag']?.startsWith('"') === true) headers['etag'] = `W/${headers['etag']}`
}
