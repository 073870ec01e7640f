import type { Workspace } from '../workspace/workspace.ts'
import { createEventLoopDelay } from './event-loop-delay.ts'
import { createHistograms, type Histograms } from './histograms.ts'
import { createLagClock, type LagClock } from './lag-clock.ts'

/** Counters and durations since the process started. Counters are plain numbers, changed in place. */
export interface Metrics {
  readonly durations: Histograms
  readonly eventLoopDelay: ReturnType<typeof createEventLoopDelay>
  /** Responses by route and status: `POST /api/tools/call 200`. */
  readonly requests: Map<string, number>
  countRequest(method: string, path: string, status: number): void
  /** Requests that were passed on to other nodes, by what came of it: `answered`, `unreached`, `lost`. */
  readonly forwarded: Map<string, number>
  /** Responses of ingest by status, separately since they are nearly all. */
  readonly ingestAnswers: Map<number, number>
  countIngestAnswer(status: number, seconds: number): void
  /** The counters of one organization. */
  of(workspace: Workspace): OrganizationCounters
}

export interface OrganizationCounters {
  accepted: number
  /** Rejected events that violate the contract. */
  invalid: number
  /** Rejected events that don't say whom they belong to. */
  unidentified: number
  /**
   * Runs of automations on this node, by what happened: `started`, `skipped`, `told` (handed over for delivery),
   * `failed`.
   */
  readonly runs: Map<string, number>
  /** Attempts of deliveries, by the status after them. */
  readonly deliveries: Map<string, number>
  /** Ended runs of agents on this node, by status. */
  readonly agentRuns: Map<string, number>
  /** Failed evaluations of time-based signals. */
  signalFailures: number
  readonly lag: LagClock
}

/** Counts one of a kind. */
export function countOne(counts: Map<string, number>, kind: string): void {
  counts.set(kind, (counts.get(kind) ?? 0) + 1)
}

/** Of the Ingest API, whose answers come without the app. */
export const ingestLabels = { method: 'POST', route: '/api/i/v1/{publicKey}/events' }

export function createMetrics(): Metrics {
  const requests = new Map<string, number>()
  const ingestAnswers = new Map<number, number>()
  const durations = createHistograms()
  const organizations = new WeakMap<Workspace, OrganizationCounters>()

  return {
    durations,
    eventLoopDelay: createEventLoopDelay(),
    requests,
    countRequest(method, path, status) {
      const key = `${method} ${path} ${status}`
      requests.set(key, (requests.get(key) ?? 0) + 1)
    },
    forwarded: new Map(),
    ingestAnswers,
    countIngestAnswer(status, seconds) {
      durations.requests.observe(ingestLabels, seconds)
      ingestAnswers.set(status, (ingestAnswers.get(status) ?? 0) + 1)
    },
    of(workspace) {
      let counters = organizations.get(workspace)
      if (counters === undefined) {
        counters = {
          accepted: 0,
          invalid: 0,
          unidentified: 0,
          runs: new Map(),
          deliveries: new Map(),
          agentRuns: new Map(),
          signalFailures: 0,
          lag: createLagClock(workspace, {
            onReached: (seconds) => durations.projectionLag.observe(seconds),
          }),
        }
        organizations.set(workspace, counters)
      }
      return counters
    },
  }
}
