import { once } from 'node:events'
import { countEvents } from '../bench/support/ask.ts'
import { isAlive, processTree } from '../bench/support/processes.ts'
import type { Random } from '../bench/support/random.ts'
import type { RunningServer } from '../bench/support/server-program.ts'
import { runServerCommand, serverEnvironment, startServer } from '../bench/support/server-program.ts'
import { waitUntil } from '../bench/support/wait-until.ts'

/** How a rig runs. */
export interface RigOptions {
  /** How many faults it brings about. */
  cycles: number
  /** Of what is random in it. */
  seed: number
  /** The server from its sources, unbuilt. */
  source: boolean
}

/** The server under test, which faults replace. */
export interface Subject {
  command: readonly string[]
  dataDirectory: string
  port: number
  server: RunningServer
  random: Random
}

/** Brings a fault about and the server back; resolves once it answers queries again. */
export type Fault = (subject: Subject) => Promise<void>

/** `kill -9` of the server: its query child has to go with it. */
const killServer: Fault = async (subject) => {
  const { server } = subject
  const descendants = server.pids().slice(1)
  const exited = once(server.process, 'exit')
  server.process.kill('SIGKILL')
  await exited
  await restart(subject)
  await waitUntil('the query child of the killed server to end', () => !descendants.some(isAlive))
}

/** `kill -9` of the query child: the server starts another, and goes on accepting meanwhile. */
const killQueryChild: Fault = async ({ server }) => {
  const child = await queryChild(server)
  process.kill(child, 'SIGKILL')
  await waitUntil('a new query child', () => {
    const next = server.queryChild()
    return next !== null && next !== child
  })
}

/** Both at once, the child first or last. */
const killBoth: Fault = async (subject) => {
  const { server, random } = subject
  const child = await queryChild(server)
  const exited = once(server.process, 'exit')
  const victims = random.below(2) === 0 ? [server.pid, child] : [child, server.pid]
  for (const pid of victims) process.kill(pid, 'SIGKILL')
  await exited
  await restart(subject)
}

/** `kill -9` of a server that is still starting: once at any moment, once when its query child has just begun. */
const killStart: Fault = async (subject) => {
  const { command, dataDirectory, port, random, server } = subject
  await server.stop()
  const begunChildren: number[] = []
  for (const wait of [() => pause(random.below(1000)), (pid: number) => childBegun(pid)]) {
    const { child } = runServerCommand([...command, 'start'], serverEnvironment({ dataDirectory, port }))
    const exited = once(child, 'exit')
    await wait(child.pid!)
    begunChildren.push(...processTree(child.pid!).slice(1))
    child.kill('SIGKILL')
    await exited
  }
  const ended = () => !begunChildren.some(isAlive)
  await waitUntil('the query children of killed servers to end', ended, { timeoutMs: 10_000 }).finally(() => {
    for (const pid of begunChildren) if (isAlive(pid)) process.kill(pid, 'SIGKILL')
  })
  await restart(subject)
}

async function childBegun(pid: number): Promise<void> {
  await waitUntil('a query child', () => processTree(pid).length > 1, { everyMs: 1 })
}

/** `kill -9` in the middle of `svc-server rebuild`, and of whatever it started. */
const killRebuild: Fault = async (subject) => {
  const { command, dataDirectory, server, random } = subject
  await server.stop()
  const { child } = runServerCommand([...command, 'rebuild'], { SVC_DATA_DIR: dataDirectory })
  const exited = once(child, 'exit')
  await pause(100 + random.below(900))
  for (const pid of processTree(child.pid!)) if (isAlive(pid)) process.kill(pid, 'SIGKILL')
  await exited
  await restart(subject)
}

export const faults: Record<string, Fault> = {
  'kill server': killServer,
  'kill query child': killQueryChild,
  'kill both': killBoth,
  'kill rebuild': killRebuild,
  'kill start': killStart,
}

/** Brings the fault about; returns the milliseconds until queries were answered again. */
export async function inflict(fault: Fault, subject: Subject): Promise<number> {
  const begun = performance.now()
  await fault(subject)
  await waitUntil('queries to be answered', () =>
    countEvents(subject.server).then(
      () => true,
      () => false,
    ),
  )
  return performance.now() - begun
}

/** Runs `svc-server rebuild` to its end and starts the server again. Throws with its output when it fails. */
export async function rebuild(subject: Subject, environment: Record<string, string> = {}): Promise<void> {
  await subject.server.stop()
  const { child, output } = runServerCommand([...subject.command, 'rebuild'], {
    SVC_DATA_DIR: subject.dataDirectory,
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`svc-server rebuild ended with ${code}:\n${output()}`)
  await restart(subject, environment)
}

async function restart(subject: Subject, environment: Record<string, string> = {}): Promise<void> {
  const { command, dataDirectory, port } = subject
  subject.server = await startServer(command, { dataDirectory, port, environment })
}

function queryChild(server: RunningServer): Promise<number> {
  return waitUntil('a query child', () => server.queryChild())
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
