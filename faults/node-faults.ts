import { once } from 'node:events'
import { isAlive, processTree } from '../bench/support/processes.ts'
import type { Random } from '../bench/support/random.ts'
import type { RunningServer } from '../bench/support/server-program.ts'
import { waitUntil } from '../bench/support/wait-until.ts'
import { connectTo, type TestPostgres } from '../packages/server/test/support/postgres.ts'
import type { TcpSwitch } from './tcp-switch.ts'

/** Servers over one database, which faults replace. */
export interface Cluster {
  nodes: RunningServer[]
  /** Starts a server again that has ended, on its folder and port. */
  restart: (index: number) => Promise<void>
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
  const server = nodes[index]!
  const theirs = server.pids()
  const exited = once(server.process, 'exit')
  server.process.kill('SIGKILL')
  await exited
  await waitUntil('what it started to end', () => !theirs.some(isAlive))
  await restart(index)
}

/** The server that works for the organization stands still for longer than its lease: another takes over, and it stops. */
const freezeHolder: NodeFault = async ({ nodes, url, awayMs }) => {
  const fence = async () =>
    Number((await ask(url, 'select max(fence) as fence from customer_intel.leases'))[0]!.fence)
  for (const node of nodes) {
    const before = await fence()
    const frozen = node.pids()
    for (const pid of frozen) process.kill(pid, 'SIGSTOP')
    const begun = performance.now()
    let takenOverMs: number | null = null
    while (performance.now() - begun < Math.max(awayMs, 30_000)) {
      await pause(200)
      if (takenOverMs === null && (await fence()) > before) takenOverMs = performance.now() - begun
    }
    for (const pid of frozen) process.kill(pid, 'SIGCONT')
    if (takenOverMs !== null) return `taken over after ${(takenOverMs / 1_000).toFixed(1)} s`
  }
  throw new Error('No server worked for the organization')
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

/** The primary is killed, and its synchronous standby promoted. */
const failOver: NodeFault = async ({ primary, database }) => {
  const standby = await primary.startStandby()
  await primary.stop()
  await standby.promote()
  database.to(Number(new URL(standby.url).port))
}

export const nodeFaults: Record<string, NodeFault> = {
  'freeze the server that works': freezeHolder,
  'stop the database': stopDatabase,
  'restart the database': restartDatabase,
  'freeze the database': freezeDatabase,
  'take all connections': exhaustConnections,
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
