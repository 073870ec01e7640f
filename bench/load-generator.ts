/** A process that loads a server with events as its parent says, reports, and ends. */
import { openHttpConnection } from './support/http-connection.ts'
import type { LoadJob, LoadResult } from './support/load.ts'
import { percentile } from './support/percentile.ts'
import type { Random } from './support/random.ts'
import { createRandom } from './support/random.ts'
import { createBatch } from './support/visits.ts'

process.once('message', (job: LoadJob) => {
  void run(job).then((result) => process.send!(result))
})

async function run(job: LoadJob): Promise<LoadResult> {
  const { schedule, batchSize, connections } = job
  const random = createRandom(job.seed)
  const nextBody =
    schedule.kind === 'history' ? historyBodies(random, batchSize, schedule) : readyBodies(random, batchSize)
  const statuses: Record<string, number> = {}
  const latencies: number[] = []
  const begun = performance.now()
  let sent = 0

  /** When the next request is due, in milliseconds from the beginning; null when there is none. */
  function takeTurn(): number | null {
    const elapsed = performance.now() - begun
    if (schedule.kind === 'history') return sent++ < schedule.batches ? elapsed : null
    if (schedule.kind === 'storm') return elapsed < schedule.durationMs ? elapsed : null
    const due = (sent++ * 1000) / schedule.requestsPerSecond
    return due < schedule.durationMs ? due : null
  }

  async function work(): Promise<void> {
    const connection = await openHttpConnection(job.ingestUrl)
    for (let due = takeTurn(); due !== null; due = takeTurn()) {
      const early = due - (performance.now() - begun)
      if (early > 0) await new Promise((resolve) => setTimeout(resolve, early))
      const { status } = await connection.post(nextBody())
      latencies.push(performance.now() - begun - due)
      statuses[status] = (statuses[status] ?? 0) + 1
    }
    connection.close()
  }

  const broken = await Promise.allSettled(Array.from({ length: connections }, work))
  const failed = broken.filter((result) => result.status === 'rejected').length
  if (failed > 0) statuses['broken'] = failed
  return {
    requests: latencies.length,
    events: (statuses['200'] ?? 0) * batchSize,
    seconds: (performance.now() - begun) / 1000,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    max: percentile(latencies, 1),
    statuses,
  }
}

/** Bodies made on the way, in the order of their times. */
function historyBodies(
  random: Random,
  size: number,
  { batches, fromMs, toMs }: { batches: number; fromMs: number; toMs: number },
) {
  let index = 0
  return () => {
    const timeMs = Math.trunc(fromMs + ((toMs - fromMs) * index++) / batches)
    return Buffer.from(JSON.stringify(createBatch(random, size, timeMs)))
  }
}

/** A supply of finished bodies, in which only the uuids of the events change from one use to the next. */
function readyBodies(random: Random, size: number): () => Buffer {
  const now = Date.now() - 3_600_000
  const supply = Array.from({ length: Math.max(50, Math.ceil(5_000 / size)) }, () => {
    const batch = createBatch(random, size, now)
    const body = Buffer.from(JSON.stringify(batch))
    let at = 0
    const places = batch.events.map((event) => (at = body.indexOf(String(event['uuid']), at + 1)))
    return { body, places }
  })
  // The last twelve digits of a uuid count up; the start differs from one run to the next by its random bits.
  let counter = random.integer() * 4096
  let index = 0
  return () => {
    const { body, places } = supply[index++ % supply.length]!
    for (const place of places) body.write((counter++).toString(16).padStart(12, '0'), place + 24, 'latin1')
    // A body may come round again while the socket still holds it.
    return Buffer.from(body)
  }
}
