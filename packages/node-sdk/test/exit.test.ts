import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { directorySpool } from '../src/spool.ts'
import { Tracker } from '../src/track.ts'
import { sendSynchronously } from '../src/tracker/exit.ts'
import { createEndpoint } from '../src/tracker/send.ts'
import { answer, startIngestServer, store, type IngestServer } from './support/ingest-server.ts'
import { runExiting } from './support/run-exiting.ts'

let server: IngestServer
let directory: string
const trackers: Tracker[] = []

beforeEach(async () => {
  server = await startIngestServer()
  directory = await mkdtemp(join(tmpdir(), 'customer-intel-spool-'))
})
afterEach(async () => {
  await Promise.all(trackers.splice(0).map((tracker) => tracker.shutdown({ timeoutMs: 1 })))
  await server.close()
  await rm(directory, { recursive: true, force: true })
})

function createTracker(baseUrl = server.baseUrl): Tracker {
  const tracker = new Tracker({
    publicKey: 'pk_test',
    baseUrl,
    flushOnExit: false,
    warn: () => undefined,
    spool: directorySpool(directory),
  })
  trackers.push(tracker)
  return tracker
}

/** A free port below those that systems give out by themselves: nobody else gets it while no one listens there. */
async function reservePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000)
    const probe = await startIngestServer(port).catch(() => null)
    if (probe === null) continue
    await probe.close()
    return port
  }
}

/** Users whose events are stored. */
function storedUsers(): string[] {
  return [...server.stored.values()].map((event) => String(event.userId)).sort()
}

