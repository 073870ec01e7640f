import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { AppError } from '../kernel/errors.ts'
import { createBodyBudget, type HeldBody } from './body-budget.ts'

/** A node request (fast), a web request, or a body that was read. */
export type BodySource = { node: IncomingMessage } | { web: Request } | { bytes: Buffer }

const gunzipAsync = promisify(gunzip)
/** Memory of a decoder besides its output. */
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

/** The same, followed by `work`: the body counts against the budget until that is done, see `createBodyBudget`. */
export async function withBody<Result>(
  source: BodySource,
  limitBytes: number,
  work: (bytes: Buffer) => Promise<Result>,
): Promise<Result> {
  if ('bytes' in source) return work(source.bytes)
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
  // The sender has disconnected already: none of the events below would be emitted.
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
        // A sender reads the response only after it has sent everything.
        request.resume()
      },
    })
    const workOn = async (bytes: Buffer): Promise<Result> => {
      try {
        return await work(isZipped ? await unzipQueued(bytes, limitBytes, held) : bytes)
      } finally {
        held.release()
      }
    }
    request.on('data', (chunk: Buffer) => {
      // Beyond the limit the rest is read and dropped: closing the socket would hide our response from the sender.
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
      // Every request emits `close`; an error, with its costly stack, is created only for interrupted ones.
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

/** A few bytes unzip to `limitBytes`, and many such bodies at once would add up: so they queue. */
async function unzipQueued(bytes: Buffer, limitBytes: number, held?: HeldBody): Promise<Buffer> {
  // The stated size may be wrong, or that of the last member only: then the maximum is reserved.
  for (const mostBytes of new Set([unzippedBytes(bytes, limitBytes), limitBytes])) {
    await held?.expand(mostBytes + decoderBytes)
    const unzipped = await unzip(bytes, mostBytes)
    held?.keep(unzipped === null ? 0 : mostBytes)
    if (unzipped !== null) return unzipped
  }
  throw tooLarge(limitBytes)
}

/** Null if it is more than `mostBytes`. */
async function unzip(bytes: Buffer, mostBytes: number): Promise<Buffer | null> {
  try {
    // One buffer: a stream's chunks would be copied once more.
    return await gunzipAsync(bytes, { maxOutputLength: mostBytes, chunkSize: mostBytes + 1 })
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : ''
    if (code === 'ERR_BUFFER_TOO_LARGE') return null
    throw unreadable('it is not gzip, as Content-Encoding says', cause)
  }
}

/** The unzipped size of a body, or of its last member, as its last four bytes state it. */
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
