import type { IngestStats } from '@customer-intel/contract'
import { Temporal } from 'temporal-polyfill'
import { AppError } from '../kernel/errors.ts'
import type { RouteHandler } from '../kernel/operations/route-handler.ts'
import { ingestCountsOf, type MinuteCounts, reasonsOf } from './ingest-counts.ts'

const dayMs = 24 * 3_600_000
const stepMs = { minute: 60_000, hour: 3_600_000, day: dayMs }
const maxSteps = 2_000

/** `GET /api/ingest-stats`: what came in, by minute, hour or day. */
export const getIngestStats: RouteHandler<'getIngestStats'> = {
  async run({ query }, { workspace, clock, metrics }) {
    const { step } = query
    const to = query.to === undefined ? clock() : Date.parse(query.to)
    const from = query.from === undefined ? to - dayMs : Date.parse(query.from)
    checkRange(from, to, stepMs[step])
    const timezone = workspace.document.settings.defaultTimezone
    const minutes = await ingestCountsOf(workspace).list()
    const fitting = minutes.filter(({ at }) => at >= from && at < to)
    const known = minutes.filter(({ accepted, rejected }) => accepted > 0 || Object.keys(rejected).length > 0)
    const first = known.reduce((least, { at }) => Math.min(least, at), Infinity)
    return {
      from: iso(from),
      to: iso(to),
      step,
      timezone,
      since: first === Infinity ? null : iso(first),
      items: addUp(fitting, (at) => startOf(at, step, timezone)),
      lagSeconds: metrics.of(workspace).lag.lagSeconds(),
    }
  },
}

function checkRange(from: number, to: number, ms: number): void {
  const message =
    from >= to
      ? 'from must lie before to.'
      : (to - from) / ms > maxSteps
        ? `from and to are more than ${maxSteps} steps apart: ask for a longer step, or for less.`
        : null
  if (message !== null)
    throw new AppError('INVALID_REQUEST', message, { issues: [{ path: ['from'], message }] })
}

function addUp(minutes: readonly MinuteCounts[], stepOf: (at: number) => number): IngestStats['items'] {
  const steps = new Map<number, MinuteCounts>()
  for (const { at, accepted, duplicates, rejected } of minutes) {
    const start = stepOf(at)
    const sum = steps.get(start) ?? { at: start, accepted: 0, duplicates: 0, rejected: {} }
    steps.set(start, sum)
    sum.accepted += accepted
    sum.duplicates += duplicates
    for (const { kind, count } of reasonsOf(rejected)) sum.rejected[kind] = (sum.rejected[kind] ?? 0) + count
  }
  return [...steps.values()]
    .filter(({ accepted, rejected }) => accepted > 0 || Object.keys(rejected).length > 0)
    .sort((left, right) => left.at - right.at)
    .map(({ at, accepted, duplicates, rejected }) => {
      const reasons = reasonsOf(rejected)
      return {
        at: iso(at),
        accepted,
        duplicate: duplicates,
        rejected: reasons.reduce((sum, { count }) => sum + count, 0),
        reasons,
      }
    })
}

function startOf(at: number, step: IngestStats['step'], timezone: string): number {
  if (step === 'minute') return at
  const time = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timezone)
  const start =
    step === 'day' ? time.startOfDay() : time.round({ smallestUnit: 'hour', roundingMode: 'floor' })
  return start.epochMilliseconds
}

function iso(ms: number): string {
  return new Date(ms).toISOString()
}
