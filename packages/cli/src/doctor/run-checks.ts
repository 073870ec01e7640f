import { CustomerIntel } from '@customer-intel/node-sdk'
import { maskKey } from '../session/session.ts'

/** What was looked at. A message that isn't of a pass names the remedy. */
export interface Check {
  name:
    | 'version'
    | 'address'
    | 'server'
    | 'clock'
    | 'key'
    | 'grants'
    | 'freshness'
    | 'origin'
    | 'integrations'
    | 'agent'
    | 'agents'
  status: 'pass' | 'warn' | 'fail'
  message: string
  /** What lies behind it, for who wants to know. */
  detail?: string
}

export interface CheckTarget {
  baseUrl: string
  apiKey: string | null
  source: string | null
  publicKey: string | undefined
  /** Whose pages send events. */
  origin: string | undefined
  signal: AbortSignal
}

/** What reading needs. */
const readGrants = ['customer_intelligence:read', 'analytics:read']
const maxSkewMs = 60_000
const timeoutMs = 10_000

/** Every check, in the order in which one makes sense of the next: without a server there is nothing more to look at. */
export async function runChecks(target: CheckTarget): Promise<Check[]> {
  const { server, health } = await checkServer(target)
  if (health === null) return [server]
  const checks = [server, checkClock(health)]
  checks.push(...(await checkKey(target)))
  if (target.origin !== undefined) checks.push(await checkOrigin(target, target.origin))
  return checks
}

async function checkServer({
  baseUrl,
  signal,
}: CheckTarget): Promise<{ server: Check; health: Response | null }> {
  const result = (status: Check['status'], message: string): Check => ({ name: 'server', status, message })
  let health: Response
  try {
    health = await fetch(`${baseUrl}/health`, { signal: withDeadline(signal) })
  } catch (error) {
    signal.throwIfAborted()
    const remedy = 'start it, or name the right address by --url, SVC_API_URL or SVC_BASE_URL'
    return {
      server: result('fail', `${baseUrl} does not answer (${reasonOf(error)}): ${remedy}`),
      health: null,
    }
  }
  const body = (await health.json().catch(() => null)) as {
    status?: string
    version?: string
    reasons?: string[]
  } | null
  if (typeof body?.status !== 'string')
    return {
      server: result(
        'fail',
        `${baseUrl} answers, but is no Customer Intel server: check --url, SVC_API_URL or SVC_BASE_URL`,
      ),
      health: null,
    }
  const { status, version = 'unknown', reasons = [] } = body
  if (status === 'ok') return { server: result('pass', `${baseUrl}, version ${version}`), health }
  const kind = status === 'unavailable' ? 'fail' : 'warn'
  return { server: result(kind, `${baseUrl} is ${status}: ${reasons.join('; ')}`), health }
}

function checkClock({ headers }: Response): Check {
  const theirs = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(theirs)) return { name: 'clock', status: 'warn', message: 'The server tells no time' }
  const skewMs = Date.now() - theirs
  if (Math.abs(skewMs) <= maxSkewMs)
    return { name: 'clock', status: 'pass', message: 'Within a minute of the server' }
  const seconds = Math.round(Math.abs(skewMs) / 1_000)
  const which = skewMs > 0 ? 'ahead of' : 'behind'
  return {
    name: 'clock',
    status: 'warn',
    message: `This machine is ${seconds} s ${which} the server: set its clock, or events get wrong times`,
  }
}

async function checkKey({ apiKey, source, baseUrl, signal }: CheckTarget): Promise<Check[]> {
  if (apiKey === null)
    return [{ name: 'key', status: 'fail', message: 'No API key: run svc auth login, or set SVC_API_KEY' }]
  const from = `${maskKey(apiKey)}, from ${source}`
  const options = { signal, timeoutMs, maxRetries: 0 }
  let grants: string[]
  let client: CustomerIntel
  try {
    client = new CustomerIntel({ apiKey, baseUrl })
    grants = (await client.keys.validate(options)).authorization.grants
  } catch (error) {
    signal.throwIfAborted()
    const remedy = (error as { status?: number }).status === 401 ? ': run svc auth login' : ''
    return [{ name: 'key', status: 'fail', message: `${from}: ${reasonOf(error)}${remedy}` }]
  }
  const missing = readGrants.filter((grant) => !grants.includes(grant))
  const checks: Check[] = [
    { name: 'key', status: 'pass', message: from },
    missing.length === 0
      ? { name: 'grants', status: 'pass', message: grants.join(', ') }
      : {
          name: 'grants',
          status: 'warn',
          message: `Lacks ${missing.join(', ')}: log in with a key that has them`,
        },
  ]
  if (!missing.includes('analytics:read')) checks.push(await checkFreshness(client, options))
  return checks
}

async function checkFreshness(
  client: CustomerIntel,
  options: { signal: AbortSignal; timeoutMs: number; maxRetries: number },
): Promise<Check> {
  try {
    const sql = 'select max(occurred_at) as latest from activity'
    const { data, stale } = await client.tools.query({ sql }, options)
    const latest = data[0]?.latest
    if (stale)
      return { name: 'freshness', status: 'warn', message: `Answers lack the newest: ${stale.reason}` }
    if (typeof latest !== 'string')
      return {
        name: 'freshness',
        status: 'warn',
        message: 'No events yet: svc events send "Hello" --email you@example.com',
      }
    return {
      name: 'freshness',
      status: 'pass',
      message: `Answers are current; the latest event is of ${latest}`,
    }
  } catch (error) {
    options.signal.throwIfAborted()
    return { name: 'freshness', status: 'fail', message: `Reads are not possible: ${reasonOf(error)}` }
  }
}

/** Asks as a browser does before it sends events. */
async function checkOrigin({ baseUrl, publicKey, signal }: CheckTarget, origin: string): Promise<Check> {
  const result = (status: Check['status'], message: string): Check => ({ name: 'origin', status, message })
  if (!publicKey) return result('fail', 'No public key: set SVC_PUBLIC_KEY, or write --public-key pk_…')
  try {
    const answer = await fetch(`${baseUrl}/api/i/v1/${encodeURIComponent(publicKey)}/events`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
      signal: withDeadline(signal),
    })
    if (answer.ok) return result('pass', `Pages of ${origin} may send events`)
    const { message } = (await answer.json().catch(() => ({}))) as { message?: string }
    // The server's words name the remedy.
    return result('fail', message ?? `The server answered ${answer.status}: check --url`)
  } catch (error) {
    signal.throwIfAborted()
    return result('fail', `Not to be found out: ${reasonOf(error)}`)
  }
}

function withDeadline(signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.message
}
