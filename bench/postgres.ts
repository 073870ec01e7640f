import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { connectTo, startPostgres, type TestPostgres } from '../packages/server/test/support/postgres.ts'
import { questions, waitForRest } from './reads.ts'
import { callTool, countEvents } from './support/ask.ts'
import type { Case, CaseContext } from './support/case.ts'
import { startOnHistory } from './support/dataset.ts'
import { type LoadResult, runLoad } from './support/load.ts'
import { percentile } from './support/percentile.ts'
import { freePort, runServerCommand, type RunningServer, startServer } from './support/server-program.ts'
import { figure } from './support/table.ts'
import { waitUntil } from './support/wait-until.ts'

const connections = 32
const stormMs = 10_000
const historyEvents = 2_000_000
/** So many events a second have to be taken, by requests of one and of a hundred. */
const targets = { 1: 1_500, 100: 15_000 }
/** Reads may take so many times as long as over files, all questions together. */
const maxReadRatio = 1.1

/** Servers over PostgreSQL against a bare group-committing insert, and how soon a fresh one answers. */
export const postgres: Case = async (context) => {
  const database = await startPostgres({ max_connections: '100' })
  const folder = mkdtempSync(join(context.scratch, 'postgres-'))
  try {
    const rows: string[][] = []
    const failures: string[] = []
    for (const batchSize of [1, 100] as const) {
      const floor = await measureFloor(database, batchSize, stormMs * context.scale)
      for (const count of [1, 3]) {
        const server = await measureServers(context, { database, folder, batchSize, count })
        context.log(
          `${batchSize} a batch, ${count} servers: floor ${figure(floor)}/s, server ${figure(server)}/s`,
        )
        if (count === 1 && server * batchSize < targets[batchSize])
          failures.push(`${figure(server * batchSize)} events/s, ${targets[batchSize]} are asked for`)
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
    const ratio = Math.exp(
      fresh.reads.reduce((sum, read) => sum + Math.log(read.ratio), 0) / fresh.reads.length,
    )
    if (ratio > maxReadRatio) failures.push(`reads take ${ratio.toFixed(2)} times as long as over files`)
    return {
      title: 'Several servers over PostgreSQL',
      about:
        `${connections} connections, closed loop, shared out over the servers; database, servers and load on one machine. ` +
        'The floor appends payloads of the same size by `insert … select unnest`, all that wait in one commit, by one ' +
        `connection and without HTTP. A fresh server holds ${figure(fresh.events)} events after ` +
        `${figure(fresh.replayedSeconds)} s from the log, and after ${figure(fresh.restoredSeconds)} s from a snapshot in the database. The questions of [Reads](#reads), asked of it and ` +
        `of a server over files with the same history in turns, take ${ratio.toFixed(2)} times as long ` +
        `(${fresh.reads.map((read) => `${read.name} ${read.ratio.toFixed(2)}`).join(', ')}).`,
      columns: ['', 'Floor, events/s', 'Servers, events/s', 'Ratio', 'Requests/s'],
      rows,
      failures,
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

interface Fresh {
  events: number
  replayedSeconds: number
  restoredSeconds: number
  /** Of each question, how long it takes on PostgreSQL for one millisecond over files. */
  reads: { name: string; overFilesMs: number; ratio: number }[]
}

/** How long a server without read models takes until its answers hold everything, and how it answers then. */
async function measureFreshServer(context: CaseContext, place: Place): Promise<Fresh> {
  const overFiles = await startOnHistory(context, historyEvents * context.scale)
  const events = await countEvents(overFiles)
  await overFiles.stop()
  const url = await place.database.createDatabase()
  const files = join(context.scratch, 'history')
  await runCommand(context.command, ['migrate', '--from', files, '--to', url])
  const ready = async (snapshots: string) => {
    const begun = performance.now()
    const server = await start(context, place, url, snapshots)
    const isReady = () => fetch(`${server.url}/health/ready`).then(({ ok }) => ok)
    await waitUntil('a fresh server', isReady, { timeoutMs: 3_600_000 })
    const seconds = (performance.now() - begun) / 1_000
    if ((await countEvents(server)) !== events) throw new Error('A ready server lacks events')
    context.log(`a fresh server was ready after ${figure(seconds)} s`)
    return { server, seconds }
  }
  const first = await ready('database')
  // Made by the first server, in its own time.
  const client = await connectTo(url)
  const isThere = async () => {
    const { rows } = await client.query<{ whole: boolean }>(
      `select count(*) = max(split_part(name, '-of-', 2)::int) as whole from customer_intel.pieces`,
    )
    return rows[0]?.whole === true
  }
  await waitUntil('a snapshot', isThere, { timeoutMs: 600_000, everyMs: 200 })
  await client.end()
  const second = await ready('database')
  await first.server.stop()
  const reads = await compareReads(context, files, second.server)
  await second.server.stop()
  return { events, replayedSeconds: first.seconds, restoredSeconds: second.seconds, reads }
}

/** Asks both in turns, so that what else the machine does falls on both. */
async function compareReads(
  context: CaseContext,
  dataDirectory: string,
  onPostgres: RunningServer,
): Promise<Fresh['reads']> {
  const onFiles = await startServer(context.command, { dataDirectory, port: await freePort() })
  await countEvents(onFiles)
  await waitForRest(onFiles)
  await waitForRest(onPostgres)
  const reads: Fresh['reads'] = []
  for (const { name, tool, input } of questions) {
    const times: [number[], number[]] = [[], []]
    for (let index = 0; index < 90; index++) {
      for (const [which, server] of [onFiles, onPostgres].entries()) {
        const begun = performance.now()
        await callTool(server, tool, input(index % 30))
        // The first of each customer compile and fill caches.
        if (index >= 30) times[which]!.push(performance.now() - begun)
      }
    }
    const [overFilesMs, overPostgresMs] = times.map((list) => percentile(list, 0.5)) as [number, number]
    reads.push({ name, overFilesMs, ratio: overPostgresMs / overFilesMs })
    context.log(`${name}: ${figure(overFilesMs)} ms over files, ${figure(overPostgresMs)} ms over PostgreSQL`)
  }
  await onFiles.stop()
  return reads
}

/** A command of the server program, to its end. */
async function runCommand(command: readonly string[], argv: readonly string[]): Promise<void> {
  const { child, output } = runServerCommand([...command, ...argv], {})
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`${argv[0]} ended with ${code}:\n${output()}`)
}

async function start(
  { command }: CaseContext,
  { folder }: Place,
  url: string,
  snapshots = 'none',
): Promise<RunningServer> {
  return startServer(command, {
    dataDirectory: mkdtempSync(join(folder, 'server-')),
    port: await freePort(),
    environment: {
      SVC_DATABASE_URL: url,
      SVC_SNAPSHOTS: snapshots,
    },
  })
}
