import { type LookupAddress, lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { Agent, fetch, type Response } from 'undici'
import { isPrivateAddress } from './is-private-address.ts'

/** Where requests may go. */
export interface Reach {
  /** Origins, such as `https://api.stripe.com`; redirects to others aren't followed. */
  origins: readonly string[]
  /** Whether they may resolve to addresses of this machine and its network. */
  allowPrivateAddresses: boolean
}

export interface OutgoingRequest extends Reach {
  method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  headers?: Record<string, string>
  body?: string
  /** For the whole request, including redirects. Default 30,000. */
  timeoutMs?: number
  /** Of the decoded body. Default 16 MiB. */
  maxBytes?: number
  /** Default false. The status decides: whatever the body does, it isn't used, and `body` is empty. */
  ignoresBody?: boolean
  /** Default 3. */
  maxRedirects?: number
  signal?: AbortSignal
}

export interface OutgoingAnswer {
  status: number
  /** A header's value; null if missing. */
  header(name: string): string | null
  body: Buffer
}

export type OutgoingFault =
  | 'ADDRESS_NOT_ALLOWED'
  | 'TIMEOUT'
  | 'TOO_LARGE'
  | 'TOO_MANY_REDIRECTS'
  | 'UNREACHABLE'
  | 'ABORTED'

/** A request without a response. The message contains no query, header or body. */
export class OutgoingError extends Error {
  override readonly name = 'OutgoingError'
  readonly fault: OutgoingFault

  constructor(fault: OutgoingFault, message: string, options: { cause?: unknown } = {}) {
    super(message, options)
    this.fault = fault
  }
}

/** The only way to send requests to addresses from people or providers. */
export interface Outgoing {
  /** Resolves with any response, whatever its status; rejects with {@link OutgoingError}. */
  request(url: string, request: OutgoingRequest): Promise<OutgoingAnswer>
  close(): Promise<void>
}

const discardMs = 1_000
const discardBytes = 64 * 1024
const connections = { connectTimeout: 10_000, keepAliveTimeout: 4_000, connections: 16 }

/** `resolve` replaces the system's resolver. The connection goes to the addresses it returns, without a second lookup. */
export function createOutgoing({ resolve = lookup }: { resolve?: typeof lookup } = {}): Outgoing {
  const publicOnly = new Agent({ ...connections, connect: { lookup: guarded(resolve), timeout: 10_000 } })
  const anywhere = new Agent({ ...connections, connect: { lookup: resolve, timeout: 10_000 } })

  async function send(
    url: URL,
    request: OutgoingRequest,
    signal: AbortSignal,
    hops: number,
  ): Promise<OutgoingAnswer> {
    checkAddress(url, request)
    const { method = 'GET', headers = {}, body, maxBytes = 16 * 1024 * 1024, maxRedirects = 3 } = request
    const response = await fetch(url, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
      redirect: 'manual',
      signal,
      dispatcher: request.allowPrivateAddresses ? anywhere : publicOnly,
    })
    const location = response.headers.get('location')
    if ([301, 302, 303, 307, 308].includes(response.status) && location !== null) {
      await response.body?.cancel()
      if (hops >= maxRedirects)
        throw new OutgoingError('TOO_MANY_REDIRECTS', `${url.origin} redirects again and again`)
      if (!URL.canParse(location, url.href))
        throw new OutgoingError('ADDRESS_NOT_ALLOWED', `${url.origin} redirects to what is no address`)
      const { body: _, ...bodiless } = request
      const keeps = response.status >= 307 || method === 'GET'
      const next = keeps ? request : { ...bodiless, method: 'GET' as const }
      return send(new URL(location, url), next, signal, hops + 1)
    }
    return {
      status: response.status,
      header: (name) => response.headers.get(name),
      body: request.ignoresBody
        ? await discard(response.body)
        : await readBounded(response.body, maxBytes, url),
    }
  }

  return {
    async request(address, request) {
      const url = new URL(address)
      const timeout = AbortSignal.timeout(request.timeoutMs ?? 30_000)
      const signal = request.signal === undefined ? timeout : AbortSignal.any([timeout, request.signal])
      try {
        return await send(url, request, signal, 0)
      } catch (error) {
        if (error instanceof OutgoingError) throw error
        const cause = error instanceof Error && error.cause instanceof OutgoingError ? error.cause : null
        if (cause !== null) throw cause
        if (request.signal?.aborted)
          throw new OutgoingError('ABORTED', 'The request was given up', { cause: error })
        if (timeout.aborted)
          throw new OutgoingError('TIMEOUT', `${url.origin} didn't answer in time`, { cause: error })
        throw new OutgoingError('UNREACHABLE', `${url.origin} can't be reached: ${reason(error)}`, {
          cause: error,
        })
      }
    },
    async close() {
      await Promise.all([publicOnly.destroy(), anywhere.destroy()])
    },
  }
}

/** An address is allowed when its origin is configured and, if it is an IP address, that is public. */
function checkAddress(url: URL, { origins, allowPrivateAddresses }: Reach): void {
  if (!origins.includes(url.origin) || !/^https?:$/.test(url.protocol) || url.username !== '')
    throw new OutgoingError('ADDRESS_NOT_ALLOWED', `${url.origin} is not an address that requests may go to`)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (!allowPrivateAddresses && isIP(host) !== 0 && isPrivateAddress(host)) throw privateAddress(host)
}

/** A lookup that refuses private addresses. It runs when the connection is made, so that a name can't change in between. */
function guarded(resolve: typeof lookup): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      const addresses = found as unknown as LookupAddress[] | undefined
      if (error !== null || addresses === undefined) return callback(error, '', 0)
      if (addresses.length === 0 || addresses.some(({ address }) => isPrivateAddress(address)))
        return callback(privateAddress(hostname), '', 0)
      if (options.all === true) return callback(null, addresses)
      return callback(null, addresses[0]!.address, addresses[0]!.family)
    })
  }
}

function privateAddress(host: string): OutgoingError {
  const remedy = 'SVC_ALLOW_PRIVATE_ADDRESSES=true allows it'
  return new OutgoingError('ADDRESS_NOT_ALLOWED', `${host} is an address of a private network: ${remedy}`)
}

async function readBounded(
  body: AsyncIterable<Uint8Array> | null,
  maxBytes: number,
  url: URL,
): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > maxBytes)
      throw new OutgoingError('TOO_LARGE', `The answer of ${url.origin} is larger than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** A little of it is read, for a moment, so that the connection can be used again. */
async function discard(body: Response['body']): Promise<Buffer> {
  const nothing = Buffer.alloc(0)
  if (body === null) return nothing
  const reader = body.getReader()
  const cancel = () => reader.cancel().catch(() => undefined)
  const timer = setTimeout(() => void cancel(), discardMs)
  try {
    for (let size = 0; size < discardBytes;) {
      const { done, value } = await reader.read()
      if (done) return nothing
      size += value.length
    }
    await cancel()
  } catch {
    // Cut off, or not what its headers say.
  } finally {
    clearTimeout(timer)
  }
  return nothing
}

function reason(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error)) return 'no connection'
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message
}
