import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { countEvents, query } from './support/ask.ts'
import type { Case } from './support/case.ts'
import { runLoad } from './support/load.ts'
import { percentile } from './support/percentile.ts'
import { cpuSeconds, residentBytes } from './support/processes.ts'
import type { RunningServer } from './support/server-program.ts'
import { freePort, startServer } from './support/server-program.ts'
import { figure } from './support/table.ts'
import { waitUntil } from './support/wait-until.ts'

/** So long a server that starts empty is cold, in milliseconds. */
const coldMs = 5_000

/** What one public key may send at most, held for minutes, while a reader asks for its own writes every second. */
export const ceiling: Case = async (context) => {
  const dataDirectory = mkdtempSync(join(context.scratch, 'ceiling-'))
  const server = await startServer(context.command, { dataDirectory, port: await freePort() })
  await countEvents(server)
  const durationMs = context.minutes * 60_000
  const pids = server.pids()
  const before = cpuSeconds(pids)
  const begun = performance.now()
  const lags: { ms: number; cold: boolean }[] = []
  let peak = 0
  const loading = { over: false }

  async function watch(): Promise<void> {
    while (!loading.over) {
      const cold = performance.now() - begun < coldMs
      lags.push({ ms: await measureLag(server), cold })
      peak = Math.max(peak, residentBytes(server.pids()))
      await new Promise((resolve) => setTimeout(resolve, 1000))
    }
  }
  const watching = watch()
  const load = await runLoad({
    ingestUrl: server.ingestUrl,
    connections: 64,
    batchSize: 100,
    seed: 7,
    schedule: { kind: 'pace', durationMs, requestsPerSecond: 100 },
  }).finally(() => (loading.over = true))
  await watching
  const wallSeconds = (performance.now() - begun) / 1000
  const cores = (cpuSeconds(pids) - before) / wallSeconds
  await server.stop()
  rmSync(dataDirectory, { recursive: true })
  const [atFirst, later] = [true, false].map((cold) =>
    lags.filter((lag) => lag.cold === cold).map(({ ms }) => ms),
  ) as [number[], number[]]
  return {
    title: 'The ceiling, held',
    about:
      `100 requests a second with 100 events each, for ${figure(context.minutes)} minutes. A latency counts from the ` +
      'moment at which the request was due. The lag of reads is the time from the 200 for an event to an answer of ' +
      'svc_query that counts it, asked once a second. The server starts empty: ' +
      `in the first ${coldMs / 1000} seconds it is cold, and everybody is new to it.`,
    columns: ['What', 'Result'],
    rows: [
      ['events accepted', figure(load.events)],
      ['ingest p50', figure(load.p50, 'ms')],
      ['ingest p99', figure(load.p99, 'ms')],
      ['ingest, slowest', figure(load.max, 'ms')],
      ['lag of reads, median', figure(percentile(later, 0.5), 'ms')],
      ['lag of reads, p99', figure(percentile(later, 0.99), 'ms')],
      ['lag of reads, slowest', figure(percentile(later, 1), 'ms')],
      [`lag of reads, slowest of the first ${coldMs / 1000} seconds`, figure(percentile(atFirst, 1), 'ms')],
      ['CPU of all processes', figure(cores, 'cores')],
      ['resident memory of all processes, highest', figure(peak / 1024 ** 2, 'MB')],
    ],
  }
}

/** Milliseconds from an event's 200 until a query counts it. */
async function measureLag(server: RunningServer): Promise<number> {
  const uuid = randomUUID()
  const event = {
    type: 'custom',
    uuid,
    url: 'server://bench',
    path: '/',
    eventName: 'Marker',
    userId: 'marker',
  }
  const response = await fetch(server.ingestUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ source: 'server', events: [event] }),
  })
  if (response.status !== 200)
    throw new Error(`The marker was answered ${response.status}: ${await response.text()}`)
  const begun = performance.now()
  await waitUntil(
    'the marker',
    async () => {
      const sql = `select event_id from activity where event_name = 'Marker' and event_id = '${uuid}'`
      return (await query(server, sql)).length > 0
    },
    { everyMs: 10 },
  )
  return performance.now() - begun
}
