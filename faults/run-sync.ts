/**
 * `pnpm faults --sync`: a CRM is synced from the sandbox while the server is killed at each phase of its pages, of its runs and
 * of the renewal of its tokens. In the end everything must be there, once, as in a server that was never killed; also after
 * a rebuild. Each phase must have been hit, as soon as there are more cycles than phases.
 */
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
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

/**
 * When the server is killed: so many milliseconds after a request came that fits, or by itself around a write of its own
 * (die-at-write.mjs).
 */
interface Moment {
  name: string
  at: { isIt: (path: string) => boolean; afterMs: (random: Random) => number } | { write: string }
  /** Whether the access token ends before. */
  renews: boolean
}

const isToken = (path: string) => path === '/oauth/2026-03/token'
const isPage = (path: string) => !isToken(path)
const aWrite = (name: string, write: string): Moment => ({
  name,
  at: { write },
  renews: write.startsWith('tokens'),
})

/** Every phase of a page, of the run around it and of a renewal of tokens. */
const moments: Moment[] = [
  { name: 'a page is asked for', at: { isIt: isPage, afterMs: () => 0 }, renews: false },
  {
    name: 'a page was answered',
    at: { isIt: isPage, afterMs: (random) => 2 + random.below(40) },
    renews: false,
  },
  aWrite('before a page and its cursor are written', 'page:before'),
  aWrite('after a page and its cursor were written', 'page:after'),
  aWrite('before a run is noted as begun', 'begun:before'),
  aWrite('after a run was noted as begun', 'begun:after'),
  aWrite('before a run is noted as over', 'ended:before'),
  aWrite('after a run was noted as over', 'ended:after'),
  { name: 'tokens are asked for', at: { isIt: isToken, afterMs: () => 0 }, renews: true },
  {
    name: 'tokens were given',
    at: { isIt: isToken, afterMs: (random) => 1 + random.below(10) },
    renews: true,
  },
  aWrite('before tokens are stored', 'tokens:before'),
  aWrite('after tokens were stored', 'tokens:after'),
]

/** So long something is waited for that should come at once, in milliseconds. */
const patienceMs = 60_000

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

  const hits = new Map(moments.map(({ name }) => [name, 0]))
  let reconnected = 0
  let turn = 0
  for (let cycle = 0; cycle < cycles; cycle++) {
    const moment = moments[turn % moments.length]!
    const isDone = await hasSynced(subject.server)
    if (isDone) change(sandbox, random, cycle)
    const what =
      'write' in moment.at
        ? await dieAtWrite(subject, { sandbox, moment, write: moment.at.write, folder })
        : await killAtRequest(subject, { sandbox, moment, at: moment.at })
    crmA.fault = () => null
    if (what === null) {
      // Its tokens may have been lost by the kill before, which it has found out now: once more.
      await kill(subject.server)
    } else {
      hits.set(moment.name, hits.get(moment.name)! + 1)
      turn++
    }
    subject.server = await start()
    console.log(`${cycle + 1}/${cycles} killed when ${what ?? `nothing came: ${moment.name}`}`)
    if (await reconnectWhereLost(subject.server)) reconnected++
  }
  for (const [name, count] of hits) console.log(`${count} × ${name}`)
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
  const missed =
    cycles <= moments.length ? [] : [...hits].flatMap(([name, count]) => (count === 0 ? [name] : []))
  for (const name of missed) console.log(`never killed when ${name}`)
  const isWell = found.length + rebuilt.length + missed.length === 0
  if (isWell) rmSync(folder, { recursive: true, force: true })
  else console.log(`FAILED; seed ${seed}, data kept in ${folder}`)
  return isWell
}

/** Has the subject sync something; it may be dead before it answers. */
async function begin({ server }: Subject, { crmA }: Sandbox, { renews }: Moment): Promise<void> {
  // What runs already asks for other tokens as soon as they are refused.
  if (renews) crmA.oauth.endAccess()
  await ask(server, 'POST', '/api/integrations/sync', { provider }).catch(() => undefined)
}

/** Resolves once the server is dead, with what had happened; null: it never did. */
async function killAtRequest(
  subject: Subject,
  { sandbox, moment, at }: { sandbox: Sandbox; moment: Moment; at: Extract<Moment['at'], { isIt: unknown }> },
): Promise<string | null> {
  const { server, random } = subject
  let left = moment.renews ? 1 : 1 + random.below(12)
  const ms = at.afterMs(random)
  const killed = new Promise<string>((resolve, reject) => {
    sandbox.crmA.fault = ({ path }) => {
      if (at.isIt(path) && --left === 0)
        setTimeout(ms)
          .then(() => kill(server))
          .then(() => resolve(`${moment.name} (${path}, ${ms} ms)`), reject)
      return null
    }
  })
  await begin(subject, sandbox, moment)
  return Promise.race([killed, nothingComes(server)])
}

/** As {@link killAtRequest}, of a server in the place of the subject's, which dies by itself. */
async function dieAtWrite(
  subject: Subject,
  { sandbox, moment, write, folder }: { sandbox: Sandbox; moment: Moment; write: string; folder: string },
): Promise<string | null> {
  const { command, dataDirectory, port, random } = subject
  const note = join(folder, 'died')
  rmSync(note, { force: true })
  await subject.server.stop()
  const count = write.startsWith('page') ? 1 + random.below(3) : 1
  const preload = new URL('die-at-write.mjs', import.meta.url).href
  try {
    subject.server = await startServer([command[0]!, '--import', preload, ...command.slice(1)], {
      dataDirectory,
      port,
      environment: { ...sandbox.environment, DIE_AT: `${write}:${count}`, DIE_NOTE: note },
    })
    await begin(subject, sandbox, moment)
    const { process: child } = subject.server
    if (child.exitCode === null && child.signalCode === null)
      await Promise.race([once(child, 'exit'), nothingComes(subject.server)])
  } catch (error) {
    // What a former one left undone is done at once: it may die before it is healthy.
    if (!existsSync(note)) throw error
  }
  return existsSync(note) ? `${moment.name} (the ${count}.)` : null
}

/** Resolves once nothing more can come, since the connection says that its tokens are lost; or after a while. */
async function nothingComes(server: RunningServer): Promise<null> {
  const until = Date.now() + patienceMs
  while (Date.now() < until) {
    // One that is dead by now says nothing.
    if (await isLost(server).catch(() => false)) break
    await setTimeout(200)
  }
  return null
}

async function kill(server: RunningServer): Promise<void> {
  if (server.process.exitCode !== null || server.process.signalCode !== null) return
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

async function isLost(server: RunningServer): Promise<boolean> {
  return (await statusOf(server)).some(({ errorMessage }) => errorMessage?.includes('connect it again'))
}

/** Killed when tokens were given and before they were stored, they are lost: then the connection has to say what to do. */
async function reconnectWhereLost(server: RunningServer): Promise<boolean> {
  if (!(await isLost(server))) return false
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
