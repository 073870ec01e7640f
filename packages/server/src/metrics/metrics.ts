import type { Workspace } from '../workspaces/workspace.ts'
import { createLagClock, type LagClock } from './lag-clock.ts'

/** What was counted since the process started. Plain numbers, changed in place: to count is to add. */
export interface Metrics {
  /** Answers by route and status: `POST /api/tools/call 200`. */
  readonly requests: Map<string, number>
  countRequest(method: string, path: string, status: number): void
  /** Answers of ingest by status, apart from the rest since they are nearly all. */
  readonly ingestAnswers: Map<number, number>
  countIngestAnswer(status: number): void
  /** Of one organization. */
  of(workspace: Workspace): OrganizationCounters
}

export interface OrganizationCounters {
  accepted: number
  /** Refused: a field breaks the contract. */
  invalid: number
  /** Refused: doesn't say whom it belongs to. */
  unidentified: number
  /** Runs of automations that began (`started`), were left out (`skipped`), or ended (`told`, `failed`), by this process. */
  readonly runs: Map<string, number>
  /** Tries of deliveries, by what became of each: its status then. */
  readonly deliveries: Map<string, number>
  /** Runs of agents that ended here, by status. */
  readonly agentRuns: Map<string, number>
  /** Times that a signal by the clock could not be looked for. */
  signalFailures: number
  readonly lag: LagClock
}

/** Counts one of a kind. */
export function countOne(counts: Map<string, number>, kind: string): void {
  counts.set(kind, (counts.get(kind) ?? 0) + 1)
}

export function createMetrics(): Metrics {
  const requests = new Map<string, number>()
  const ingestAnswers = new Map<number, number>()
  const organizations = new WeakMap<Workspace, OrganizationCounters>()

  return {
    requests,
    countRequest(method, path, status) {
      const key = `${method} ${path} ${status}`
      requests.set(key, (requests.get(key) ?? 0) + 1)
    },
    ingestAnswers,
    countIngestAnswer(status) {
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
          lag: createLagClock(workspace),
        }
        organizations.set(workspace, counters)
      }
      return counters
    },
  }
}
