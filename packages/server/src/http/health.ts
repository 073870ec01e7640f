import type { Metrics } from '../kernel/metrics/metrics.ts'
import type { Workspace, Workspaces } from '../kernel/workspace/workspace.ts'

/** `GET /health`. */
export interface Health {
  /** `ok`; `degraded`: events are taken, but something needs an eye; `unavailable`: events can't be taken now. */
  status: 'ok' | 'degraded' | 'unavailable'
  version: string
  /** Why it is not `ok`, for people. Names no organization. */
  reasons: string[]
}

/**
 * `GET /health/ready`: whether a proxy should send requests here, which the answers of `needed` must be ready for, as far as
 * this node still holds them.
 */
export function checkReadiness(
  workspaces: Pick<Workspaces, 'opened' | 'troubled'>,
  needed: readonly Workspace[],
  { isDraining, ...rest }: { version: string; metrics: Metrics; isDraining: boolean },
): Health & { ready: boolean } {
  const health = checkHealth(workspaces, rest)
  if (isDraining) health.reasons.push('The server is stopping: send requests to another one')
  const isCurrent = needed.every(
    (workspace) => !workspace.isHeld || rest.metrics.of(workspace).lag.hasCaughtUp === true,
  )
  return { ...health, ready: !isDraining && health.status !== 'unavailable' && isCurrent }
}

/** Answers that lack events for longer than this, in seconds, need an eye. */
const worryingLagSeconds = 30

/** What is wrong with the workspaces that are open, and with those that can't be. */
export function checkHealth(
  workspaces: Pick<Workspaces, 'opened' | 'troubled'>,
  { version, metrics }: { version: string; metrics: Metrics },
): Health {
  const reasons = new Set<string>()
  let status: Health['status'] = 'ok'
  const { unreadable, unopened } = workspaces.troubled
  const why = 'the server’s own output says where and why'
  if (unreadable > 0)
    reasons.add(`API keys can’t be checked: ${unreadable} workspace.json can’t be read, ${why}`)
  if (unopened > 0) reasons.add(`${unopened} organizations can’t be opened and take no events: ${why}`)
  for (const workspace of workspaces.opened) {
    const { log, readModels } = workspace
    if (log.health.unavailable !== null) {
      status = 'unavailable'
      reasons.add(`Events can't be stored: ${log.health.unavailable}`)
    }
    if (log.health.spooled) reasons.add(`Events are taken, and not in the answers yet: ${log.health.spooled}`)
    const { quarantined } = readModels.counters
    if (quarantined > 0)
      reasons.add(
        `${quarantined} events or records can't be applied and are quarantined: svc-server quarantine list shows them`,
      )
    const damaged = log.health.damaged.length
    if (damaged > 0) reasons.add(`${damaged} damaged ranges of the log are quarantined in its quarantine`)
    const { lag: clock } = metrics.of(workspace)
    if (workspace.isHeld && clock.hasCaughtUp === false) {
      const percent = clock.logEnd === 0 ? 0 : Math.floor((100 * readModels.projected) / clock.logEnd)
      reasons.add(`Answers are being made from the log, and hold ${percent} % of it`)
    }
    const lag = clock.lagSeconds()
    if (lag > worryingLagSeconds) reasons.add(`Answers lack events of the last ${Math.round(lag)} seconds`)
    if (readModels.unavailable !== null) reasons.add(`Reads are not possible: ${readModels.unavailable}`)
  }
  if (status === 'ok' && reasons.size > 0) status = 'degraded'
  return { status, version, reasons: [...reasons] }
}
