import { once } from 'node:events'
import { callTool } from '../bench/support/ask.ts'
import { isAlive, processTree } from '../bench/support/processes.ts'
import type { Random } from '../bench/support/random.ts'
import type { RunningServer } from '../bench/support/server-program.ts'
import { waitUntil } from '../bench/support/wait-until.ts'
import { connectTo, type TestPostgres } from '../packages/server/test/support/postgres.ts'
import type { TcpSwitch } from './tcp-switch.ts'

/** Servers over one database, which faults replace. */
export interface Cluster {
  nodes: RunningServer[]
  /** Starts a server again that has ended, on its folder and port; by another program than before where one is given. */
  restart: (index: number, command?: readonly string[]) => Promise<void>
  /** The program whose read models have other tables; null: there is none, as the servers run from their sources. */
  nextCommand: (() => Promise<readonly string[]>) | null
  primary: TestPostgres
  /** What the servers connect to. */
  database: TcpSwitch
  url: string
  random: Random
  /** How long something stays away, in milliseconds. */
  awayMs: number
}

/** Brings a fault about, and resolves once its cause is over. May say something about it. */
type NodeFault = (cluster: Cluster) => Promise<string | void>

/** `kill -9` of any of the servers. */
export const killNode: NodeFault = async ({ nodes, restart, random }) => {
  const index = random.below(nodes.length)
  await kill(nodes[index]!)
  await restart(index)
}

async function kill(server: RunningServer): Promise<void> {
  const theirs = server.pids()
  const exited = once(server.process, 'exit')
  server.process.kill('SIGKILL')
  await exited
  await waitUntil('what it started to end', () => !theirs.some(isAlive))
}

/** Another server has to work for the organization so soon, in milliseconds. */
const takeOverMs = 30_000

/** The server that works for the organization stands still for longer than its lease: another takes over, and it stops. */
const freezeHolder: NodeFault = async ({ nodes, url, awayMs }) => {
  for (const node of nodes) {
    const frozen = node.pids()
    const watched = watchTakeOver(url, Math.max(awayMs, takeOverMs))
    for (const pid of frozen) process.kill(pid, 'SIGSTOP')
    const takenOver = await watched
    for (const pid of frozen) process.kill(pid, 'SIGCONT')
    if (takenOver !== null) return takenOver
  }
  throw new Error('No server worked for the organization, or none took over')
}

/** The server that works for the organization is killed, and stays away. */
const killHolder: NodeFault = async ({ nodes, restart, url }) => {
  for (const [index, node] of nodes.entries()) {
    const watched = watchTakeOver(url, takeOverMs)
    await kill(node)
    const takenOver = await watched
    await restart(index)
    if (takenOver !== null) return takenOver
  }
  throw new Error('No server worked for the organization, or none took over')
}

/** Watches the lease for so long; null where nobody else got it within {@link takeOverMs}. */
async function watchTakeOver(url: string, watchMs: number): Promise<string | null> {
  const fence = async () =>
    Number((await ask(url, 'select max(fence) as fence from customer_intel.leases'))[0]!.fence)
  const before = await fence()
  const begun = performance.now()
  let afterMs: number | null = null
  while (performance.now() - begun < watchMs) {
    await pause(200)
    if (afterMs === null && (await fence()) > before) afterMs = performance.now() - begun
  }
  return afterMs === null || afterMs > takeOverMs
    ? null
    : `taken over after ${(afterMs / 1_000).toFixed(1)} s`
}

/**
 * One server after another is replaced by a program whose read models have other tables: each rebuilds its own from the
 * log while the others answer, and is ready only then.
 */
