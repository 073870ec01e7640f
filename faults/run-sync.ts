/**
 * `pnpm faults --sync`: a CRM is synced from the sandbox while the server is killed: when a request of it came, after it was
 * answered, and around the renewal of its tokens. In the end everything must be there, once, as in a server that was never
 * killed; also after a rebuild.
 */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { query } from '../bench/support/ask.ts'
import { createRandom, type Random } from '../bench/support/random.ts'
import {
  apiKey,
  freePort,
  type RunningServer,
  serverCommand,
  startServer,
} from '../bench/support/server-program.ts'
import { waitUntil } from '../bench/support/wait-until.ts'
import { openBrowser } from '../examples/provider-sandbox/src/browser.ts'
import { type Sandbox, startSandbox } from '../examples/provider-sandbox/src/sandbox.ts'
import { rebuild, type Subject, type RigOptions } from './faults.ts'

const provider = 'crm-a'
/** Four pages of companies, ten of people, three of deals: some sixty requests. */
const companies = 330

/** When the server is killed: so many milliseconds after the request that fits came, the first or a later one. */
interface Moment {
  name: string
  isIt: (path: string) => boolean
  afterMs: (random: Random) => number
  /** Whether the access token ends before. */
  renews: boolean
}

const isToken = (path: string) => path === '/oauth/2026-03/token'
const moments: Moment[] = [
  { name: 'a request came', isIt: (path) => !isToken(path), afterMs: () => 0, renews: false },
  {
    name: 'a page was at hand',
    isIt: (path) => !isToken(path),
    afterMs: (random) => 2 + random.below(40),
    renews: false,
  },
  { name: 'tokens were asked for', isIt: isToken, afterMs: () => 0, renews: true },
  { name: 'tokens were given', isIt: isToken, afterMs: (random) => 1 + random.below(10), renews: true },
]

/** What is the same whenever and however often it was brought. */
const contents: Record<string, string> = {
  opportunities:
    'select opportunity_id, customer_id, title, stage, amount_cents, currency, occurred_at from opportunities',
  customers: 'select customer_id, name, domain, owner_email, contact_count, traits from customers',
  users: 'select user_id, customer_id, email, name, traits from users',
  activity: 'select event_id, event_name, customer_id, occurred_at from activity',
  sources: 'select source_type, source_id, customer_id, title, participants, record from sources',
}

/** Resolves true when nothing was lost and nothing doubled. */
export async function runSyncFaults(options: RigOptions): Promise<boolean> {
  const { cycles, seed } = options
  const random = createRandom(seed)
  const sandbox = await startSandbox({ companies })
  const { crmA } = sandbox
  // What was used to renew tokens is worth nothing any more.
  crmA.oauth.rotates = true
  const folder = mkdtempSync(join(tmpdir(), 'customer-intel-sync-faults-'))
  const command = await serverCommand(options)
  const port = await freePort()
  const { environment } = sandbox
  const dataDirectory = join(folder, 'killed')
  const start = () => startServer(command, { dataDirectory, port, environment })
  const subject: Subject = { command, dataDirectory, port, server: await start(), random }
  await connect(subject.server)

  let reconnected = 0
  for (let cycle = 0; cycle < cycles; cycle++) {
    const moment = moments[cycle % moments.length]!
    const isDone = await hasSynced(subject.server)
    if (isDone) change(sandbox, random, cycle)
    const killed = killAt(subject.server, sandbox, moment, random)
    // What runs already asks for others as soon as they are refused.
    if (moment.renews) crmA.oauth.endAccess()
    // It may be dead before it answers.
    if (isDone || moment.renews)
      await ask(subject.server, 'POST', '/api/integrations/sync', { provider }).catch(() => undefined)
    const happened = await Promise.race([killed, setTimeout(60_000, null)])
    crmA.fault = () => null
    if (happened === null) await kill(subject.server)
    subject.server = await start()
    console.log(`${cycle + 1}/${cycles} killed when ${happened ?? 'nothing came'}`)
    if (await reconnectWhereLost(subject.server)) reconnected++
  }
  console.log(`connected again ${reconnected} times, as the connection said`)
  await finish(subject.server)

  const reference = await startServer(command, {
    dataDirectory: join(folder, 'never-killed'),
    port: await freePort(),
    environment,
  })
  await connect(reference)
  await finish(reference)
  const expected = await read(reference)
  await reference.stop()
  const found = compare(expected, await read(subject.server))
  await rebuild(subject, environment)
  const rebuilt = compare(expected, await read(subject.server)).map((fault) => `after a rebuild: ${fault}`)
  await subject.server.stop()
  await sandbox.close()
  for (const [name, rows] of expected) console.log(`${rows.length} ${name}`)
  for (const fault of [...found, ...rebuilt]) console.log(fault)
  const isWell = found.length + rebuilt.length === 0
  if (isWell) rmSync(folder, { recursive: true, force: true })
  else console.log(`FAILED; seed ${seed}, data kept in ${folder}`)
  return isWell
}

