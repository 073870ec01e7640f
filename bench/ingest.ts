import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { countEvents, waitForEvents } from './support/ask.ts'
import type { Case, CaseContext } from './support/case.ts'
import type { LoadResult } from './support/load.ts'
import { runLoad } from './support/load.ts'
import { median } from './support/percentile.ts'
import { cpuSeconds } from './support/processes.ts'
import { freePort, startServer } from './support/server-program.ts'
import { figure } from './support/table.ts'

const repeats = 3

/** Durable ingest against the floor, both under the same load and in turns, so that they meet the same disk. */
export const ingest: Case = async (context) => {
  const rows: string[][] = []
  for (const batchSize of [1, 10, 100]) {
    const runs: { ratio: number; floor: LoadResult; server: LoadResult; cpu: number; ownCpu: number }[] = []
    for (let repeat = 0; repeat < repeats; repeat++) {
      const floor = await measureFloor(context, batchSize, repeat)
      const server = await measureServer(context, batchSize, repeat)
      context.log(`${batchSize} a batch: floor ${figure(rate(floor))}/s, server ${figure(rate(server))}/s`)
      runs.push({
        ratio: rate(server) / rate(floor),
        floor,
        server,
        cpu: server.cpuSeconds / server.events,
        ownCpu: server.ownCpuSeconds / server.events,
      })
    }
    const middle = (value: (run: (typeof runs)[0]) => number) => median(runs.map(value))
    rows.push([
      String(batchSize),
      figure(middle((run) => rate(run.floor))),
      figure(middle((run) => rate(run.server))),
      figure(middle((run) => run.ratio)),
      figure(middle((run) => run.server.requests / run.server.seconds)),
      figure(
        middle((run) => run.server.p50),
        'ms',
      ),
      figure(
        middle((run) => run.server.p99),
        'ms',
      ),
      figure(middle((run) => run.ownCpu) * 1e6, 'µs'),
      figure(middle((run) => run.cpu) * 1e6, 'µs'),
    ])
  }
  return {
    title: 'Durable ingest',
    about:
      '32 connections, closed loop. Answered 200 means: on the disk. The floor is a bare node:http server that ' +
      'parses the JSON and appends it to one file with group-commit fdatasync, under the same load in the same run. ' +
      `CPU is that of the process that accepts, and of all, from the first request until every event can be read. Median of ${repeats}.`,
    columns: [
      'Events a request',
      'Floor, events/s',
      'Server, events/s',
      'Ratio',
      'Requests/s',
      'p50',
      'p99',
      'CPU an event, accepting',
      'CPU an event, all',
    ],
    rows,
  }
}

function rate(result: LoadResult): number {
  return result.events / result.seconds
}

function storm(
  context: CaseContext,
  ingestUrl: string,
  batchSize: number,
  repeat: number,
): Promise<LoadResult> {
  return runLoad({
    ingestUrl,
    batchSize,
    connections: 32,
    seed: 1000 * batchSize + repeat,
    schedule: { kind: 'storm', durationMs: 8_000 * context.scale },
  })
}

async function measureFloor(context: CaseContext, batchSize: number, repeat: number): Promise<LoadResult> {
  const folder = mkdtempSync(join(context.scratch, 'floor-'))
  const child = fork(fileURLToPath(new URL('floor-server.ts', import.meta.url)), [join(folder, 'log')])
  const [port] = (await once(child, 'message')) as [number]
  const result = await storm(context, `http://127.0.0.1:${port}/events`, batchSize, repeat)
  child.disconnect()
  await once(child, 'exit')
  rmSync(folder, { recursive: true })
  return result
}

async function measureServer(context: CaseContext, batchSize: number, repeat: number) {
  const dataDirectory = mkdtempSync(join(context.scratch, 'ingest-'))
  const server = await startServer(context.command, { dataDirectory, port: await freePort() })
  await countEvents(server)
  const pids = server.pids()
  const before = cpuSeconds(pids)
  const ownBefore = cpuSeconds([server.pid])
  const result = await storm(context, server.ingestUrl, batchSize, repeat)
  await waitForEvents(server, result.events)
  const spent = { cpuSeconds: cpuSeconds(pids) - before, ownCpuSeconds: cpuSeconds([server.pid]) - ownBefore }
  await server.stop()
  rmSync(dataDirectory, { recursive: true })
  return { ...result, ...spent }
}
