import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { connectTo, startPostgres, type TestPostgres } from '../packages/server/test/support/postgres.ts'
import { countEvents, waitForEvents } from './support/ask.ts'
import type { Case, CaseContext } from './support/case.ts'
import { type LoadResult, runLoad } from './support/load.ts'
import { freePort, type RunningServer, startServer } from './support/server-program.ts'
import { figure } from './support/table.ts'
import { waitUntil } from './support/wait-until.ts'

const connections = 32
const stormMs = 10_000
const historyEvents = 2_000_000

/** Servers over PostgreSQL against a bare group-committing insert, and how soon a fresh one answers. */
export const postgres: Case = async (context) => {
  const database = await startPostgres({ max_connections: '100' })
  const folder = mkdtempSync(join(context.scratch, 'postgres-'))
  try {
    const rows: string[][] = []
    for (const batchSize of [1, 100]) {
      const floor = await measureFloor(database, batchSize, stormMs * context.scale)
      for (const count of [1, 3]) {
        const server = await measureServers(context, { database, folder, batchSize, count })
        context.log(
          `${batchSize} a batch, ${count} servers: floor ${figure(floor)}/s, server ${figure(server)}/s`,
        )
        rows.push([
          `${count} server${count > 1 ? 's' : ''}, ${batchSize} a request`,
          figure(floor * batchSize),
          figure(server * batchSize),
          figure(server / floor),
          figure(server),
        ])
      }
    }
    const fresh = await measureFreshServer(context, { database, folder })
    return {
      title: 'Several servers over PostgreSQL',
      about:
        `${connections} connections, closed loop, shared out over the servers; database, servers and load on one machine. ` +
        'The floor appends payloads of the same size by `insert … select unnest`, all that wait in one commit, by one ' +
        `connection and without HTTP. A fresh server holds ${figure(fresh.events)} events after ` +
        `${figure(fresh.replayedSeconds)} s from the log, and after ${figure(fresh.restoredSeconds)} s from a snapshot.`,
      columns: ['', 'Floor, events/s', 'Servers, events/s', 'Ratio', 'Requests/s'],
      rows,
    }
  } finally {
    await database.dispose()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Appends a second, all that wait in one commit. */
async function measureFloor(database: TestPostgres, batchSize: number, durationMs: number): Promise<number> {
  const client = await connectTo(await database.createDatabase())
  await client.query(
    'create table floor (id bigint generated always as identity primary key, payload bytea not null)',
  )
  const payload = Buffer.alloc(300 * batchSize, 'x')
  let waiting: (() => void)[] = []
  let appended = 0
  const begun = performance.now()
  const isOver = () => performance.now() - begun >= durationMs
  const senders = Array.from({ length: connections }, async () => {
    while (!isOver()) await new Promise<void>((resolve) => waiting.push(resolve))
  })
  while (!isOver()) {
    await new Promise((resolve) => setImmediate(resolve))
    const group = waiting
    waiting = []
    await client.query({
      name: 'floor',
      text: 'insert into floor (payload) select unnest($1::bytea[])',
      values: [group.map(() => payload)],
    })
    appended += group.length
    for (const done of group) done()
  }
  for (const done of waiting) done()
  await Promise.all(senders)
  const seconds = (performance.now() - begun) / 1_000
  await client.end()
  return appended / seconds
}

interface Place {
  database: TestPostgres
  folder: string
}

/** Requests a second that are answered 200, by all servers together. */
async function measureServers(
  context: CaseContext,
  { batchSize, count, ...place }: Place & { batchSize: number; count: number },
): Promise<number> {
  const url = await place.database.createDatabase()
  const servers: RunningServer[] = []
  for (let index = 0; index < count; index++) servers.push(await start(context, place, url))
  const job = { connections: Math.ceil(connections / count), batchSize }
  const storm = (durationMs: number, seed: number) =>
    Promise.all(
      servers.map(({ ingestUrl }, index) =>
        runLoad({ ...job, ingestUrl, seed: seed + index, schedule: { kind: 'storm', durationMs } }),
      ),
    )
  await storm(1_000, 100)
  const results = await storm(stormMs * context.scale, 200)
  for (const server of servers) await server.stop()
  return results.reduce((sum, result: LoadResult) => sum + result.requests / result.seconds, 0)
}

/** How long a server without read models takes until its answers hold everything. */
async function measureFreshServer(
  context: CaseContext,
  place: Place,
): Promise<{ events: number; replayedSeconds: number; restoredSeconds: number }> {
  const url = await place.database.createDatabase()
  const snapshots = mkdtempSync(join(place.folder, 'snapshots-'))
  const first = await start(context, place, url, snapshots)
  const now = Date.now()
  const batches = Math.ceil((historyEvents * context.scale) / 100)
  const schedule = { kind: 'history', batches, fromMs: now - 30 * 86_400_000, toMs: now } as const
  const { events } = await runLoad({
    ingestUrl: first.ingestUrl,
    connections: 8,
    batchSize: 100,
    seed: 7,
    schedule,
  })
  await waitForEvents(first, events)
  const ready = async (from?: string) => {
    const begun = performance.now()
    const server = await start(context, place, url, from)
    const isReady = () => fetch(`${server.url}/health/ready`).then(({ ok }) => ok)
    await waitUntil('a fresh server', isReady, { timeoutMs: 3_600_000 })
    const seconds = (performance.now() - begun) / 1_000
    if ((await countEvents(server)) !== events) throw new Error('A ready server lacks events')
    await server.stop()
    context.log(`a fresh server was ready after ${figure(seconds)} s`)
    return seconds
  }
  const replayedSeconds = await ready()
  // Made by the first server, in its own time.
  const isThere = () =>
    readdirSync(snapshots, { recursive: true }).some((name) => String(name).endsWith('.duckdb'))
  await waitUntil('a snapshot', isThere, { timeoutMs: 600_000, everyMs: 200 })
  const restoredSeconds = await ready(snapshots)
  await first.stop()
  return { events, replayedSeconds, restoredSeconds }
}

async function start(
  { command }: CaseContext,
  { folder }: Place,
  url: string,
  snapshots?: string,
): Promise<RunningServer> {
  return startServer(command, {
    dataDirectory: mkdtempSync(join(folder, 'server-')),
    port: await freePort(),
    environment: {
      SVC_DATABASE_URL: url,
      ...(snapshots === undefined ? {} : { SVC_SNAPSHOTS_DIR: snapshots }),
    },
  })
}