const upgrade: NodeFault = async ({ nodes, restart, nextCommand }) => {
  if (nextCommand === null) return 'left out: the servers run from their sources'
  const command = await nextCommand()
  const said: string[] = []
  for (const index of nodes.keys()) {
    const others = nodes.filter((_, other) => other !== index)
    await nodes[index]!.stop()
    const begun = performance.now()
    const replaced = { isReady: false }
    const asked = askUntil(replaced, others)
    try {
      await restart(index, command)
      const server = nodes[index]!
      const isReady = () => fetch(`${server.url}/health/ready`).then(({ ok }) => ok)
      await waitUntil('the replaced server to be ready', isReady, { timeoutMs: 600_000, everyMs: 100 })
    } finally {
      replaced.isReady = true
    }
    const { answers, stale, failures } = await asked
    if (failures.length > 0 || answers === 0)
      throw new Error(`${answers} answers of the others, ${failures.length} failures: ${failures[0]}`)
    const seconds = ((performance.now() - begun) / 1_000).toFixed(1)
    said.push(
      `server ${index + 1} ready after ${seconds} s, ${answers} answers of the others meanwhile, ${stale} said to be stale`,
    )
  }
  return said.join('; ')
}

/** Asks the servers in turn until `stop` says so; every answer that isn't said to be stale has to hold what another held before. */
async function askUntil(
  stop: { readonly isReady: boolean },
  servers: readonly RunningServer[],
): Promise<{ answers: number; stale: number; failures: string[] }> {
  const failures: string[] = []
  let [answers, stale, least] = [0, 0, 0]
  while (!stop.isReady) {
    const server = servers[answers % servers.length]!
    try {
      const answer = await callTool<{ data: { events: number | string }[]; stale?: object }>(
        server,
        'svc_query',
        { sql: 'select count(*) as events from activity' },
      )
      const events = Number(answer.data[0]!.events)
      if (answer.stale !== undefined) stale += 1
      else if (events < least) failures.push(`${events} events, where there had been ${least}`)
      least = Math.max(least, events)
    } catch (error) {
      failures.push(String(error))
    }
    answers += 1
    await pause(50)
  }
  return { answers, stale, failures }
}

const stopDatabase: NodeFault = async ({ primary, awayMs }) => {
  await primary.stop()
  await pause(awayMs)
  await primary.start()
}

const restartDatabase: NodeFault = async ({ primary }) => {
  await primary.stop()
  await primary.start()
}

/** The database neither answers nor ends a connection. */
const freezeDatabase: NodeFault = async ({ primary, awayMs }) => {
  const frozen = processTree(primary.pid())
  for (const pid of frozen) process.kill(pid, 'SIGSTOP')
  await pause(awayMs / 2)
  for (const pid of frozen) process.kill(pid, 'SIGCONT')
}

/** Somebody else takes every connection that the database has, the servers' own included. */
const exhaustConnections: NodeFault = async ({ primary, awayMs }) => {
  const taken: Awaited<ReturnType<typeof connectTo>>[] = []
  const admin = await connectTo(primary.url)
  await admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'customer-intel'`,
  )
  const begun = performance.now()
  while (performance.now() - begun < awayMs / 4) {
    const client = await connectTo(primary.url).catch(() => null)
    if (client === null) await pause(20)
    else taken.push(client)
  }
  await Promise.all([admin, ...taken].map((client) => client.end().catch(() => undefined)))
  return `${taken.length} connections taken`
}

/** Answers of the database are lost, each with its connection: also those to commits, which were done. */
const loseAnswers: NodeFault = async ({ database, awayMs }) => {
  database.lose(0.02)
  await pause(awayMs / 4)
  return `${database.lose(0)} answers lost`
}

/** The primary is killed, and its synchronous standby promoted. */
const failOver: NodeFault = async ({ primary, database }) => {
  const standby = await primary.startStandby()
  await primary.stop()
  await standby.promote()
  database.to(Number(new URL(standby.url).port))
}

export const nodeFaults: Record<string, NodeFault> = {
  'kill the server that works': killHolder,
  'freeze the server that works': freezeHolder,
  'replace each server by one with other tables': upgrade,
  'stop the database': stopDatabase,
  'restart the database': restartDatabase,
  'freeze the database': freezeDatabase,
  'take all connections': exhaustConnections,
  'lose answers': loseAnswers,
  'promote the standby': failOver,
}

async function ask(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = await connectTo(url)
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
