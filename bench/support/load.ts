import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** What the load generator is told to do. */
export interface LoadJob {
  ingestUrl: string
  connections: number
  batchSize: number
  seed: number
  /**
   * `storm`: as fast as it goes for `durationMs`, events of now, ready-made bodies with fresh uuids.
   * `pace`: `requestsPerSecond` for `durationMs`, whether answers come or not; a latency counts from the moment at
   * which the request was due.
   * `history`: `batches` requests as fast as it goes, spread evenly over the time from `fromMs` to `toMs`.
   */
  schedule:
    | { kind: 'storm'; durationMs: number }
    | { kind: 'pace'; durationMs: number; requestsPerSecond: number }
    | { kind: 'history'; batches: number; fromMs: number; toMs: number }
}

export interface LoadResult {
  requests: number
  /** Events in requests that were answered 200. */
  events: number
  seconds: number
  /** Milliseconds. */
  p50: number
  p99: number
  max: number
  /** How often each status was answered; `broken` counts connections. */
  statuses: Record<string, number>
}

/** Runs a job in a process of its own, so that the load takes nothing from the process that is measured. */
export async function runLoad(job: LoadJob): Promise<LoadResult> {
  const child = fork(fileURLToPath(new URL('../load-generator.ts', import.meta.url)))
  child.send(job)
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The load generator ended with ${code}`)
  })
  const [result] = (await Promise.race([once(child, 'message'), ended])) as [LoadResult]
  ended.catch(() => undefined)
  child.disconnect()
  const failures = Object.entries(result.statuses).filter(([status]) => status !== '200')
  if (failures.length > 0)
    throw new Error(`The load met other answers than 200: ${JSON.stringify(result.statuses)}`)
  return result
}