/** Resolves once the server is dead, with what had happened. */
function killAt(
  server: RunningServer,
  { crmA }: Sandbox,
  { name, isIt, afterMs, renews }: Moment,
  random: Random,
): Promise<string> {
  let left = renews ? 1 : 1 + random.below(12)
  const ms = afterMs(random)
  return new Promise((resolve, reject) => {
    crmA.fault = ({ path }) => {
      if (isIt(path) && --left === 0)
        setTimeout(ms)
          .then(() => kill(server))
          .then(() => resolve(`${name} (${path}, ${ms} ms)`), reject)
      return null
    }
  })
}

async function kill(server: RunningServer): Promise<void> {
  const exited = once(server.process, 'exit')
  server.process.kill('SIGKILL')
  await exited
}

async function ask(
  { url }: RunningServer,
  method: string,
  path: string,
  body?: object,
): Promise<Record<string, unknown>> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text.slice(0, 300)}`)
  return JSON.parse(text) as Record<string, unknown>
}

async function connect(server: RunningServer): Promise<void> {
  const { connectUrl } = await ask(server, 'POST', '/api/integrations/connect', { provider, force: true })
  const browser = openBrowser((request) => fetch(request))
  const { status, page } = await browser.open(
    await browser.decide(await browser.goOn(String(connectUrl)), 'allow'),
  )
  if (status !== 200) throw new Error(`${provider} could not be connected: ${page}`)
}

interface Status {
  model: string
  status: string
  lastSyncedAt: string | null
  errorMessage: string | null
}

async function statusOf(server: RunningServer): Promise<Status[]> {
  const { syncs } = await ask(server, 'GET', `/api/integrations/sync-status?provider=${provider}`)
  return syncs as Status[]
}

async function hasSynced(server: RunningServer): Promise<boolean> {
  const syncs = await statusOf(server)
  return syncs.length > 0 && syncs.every(({ lastSyncedAt }) => lastSyncedAt !== null)
}

/** Killed when tokens were given and before they were stored, they are lost: then the connection has to say what to do. */
async function reconnectWhereLost(server: RunningServer): Promise<boolean> {
  const isLost = async () =>
    (await statusOf(server)).some(({ errorMessage }) => errorMessage?.includes('connect it again'))
  if (!(await isLost())) return false
  await connect(server)
  return true
}

/** Waits for a sync that began after everything that changed. */
async function finish(server: RunningServer): Promise<void> {
  const since = Date.now()
  const isOver = async () =>
    (await statusOf(server)).every(
      ({ lastSyncedAt, status }) =>
        status !== 'ERROR' && lastSyncedAt !== null && Date.parse(lastSyncedAt) > since,
    )
  const sync = async () => {
    await reconnectWhereLost(server)
    await ask(server, 'POST', '/api/integrations/sync', { provider })
  }
  await waitUntil(
    'the sync',
    async () => {
      if (await isOver()) return true
      await sync()
      return false
    },
    { timeoutMs: 180_000, everyMs: 500 },
  )
}

/** Some deals change, one goes, as time goes by. */
function change({ crmA }: Sandbox, random: Random, cycle: number): void {
  const { deals, contacts } = crmA.objects
  for (let index = 0; index < 120; index++) {
    const { id } = deals[random.below(deals.length)]!
    crmA.change('deals', id, { dealname: `Changed in cycle ${cycle}, ${id}` })
  }
  const { id } = contacts[random.below(contacts.length)]!
  crmA.change('contacts', id, { jobtitle: `Of cycle ${cycle}` })
  const gone = deals.filter(({ archived }) => !archived)[random.below(50)]!
  crmA.archive('deals', gone.id)
}

type Rows = Map<string, string[]>

async function read(server: RunningServer): Promise<Rows> {
  const rows: Rows = new Map()
  for (const [name, sql] of Object.entries(contents)) {
    const found = await query<Record<string, unknown>>(server, sql)
    rows.set(name, found.map((row) => JSON.stringify(row)).sort())
  }
  return rows
}

/** What is missing, and what is too much, in words. */
function compare(expected: Rows, found: Rows): string[] {
  return [...expected].flatMap(([name, rows]) => {
    const theirs = found.get(name)!
    const lost = without(rows, theirs)
    const more = without(theirs, rows)
    if (lost.length + more.length === 0) return []
    return [
      `${name}: lost ${lost.length}, too many ${more.length}; ${rows.length} expected`,
      ...lost.slice(0, 3).map((row) => `  lost ${row}`),
      ...more.slice(0, 3).map((row) => `  too many ${row}`),
    ]
  })
}

/** Rows that stand in the one list more often than in the other. */
function without(rows: readonly string[], others: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const row of others) counts.set(row, (counts.get(row) ?? 0) + 1)
  return rows.filter((row) => {
    const count = counts.get(row) ?? 0
    counts.set(row, count - 1)
    return count <= 0
  })
}
