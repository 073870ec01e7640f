import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { AppError } from '../errors.ts'
import { createBodyBudget, type HeldBody } from './body-budget.ts'
import { boundHeap } from './bound-heap.ts'

/** Where a body comes from: a node request (fast), or a web request. */
export type BodySource = { node: IncomingMessage } | { web: Request }

const gunzipAsync = promisify(gunzip)
/** A larger text stays in memory until a full collection. */
const largeBytes = 128 * 1024
/** What a decoder needs besides its output. */
const decoderBytes = 64 * 1024

/**
 * Reads a body of at most `limitBytes`, counted as it arrives, whatever Content-Length claims. `gzip` is decoded,
 * its output bounded by the same limit.
 *
 * Throws AppError `BODY_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `INVALID_REQUEST` (400: not gzip although it
 * says so, or the sender went away).
 */
export function readBody(source: BodySource, limitBytes: number): Promise<Buffer> {
  return withBody(source, limitBytes, async (bytes) => bytes)
}

/** The same for `work`: until that is done the body counts among those that are held at once, see `createBodyBudget`. */
export async function withBody<Result>(
  source: BodySource,
  limitBytes: number,
  work: (bytes: Buffer) => Promise<Result>,
): Promise<Result> {
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
  const isZipped = encoding === 'gzip'
  if ('node' in source) return readNode(source.node, { limitBytes, isZipped, work })
  const bytes = await readWeb(source.web, limitBytes)
  return work(isZipped ? await unzipQueued(bytes, limitBytes) : bytes)
}

const budget = createBodyBudget()

interface ReadOptions<Result> {
  limitBytes: number
  isZipped: boolean
  work: (bytes: Buffer) => Promise<Result>
}

function readNode<Result>(
  request: IncomingMessage,
  { limitBytes, isZipped, work }: ReadOptions<Result>,
): Promise<Result> {
  // Who left before this was called has no more to tell: none of the events below would come.
  if (request.destroyed && !request.readableEnded) {
    return Promise.reject(unreadable('the connection ended before the body did'))
  }
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    let isRefused = false
    const refuse = (error: AppError) => {
      if (isRefused) return
      isRefused = true
      chunks.length = 0
      held.release()
      reject(error)
    }
    const held = budget.open({
      pause: () => request.pause(),
      resume: () => request.resume(),
      refuse: (error) => {
        refuse(error)
        // Who is still sending reads the answer afterwards.
        request.resume()
      },
    })
    const workOn = async (bytes: Buffer): Promise<Result> => {
      try {
        if (bytes.length > largeBytes) boundHeap()
        return await work(isZipped ? await unzipQueued(bytes, limitBytes, held) : bytes)
      } finally {
        held.release()
      }
    }
    request.on('data', (chunk: Buffer) => {
      // Beyond the limit the rest is let through and dropped: a socket closed under a sender hides our answer from it.
      if (isRefused) return
      size += chunk.length
      if (size > limitBytes) refuse(tooLarge(limitBytes))
      else {
        chunks.push(chunk)
        held.add(chunk.length)
      }
    })
    request.once('end', () => {
      if (isRefused) return
      held.complete()
      const bytes = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)
      chunks.length = 0
      resolve(workOn(bytes))
    })
    request.once('error', (cause) => refuse(unreadable('the connection ended before the body did', cause)))
    request.once('close', () => {
      // Every request closes; an error, which takes its stack along, is only made for one that broke off.
      if (!request.readableEnded) refuse(unreadable('the connection ended before the body did'))
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

/** A few bytes unzip to `limitBytes`, and those of many at once would add up. */
async function unzipQueued(bytes: Buffer, limitBytes: number, held?: HeldBody): Promise<Buffer> {
  // What it states may be wrong, or be true of its last member alone: then it is counted as the most that it may be.
  for (const mostBytes of new Set([unzippedBytes(bytes, limitBytes), limitBytes])) {
    await held?.expand(mostBytes + decoderBytes)
    boundHeap()
    const unzipped = await unzip(bytes, mostBytes)
    held?.keep(unzipped === null ? 0 : mostBytes)
    if (unzipped !== null) return unzipped
  }
  throw tooLarge(limitBytes)
}

/** Null where it is more than `mostBytes`. */
async function unzip(bytes: Buffer, mostBytes: number): Promise<Buffer | null> {
  try {
    // One buffer, where parts would be copied into one more.
    return await gunzipAsync(bytes, { maxOutputLength: mostBytes, chunkSize: mostBytes + 1 })
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : ''
    if (code === 'ERR_BUFFER_TOO_LARGE') return null
    throw unreadable('it is not gzip, as Content-Encoding says', cause)
  }
}

/** Its last four bytes state what a body, or its last member, unzips to. */
function unzippedBytes(bytes: Buffer, limitBytes: number): number {
  const stated = bytes.length < 4 ? 0 : bytes.readUInt32LE(bytes.length - 4)
  return Math.min(Math.max(stated, 1_024), limitBytes)
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
