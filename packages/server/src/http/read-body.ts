import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { AppError } from '../errors.ts'
import { createBodyBudget, type Receiving } from './body-budget.ts'

/** Where a body comes from: a node request (fast), or a web request. */
export type BodySource = { node: IncomingMessage } | { web: Request }

const gunzipAsync = promisify(gunzip)

/**
 * Reads a body of at most `limitBytes`, counted as it arrives, whatever Content-Length claims. `gzip` is decoded,
 * its output bounded by the same limit.
 *
 * Throws AppError `BODY_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `INVALID_REQUEST` (400: not gzip although it
 * says so, or the sender went away).
 */
export async function readBody(source: BodySource, limitBytes: number): Promise<Buffer> {
  const header = (name: string): string =>
    'node' in source ? String(source.node.headers[name] ?? '') : (source.web.headers.get(name) ?? '')
  const encoding = header('content-encoding').trim().toLowerCase()
  if (encoding !== '' && encoding !== 'identity' && encoding !== 'gzip') {
    throw new AppError(
      'UNSUPPORTED_MEDIA_TYPE',
      `Content-Encoding ${encoding} is not supported: send the body as it is, or as gzip`,
    )
  }
  if (Number(header('content-length')) > limitBytes) throw tooLarge(limitBytes)
  const decode = encoding === 'gzip' ? (bytes: Buffer) => unzip(bytes, limitBytes) : null
  if ('node' in source) return readNode(source.node, limitBytes, decode)
  const bytes = await readWeb(source.web, limitBytes)
  return decode === null ? bytes : decode(bytes)
}

const budget = createBodyBudget()

function readNode(
  request: IncomingMessage,
  limitBytes: number,
  decode: ((bytes: Buffer) => Promise<Buffer>) | null,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    let isRefused = false
    const refuse = (error: AppError) => {
      if (isRefused) return
      isRefused = true
      chunks.length = 0
      budget.release(body)
      reject(error)
    }
    const body: Receiving = {
      pause: () => request.pause(),
      resume: () => request.resume(),
      refuse: (error) => {
        request.pause()
        refuse(error)
      },
    }
    budget.begin(body)
    request.on('data', (chunk: Buffer) => {
      // Beyond the limit the rest is let through and dropped: a socket closed under a sender hides our answer from it.
      if (isRefused) return
      size += chunk.length
      if (size > limitBytes) refuse(tooLarge(limitBytes))
      else {
        chunks.push(chunk)
        budget.hold(body, chunk.length)
      }
    })
    request.once('end', () => {
      const bytes = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)
      if (decode === null || isRefused) budget.release(body)
      // What waits to be decoded is still held.
      resolve(decode === null || isRefused ? bytes : decode(bytes).finally(() => budget.release(body)))
    })
    request.once('error', (cause) => refuse(unreadable('the connection ended before the body did', cause)))
    request.once('close', () => {
      // Every request closes; an error, which takes its stack along, is only made for one that broke off.
      if (!request.complete) refuse(unreadable('the connection ended before the body did'))
    })
  })
}

async function readWeb(request: Request, limitBytes: number): Promise<Buffer> {
  if (request.body === null) return Buffer.alloc(0)
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = request.body.getReader()
  for (;;) {
    const { done, value } = await reader.read().catch((cause: unknown) => {
      throw unreadable('the connection ended before the body did', cause)
    })
    if (done) return Buffer.concat(chunks)
    size += value.length
    if (size > limitBytes) {
      await reader.cancel()
      throw tooLarge(limitBytes)
    }
    chunks.push(value)
  }
}

let unzipped: Promise<unknown> = Promise.resolve()

/** One body after another: a few bytes unzip to `limitBytes`, and those of many at once would add up. */
async function unzip(bytes: Buffer, limitBytes: number): Promise<Buffer> {
  // Its last four bytes state the length: one buffer of that size then, where parts would be copied into one more.
  const stated = bytes.length < 4 ? 0 : bytes.readUInt32LE(bytes.length - 4)
  const chunkSize = Math.min(Math.max(stated, 1_024), limitBytes) + 1
  const mine = unzipped.then(() => gunzipAsync(bytes, { maxOutputLength: limitBytes, chunkSize }))
  unzipped = mine.catch(() => undefined)
  try {
    return await mine
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : ''
    throw code === 'ERR_BUFFER_TOO_LARGE'
      ? tooLarge(limitBytes)
      : unreadable('it is not gzip, as Content-Encoding says', cause)
  }
}

function tooLarge(limitBytes: number): AppError {
  return new AppError(
    'BODY_TOO_LARGE',
    `The body is larger than ${limitBytes} bytes: send it in smaller parts`,
  )
}

function unreadable(reason: string, cause?: unknown): AppError {
  return new AppError('INVALID_REQUEST', `The body can't be read: ${reason}`, { cause })
}
