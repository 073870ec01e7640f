import { cutText } from '@customer-intel/contract/cut-text'
import { hostname } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { CliError } from '../errors.ts'
import { version } from '../version.ts'

export interface BrowserLogin {
  baseUrl: string
  /** What the key should be able to do. Default: what the server proposes, to read. */
  grants?: readonly string[] | undefined
  /** Told once, so that a person can go on in a browser. */
  onQuestion: (question: { url: string; code: string; expiresAt: string }) => void
  signal: AbortSignal
}

interface Question {
  requestId: string
  pollToken: string
  userCode: string
  approveUrl: string
  expiresAt: string
  intervalSeconds: number
}

/** Longer than any server's clock is wrong: who is told no more by then is told nothing. */
const latestMs = 30 * 60_000
const requestTimeoutMs = 15_000

/**
 * Asks the server for a key that a person approves in a browser, and waits for it. Rejects with `auth_request_failed`
 * when it can't begin, `auth_timeout` when nobody approves in time, `auth_<status>` when it comes to nothing.
 */
export async function logInByBrowser({ baseUrl, grants, onQuestion, signal }: BrowserLogin): Promise<string> {
  const question = await begin({ baseUrl, grants, signal })
  const { requestId, pollToken, expiresAt } = question
  onQuestion({ url: webAddress(question.approveUrl), code: question.userCode, expiresAt })
  const until = Math.min(performance.now() + latestMs, untilOf(expiresAt))
  for (let intervalMs = question.intervalSeconds * 1_000; performance.now() < until;) {
    await setTimeout(intervalMs, undefined, { signal }).catch(() => signal.throwIfAborted())
    const answer = await ask(baseUrl, '/api/cli-auth/poll', { requestId, pollToken }, signal)
    // As RFC 8628 has it: whoever is asked to slow down does so for good.
    if (answer?.status === 429) intervalMs += 5_000
    // Nobody there, or nobody able now: the approval waits on the server.
    if (answer === null || answer.status === 429 || answer.status >= 500) continue
    const { status, apiKey, error } = answer.body as { status?: string; apiKey?: string; error?: string }
    if (status === 'approved' && typeof apiKey === 'string') return apiKey
    if (status === 'pending') continue
    if (status === 'expired') break
    throw new CliError(
      `auth_${status ?? answer.status}`,
      `The login came to nothing (${error ?? status ?? answer.status}): begin again by svc auth login`,
    )
  }
  throw new CliError('auth_timeout', 'Nobody approved the login in time: begin again by svc auth login')
}

async function begin({ baseUrl, grants, signal }: Omit<BrowserLogin, 'onQuestion'>): Promise<Question> {
  const body = { client: cutText(`svc on ${hostname()}`, 100), ...(grants && { grants }) }
  const answer = await ask(baseUrl, '/api/cli-auth/start', body, signal)
  const fail = (message: string) => new CliError('auth_request_failed', message)
  if (answer === null)
    throw fail(`${baseUrl} does not answer: name the address by --url, or find out by svc doctor`)
  const { error, requestId, pollToken, approveUrl, intervalSeconds } = answer.body as Partial<Question> & {
    error?: string
  }
  if (answer.status === 404)
    throw fail(`${baseUrl} can't log in by the browser: give the key by svc auth login --key ok_…`)
  if (answer.status !== 200 || !requestId || !pollToken || !approveUrl)
    throw fail(`The login can't begin: ${error ?? `the server answered ${answer.status}`}`)
  const seconds = Number(intervalSeconds)
  return { ...(answer.body as Question), intervalSeconds: seconds > 0 && seconds <= 60 ? seconds : 5 }
}

/** Null when there was no answer. */
async function ask(
  baseUrl: string,
  path: string,
  body: object,
  signal: AbortSignal,
): Promise<{ status: number; body: unknown } | null> {
  try {
    const response = await fetch(baseUrl + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': `svc-cli/${version}` },
      body: JSON.stringify(body),
      signal: AbortSignal.any([signal, AbortSignal.timeout(requestTimeoutMs)]),
    })
    return { status: response.status, body: (await response.json().catch(() => null)) ?? {} }
  } catch {
    signal.throwIfAborted()
    return null
  }
}

/** A server must not make this machine open anything but a page. */
function webAddress(text: string): string {
  if (URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol)) return new URL(text).href
  throw new CliError('auth_request_failed', 'The server gave no web address to approve at')
}

/** By the clock here: by a wrong one the server's answer decides. */
function untilOf(expiresAt: string): number {
  const leftMs = Date.parse(expiresAt) - Date.now()
  return performance.now() + (leftMs > 0 ? leftMs + 60_000 : latestMs)
}
