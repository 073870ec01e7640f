import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { countEvents, waitForEvents } from './ask.ts'
import type { CaseContext } from './case.ts'
import { runLoad } from './load.ts'
import type { RunningServer } from './server-program.ts'
import { freePort, startServer } from './server-program.ts'

const day = 86_400_000
const batchSize = 100
/** The history of 90 days that a full dataset holds, in events. */
export const fullHistory = 2_000_000

/**
 * Starts a server on a history of at least `events` events, filling it through the Ingest API with what is missing.
 * The first million covers the first half of the 90 days.
 */
export async function startOnHistory(context: CaseContext, events: number): Promise<RunningServer> {
  const dataDirectory = join(context.scratch, 'history')
  mkdirSync(dataDirectory, { recursive: true })
  const server = await startServer(context.command, { dataDirectory, port: await freePort() })
  const there = await countEvents(server)
  if (there >= events) return server
  const time = (index: number) => Date.now() - 90 * day + (90 * day * index) / (fullHistory * context.scale)
  context.log(`filling in ${events - there} events`)
  const { seconds } = await runLoad({
    ingestUrl: server.ingestUrl,
    connections: 16,
    batchSize,
    seed: 1 + there,
    schedule: {
      kind: 'history',
      batches: Math.ceil((events - there) / batchSize),
      fromMs: time(there),
      toMs: time(events),
    },
  })
  const begun = performance.now()
  await waitForEvents(server, events)
  const behind = (performance.now() - begun) / 1000
  context.log(`accepted in ${seconds.toFixed(1)} s, readable ${behind.toFixed(1)} s later`)
  return server
}
