import { cutText, isJsonObject } from '@customer-intel/contract'
import { type Outgoing, OutgoingError } from '../kernel/outgoing/outgoing.ts'
import { delay } from '../kernel/work/delay.ts'
import { type ReadAnswer, ruleFor } from './error-rules.ts'
import type { CredentialSource } from './credential-source.ts'
import type { Credentials, Provider, ProviderApi, Query } from './provider.ts'
import { ProviderProblem } from './provider-problem.ts'
import { retryAfterMs } from '../kernel/outgoing/retry-after.ts'

/** Counters of a run's requests. */
export interface RequestCounts {
  requests: number
  /** Pauses, because the provider asked for them or after an error. */
  waits: number
  waitedMs: number
}

export interface ProviderApiOptions {
  credentials: CredentialSource
  outgoing: Outgoing
  /** Replaces the provider's origin; null: the real service. */
  baseUrl: string | null
  allowPrivateAddresses: boolean
  /** Unix milliseconds. */
  clock: () => number
  signal: AbortSignal
  /** A longer wait ends the run, to be continued after it. Default 20,000. */
  maxWaitMs?: number
  counts?: RequestCounts
}

interface Sent {
  method: 'GET' | 'POST'
  path: string
  body?: unknown
}

const maxAttempts = 5
const firstPauseMs = 500

/** Opens a provider's API as declared. An address that the operator configured may be private, a declared one may not. */
export function openProviderApi(provider: Provider, options: ProviderApiOptions): ProviderApi {
  const { credentials, outgoing, clock, signal, maxWaitMs = 20_000 } = options
  const counts = options.counts ?? { requests: 0, waits: 0, waitedMs: 0 }
  const allowPrivateAddresses = options.baseUrl !== null || options.allowPrivateAddresses
  /** New credentials that were refused, too: requesting further ones would be useless. */
  let refusedAnew: Credentials | null = null

  async function pause(ms: number): Promise<void> {
    counts.waits++
    counts.waitedMs += ms
    if (ms > maxWaitMs) {
      const notBefore = clock() + ms
      throw new ProviderProblem(
        'wait',
        `${provider.name} asks to wait until ${new Date(notBefore).toISOString()}`,
        {
          notBefore,
        },
      )
    }
    if (!(await delay(ms, signal))) throw stopped()
  }

  async function once(used: Credentials, { method, path, body }: Sent): Promise<ReadAnswer | OutgoingError> {
    counts.requests++
    const declared = typeof provider.origin === 'string' ? provider.origin : provider.origin(used)
    const origin = options.baseUrl ?? declared
    const headers: Record<string, string> = { accept: 'application/json', ...provider.headers(used) }
    if (body !== undefined) headers['content-type'] = 'application/json'
    try {
      const answer = await outgoing.request(`${origin}${provider.basePath?.(used) ?? ''}${path}`, {
        origins: [origin],
        allowPrivateAddresses,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        method,
        signal,
        headers,
      })
      return { status: answer.status, header: (name) => answer.header(name), json: parse(answer.body) }
    } catch (error) {
      if (signal.aborted) throw stopped()
      if (error instanceof OutgoingError) return error
      throw error
    }
  }

  /** Null: a response that `isAbsent` accepts as missing. */
  async function request<Result>(
    isResult: (json: unknown) => json is Result,
    sent: Sent,
    isAbsent: (answer: ReadAnswer) => boolean = () => false,
  ): Promise<Result | null> {
    let used = await credentials.current()
    let isRenewed = false
    for (let attempt = 1; ; attempt++) {
      const answer = await once(used, sent)
      const backoffMs = firstPauseMs * 2 ** (attempt - 1) * (0.75 + Math.random() / 2)
      if (answer instanceof OutgoingError) {
        if (answer.fault === 'ADDRESS_NOT_ALLOWED') throw new ProviderProblem('address', answer.message)
        if (answer.fault === 'TOO_LARGE') throw new ProviderProblem('oversized', answer.message)
        if (attempt >= maxAttempts)
          throw new ProviderProblem('temporary', `${answer.message}: it is tried again`)
        await pause(backoffMs)
        continue
      }
      if (isAbsent(answer)) return null
      const rule = ruleFor(answer, provider.errors)
      const { action, remedy } = rule
      if (action === 'ok' && isResult(answer.json)) return answer.json
      if (action === 'retry' || action === 'wait') {
        const asked = rule.waitMs?.(answer) ?? retryAfterMs((name) => answer.header(name), clock())
        if (attempt >= maxAttempts && (action === 'retry' || asked === null))
          throw new ProviderProblem('temporary', `${describe(answer)}: it is tried again`)
        await pause(Math.max(asked ?? backoffMs, 50))
        continue
      }
      if (action === 'credentials' && isRenewed) refusedAnew = used
      if (action === 'credentials' && used !== refusedAnew) {
        const renewed = await credentials.renew(used)
        isRenewed = renewed !== null
        if (renewed !== null) {
          used = renewed
          continue
        }
      }
      // New credentials that are refused are no reason to ask the person again.
      const isFresh = action === 'credentials' && used === refusedAnew
      const kind = action === 'ok' ? 'broken' : isFresh ? 'permission' : action
      throw new ProviderProblem(
        kind,
        remedy === undefined ? describe(answer) : `${describe(answer)}: ${remedy}`,
      )
    }
  }

  /** Quotes nothing of the body except the provider's error message: it may contain private data. */
  function describe({ status, json }: ReadAnswer): string {
    if (json === undefined && status < 300)
      return `${provider.name} answered with something that is no JSON: is its address right?`
    const detail = messageOf(json)
    return `${provider.name} answered ${status}${detail === null ? '' : ` (${detail})`}`
  }

  const get = (path: string, query: Query = {}): Sent => ({ method: 'GET', path: path + toSearch(query) })
  return {
    get: async (path, query) => (await request(isJsonObject, get(path, query)))!,
    list: async (path, query) => (await request(isList, get(path, query)))!,
    post: async (path, body) => (await request(isJsonObject, { method: 'POST', path, body }))!,
    find: (path, query) => request(isJsonObject, get(path, query), isGone),
  }
}

function isGone({ status }: ReadAnswer): boolean {
  return status === 404 || status === 410
}

function isList(json: unknown): json is unknown[] {
  return Array.isArray(json)
}

function stopped(): ProviderProblem {
  return new ProviderProblem('temporary', 'The server was stopping: it goes on after the start')
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8')) as unknown
  } catch {
    return undefined
  }
}

function messageOf(json: unknown): string | null {
  if (!isJsonObject(json)) return null
  const { error, message } = json
  const found = isJsonObject(error) ? error['message'] : (message ?? error)
  // A key that a service repeats in its message must not be logged.
  return typeof found === 'string'
    ? cutText(found.replace(/\b(?:[a-z]{2}_|Bearer )[\w*.-]{8,}/gi, '…'), 200)
    : null
}

/** A list repeats the parameter's name, as in `expand[]`. */
function toSearch(query: Query): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === null || value === undefined) continue
    for (const item of Array.isArray(value) ? (value as string[]) : [value]) search.append(name, String(item))
  }
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}