function users(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}-${index}`).sort()
}

async function spoolFiles(): Promise<string[]> {
  const files = await readdir(directory, { recursive: true })
  return files.filter((file) => file.endsWith('.jsonl'))
}

test.each([
  ['empty event loop', 0],
  ['process.exit', 0],
  ['uncaught error', 1],
  ['unhandled rejection', 1],
  ['shutdown', 0],
])('a process that ends by %s has delivered its events, without a spool', async (way, code) => {
  const child = runExiting(way, { baseUrl: server.baseUrl, count: 150, prefix: 'a' })
  expect(await child.ended).toBe(code)
  expect(storedUsers()).toEqual(users('a', 150))
})

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  'a process that ends by %s has delivered its events, and ends by that signal',
  async (signal) => {
    const child = runExiting('signal', { baseUrl: server.baseUrl, count: 50, prefix: 'a' })
    await child.ready
    child.kill(signal)
    expect(await child.ended).toBe(signal)
    expect(storedUsers()).toEqual(users('a', 50))
  },
)

test('two processes on one spool are killed by SIGKILL: the next start stores everything exactly once', async () => {
  // The server takes everything and confirms nothing, so that all is in doubt when the processes are killed.
  server.fault = ({ events }) => {
    store(server, events)
    return 'answered'
  }
  const children = ['a', 'b'].map((prefix) =>
    runExiting('signal', { baseUrl: server.baseUrl, directory, count: 250, prefix }),
  )
  await Promise.all(children.map(({ ready }) => ready))
  for (const child of children) child.kill('SIGKILL')
  expect(await Promise.all(children.map(({ ended }) => ended))).toEqual(['SIGKILL', 'SIGKILL'])

  server.fault = null
  const report = await createTracker().flush()
  expect(report).toMatchObject({ recorded: 500, acknowledged: 500, dropped: 0, waiting: 0 })
  expect(storedUsers()).toEqual([...users('a', 250), ...users('b', 250)].sort())
  expect(await spoolFiles()).toEqual([])
})

test('a process that was never reached leaves its events to the next one, whatever its end', async () => {
  const nowhere = 'http://127.0.0.1:1'
  for (const [index, way] of ['process.exit', 'uncaught error'].entries()) {
    await runExiting(way, { baseUrl: nowhere, directory, count: 20, prefix: `w${index}` }).ended
  }
  const child = runExiting('shutdown', { baseUrl: server.baseUrl, directory, count: 0, prefix: 'x' })
  expect(await child.ended).toBe(0)
  expect(storedUsers()).toEqual([...users('w0', 20), ...users('w1', 20)])
})

test('the files of a living process are left alone', async () => {
  const child = runExiting('signal', { baseUrl: 'http://127.0.0.1:1', directory, count: 10, prefix: 'a' })
  await child.ready
  expect(await createTracker().flush()).toMatchObject({ recorded: 0 })
  expect(server.stored.size).toBe(0)
  child.kill('SIGKILL')
  await child.ended
  expect(await createTracker().flush()).toMatchObject({ recorded: 10, acknowledged: 10 })
})

test('many trackers that start at once share what was left, each event once', async () => {
  await runExiting('process.exit', { baseUrl: 'http://127.0.0.1:1', directory, count: 3_000, prefix: 'a' })
    .ended
  const reports = await Promise.all(
    [createTracker(), createTracker(), createTracker()].map((one) => one.flush()),
  )
  expect(reports.reduce((sum, { acknowledged }) => sum + acknowledged, 0)).toBe(3_000)
  expect(server.stored.size).toBe(3_000)
  expect(server.duplicates).toBe(0)
})

test('what shutdown could not deliver stays in the spool, and goes at the next start in the same process', async () => {
  const first = createTracker('http://127.0.0.1:1')
  for (const user of users('a', 5)) first.track({ eventName: 'Worked', userId: user })
  expect(await first.shutdown({ timeoutMs: 100 })).toMatchObject({ spooled: 5, dropped: 0, acknowledged: 0 })
  expect(await createTracker().flush()).toMatchObject({ acknowledged: 5 })
  expect(storedUsers()).toEqual(users('a', 5))
})

test('an event is on disk when track returns, and off it when it is confirmed', async () => {
  const tracker = createTracker()
  tracker.track({ eventName: 'Worked', userId: 'a' })
  const [file] = await spoolFiles()
  expect(file).toBeDefined()
  await tracker.flush()
  await tracker.shutdown()
  expect(await spoolFiles()).toEqual([])
})

test('an outage longer than the first retries loses nothing', async () => {
  const tracker = createTracker()
  let refused = 0
  server.fault = (_, response) => {
    if (++refused > 3) server.fault = null
    return answer(response, 503, { error: 'away' }, { 'retry-after': '0.05' })
  }
  for (const user of users('a', 500)) tracker.track({ eventName: 'Worked', userId: user })
  expect(await tracker.flush()).toMatchObject({ acknowledged: 500, waiting: 0 })
  expect(storedUsers()).toEqual(users('a', 500))
})

test('a server that is gone and comes back gets everything once; SVC_TEST_OUTAGE_MS makes the outage longer', async () => {
  const outageMs = Number(process.env.SVC_TEST_OUTAGE_MS ?? 1_500)
  const port = await reservePort()
  const tracker = createTracker(`http://127.0.0.1:${port}`)
  const begun = Date.now()
  let recorded = 0
  while (Date.now() - begun < outageMs) {
    for (let index = 0; index < 50; index++) tracker.track({ eventName: 'Worked', userId: `a-${recorded++}` })
    await new Promise((resolve) => setTimeout(resolve, outageMs / 20))
  }
  expect(tracker.stats()).toMatchObject({ recorded, acknowledged: 0, waiting: recorded, dropped: 0 })
  await server.close()
  server = await startIngestServer(port)
  expect(await tracker.flush()).toMatchObject({ acknowledged: recorded, waiting: 0, dropped: 0 })
  expect(storedUsers()).toEqual(users('a', recorded))
  expect(server.duplicates).toBe(0)
})

test('process.exit with a backlog waits for a server that is busy, and reports only what was not confirmed', async () => {
  const limited = new Set<string>()
  server.fault = ({ events }, response) => {
    const first = events[0]?.uuid ?? ''
    if (limited.has(first)) return undefined
    limited.add(first)
    return answer(response, 429, { error: 'slow down' })
  }
  const child = runExiting('process.exit', { baseUrl: server.baseUrl, count: 1_000, prefix: 'a' })
  expect(await child.ended).toBe(0)
  expect(storedUsers()).toEqual(users('a', 1_000))
})

test('what could not be sent while the process exits is not taken for confirmed', () => {
  const endpoint = createEndpoint({ baseUrl: 'http://127.0.0.1:1', publicKey: 'pk_test', source: 'server' })
  expect(sendSynchronously(endpoint, ['{}', '{}'], 5_000)).toEqual(new Set())
})
