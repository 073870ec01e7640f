import type { Metrics } from '../metrics/metrics.ts'
import type { Workspace } from '../workspaces/workspace.ts'

/** `GET /health`. */
export interface Health {
  /** `ok`; `degraded`: events are taken, but something needs an eye; `unavailable`: events can't be taken now. */
  status: 'ok' | 'degraded' | 'unavailable'
  version: string
  /** Why it is not `ok`, for people. Names no organization. */
  reasons: string[]
}

/** Answers that lack events for longer than this, in seconds, need an eye. */
const worryingLagSeconds = 30

/** What is wrong with the workspaces that are open. */
export function checkHealth(
  workspaces: Iterable<Workspace>,
  { version, metrics }: { version: string; metrics: Metrics },
): Health {
  const reasons = new Set<string>()
  let status: Health['status'] = 'ok'
  for (const workspace of workspaces) {
    const { log, readModels, problem } = workspace
    if (log.health.unavailable !== null) {
      status = 'unavailable'
      reasons.add(`Events can't be stored: ${log.health.unavailable}`)
    }
    const { quarantined } = readModels.counters
    if (quarantined > 0)
      reasons.add(
        `${quarantined} events or records can't be applied and are set aside: svc-server quarantine list shows them`,
      )
    const damaged = log.health.damaged.length
    if (damaged > 0) reasons.add(`${damaged} damaged ranges of the log are set aside in its quarantine`)
    if (problem !== null)
      reasons.add(
        'API keys can’t be checked: a workspace.json can’t be read, the server’s own output says why',
      )
    const lag = metrics.of(workspace).lag.lagSeconds()
    if (lag > worryingLagSeconds) reasons.add(`Answers lack events of the last ${Math.round(lag)} seconds`)
    if (readModels.unavailable !== null) reasons.add(`Reads are not possible: ${readModels.unavailable}`)
  }
  if (status === 'ok' && reasons.size > 0) status = 'degraded'
  return { status, version, reasons: [...reasons] }
}
