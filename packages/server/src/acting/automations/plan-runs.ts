import type { RunRecord } from '../../kernel/log/record.ts'
import type { DueOccurrence } from './run-read-types.ts'
import type { Reads } from '../../kernel/read-models/read-models.ts'
import { actedWindows, chooseRuns, type SkippedReason, skippedReasons } from './choose-runs.ts'
import { cooldownMsOf, type StoredAutomation, triggerOf } from './automations.ts'
import type { ActedWindow, Match, SeenOccurrence } from './match-occurrences.ts'
import { runIdOf } from './run-ids.ts'

/** Maximal number of occurrences that are read at once. */
const maxDue = 5_000

export type Due = DueOccurrence & SeenOccurrence

type PlanReads = Pick<
  Reads,
  'listDueOccurrences' | 'listWaitingCustomers' | 'listRunTimes' | 'listMovedWindows' | 'listAudience'
>

/**
 * The next records of an automation with signals: its runs, and what it skips, by reason. Once they are appended, the
 * occurrences in them are no longer due.
 */
export async function planRuns(
  automation: StoredAutomation,
  reads: PlanReads,
  { now, horizonMs }: { now: number; horizonMs: number },
): Promise<RunRecord[]> {
  const { id: automationId, signalIds, actsSince } = automation
  const { requiredSignals, windowMs } = triggerOf(automation)
  const reach = horizonMs + (requiredSignals > 1 ? windowMs : 0)
  const query = { automationId, signalIds, detectedSince: actsSince, requiredSignals, limit: maxDue }
  const [due, stale] = await Promise.all([
    reads.listDueOccurrences({ ...query, occurred: { since: now - reach } }),
    reads.listDueOccurrences({
      ...query,
      requiredSignals: 1,
      // An occurrence that was found in time and waited for other signals isn't stale: it just had no effect.
      occurred: { before: now - reach, lateMs: requiredSignals > 1 ? reach : 0 },
    }),
  ])
  const all = due.map(toSeen)
  // What happens while a run waits goes into the customer's next run.
  const waiting = new Set(await reads.listWaitingCustomers(automationId, customersOf(all)))
  const seen = all.filter(({ customerId }) => !waiting.has(customerId))
  const customerIds = customersOf(seen)
  const choice = chooseRuns(
    seen,
    { requiredSignals, windowMs, cooldownMs: cooldownMsOf(automation) },
    {
      freshSince: now - horizonMs,
      isInAudience: await audienceOf(automation, customerIds, reads),
      runTimes: await runTimesOf(automation, seen, customerIds, reads),
      moved: await movedOf(automation, seen, reads),
    },
  )
  const skipped = new Map<SkippedReason, Match<Due>[]>()
  for (const { reason, match } of choice.skipped) skipped.set(reason, [...(skipped.get(reason) ?? []), match])
  if (stale.length > 0) {
    const matches = stale
      .map(toSeen)
      .map((one) => ({ customerId: one.customerId, at: one.at, occurrences: [one] }))
    skipped.set('STALE', [...matches, ...(skipped.get('STALE') ?? [])])
  }
  return [
    ...together(choice.runs).map((match) => toRun(automation, match, now)),
    ...[...skipped].map(([reason, matches]) => toSkippedRun(automation, reason, matches, now)),
  ]
}

function customersOf(seen: readonly Due[]): string[] {
  return [...new Set(seen.flatMap(({ customerId }) => customerId ?? []))]
}

/**
 * The matches of one customer, or those without a customer, as one: so that a customer of whom much happens at once leads
 * to one run.
 */
function together(matches: readonly Match<Due>[]): Match<Due>[] {
  const byCustomer = new Map<string | null, Match<Due>[]>()
  for (const match of matches) {
    const group = byCustomer.get(match.customerId)
    if (group === undefined) byCustomer.set(match.customerId, [match])
    else group.push(match)
  }
  return [...byCustomer.values()]
    .map((group) => ({ ...group.at(-1)!, occurrences: group.flatMap(({ occurrences }) => occurrences) }))
    .sort((left, right) => left.at - right.at)
}

/**
 * Whether an automation is about a customer. Without a filter it is about everything, also about occurrences without a
 * customer.
 */
export async function audienceOf(
  { audienceFilter }: Pick<StoredAutomation, 'audienceFilter'>,
  customerIds: readonly string[],
  reads: Pick<Reads, 'listAudience'>,
): Promise<(customerId: string | null) => boolean> {
  if (audienceFilter === null || Object.keys(audienceFilter.customer ?? {}).length === 0) return () => true
  const limit = customerIds.length
  const inside = new Set(await reads.listAudience({ filter: audienceFilter, customerIds, limit }))
  return (customerId) => customerId !== null && inside.has(customerId)
}

async function runTimesOf(
  automation: StoredAutomation,
  seen: readonly Due[],
  customerIds: readonly string[],
  reads: PlanReads,
): Promise<Map<string, number[]>> {
  const cooldownMs = cooldownMsOf(automation)
  const times = new Map<string, number[]>()
  if (cooldownMs === 0 || seen.length === 0) return times
  const since = seen.reduce((first, { at }) => Math.min(first, at), Infinity) - cooldownMs
  for (const { customerId, at } of await reads.listRunTimes(automation.id, customerIds, since))
    times.set(customerId, [...(times.get(customerId) ?? []), at])
  return times
}

/** The windows of the due thresholds that earlier runs acted on and that have moved. */
async function movedOf(
  automation: StoredAutomation,
  seen: readonly Due[],
  reads: PlanReads,
): Promise<Map<string, ActedWindow[]>> {
  const moved = new Map<string, ActedWindow[]>()
  const thresholds = seen.filter(({ window }) => window)
  if (thresholds.length === 0) return moved
  const since = thresholds.reduce((first, { window }) => Math.min(first, window!.from), Infinity)
  const customerIds = [...new Set(thresholds.flatMap(({ customerId }) => customerId ?? []))]
  for (const { customerId, ...window } of await reads.listMovedWindows(automation.id, customerIds, since))
    moved.set(customerId, [...(moved.get(customerId) ?? []), window])
  return moved
}

export function toSeen(due: DueOccurrence): Due {
  const from = Date.parse(due.evidence.from)
  const until = Date.parse(due.evidence.until)
  // Only occurrences of thresholds can move.
  const isThreshold = due.eventId !== null && from < until
  return { ...due, at: Date.parse(due.occurredAt), window: isThreshold ? { from, until } : null }
}

function toRun(
  automation: StoredAutomation,
  { customerId, at, occurrences }: Match<Due>,
  now: number,
): RunRecord {
  const { eventId, eventName, eventChannel } = occurrences.at(-1)!
  const occurrenceIds = occurrences.map(({ occurrenceId }) => occurrenceId)
  const windows = occurrences.flatMap((one) =>
    actedWindows([one]).map((window) => ({ occurrenceId: one.occurrenceId, ...window })),
  )
  return {
    ...headOf(automation, now),
    runId: runIdOf(automation.id, occurrenceIds),
    status: 'RUNNING_PROCESSOR',
    occurredAt: at,
    occurrenceIds,
    ...(windows.length === 0 ? {} : { windows }),
    customerIds: customerId === null ? [] : [customerId],
    ...(eventName === null
      ? {}
      : {
          event: {
            ...(eventId === null ? {} : { id: eventId }),
            name: eventName,
            ...(eventChannel === null ? {} : { channel: eventChannel }),
          },
        }),
  }
}

/** All occurrences that are skipped for the same reason are one record. */
function toSkippedRun(
  automation: StoredAutomation,
  reason: SkippedReason,
  matches: readonly Match<Due>[],
  now: number,
): RunRecord {
  const occurrenceIds = matches.flatMap(({ occurrences }) =>
    occurrences.map(({ occurrenceId }) => occurrenceId),
  )
  const count = matches.length
  return {
    ...headOf(automation, now),
    runId: runIdOf(automation.id, occurrenceIds),
    status: 'SKIPPED',
    occurredAt: matches.reduce((last, { at }) => Math.max(last, at), -Infinity),
    occurrenceIds,
    customerIds: [...new Set(matches.flatMap(({ customerId }) => customerId ?? []))],
    skipReason: `${reason}: ${count} skipped, since ${count === 1 ? 'it' : 'each of them'} ${skippedReasons[reason]}`,
  }
}

export function headOf({ id, triggerType, deliveryPolicy }: StoredAutomation, now: number) {
  return {
    kind: 'run',
    automationId: id,
    triggerType,
    matchedAt: now,
    requireAllDestinations: deliveryPolicy.requireAllDestinations ?? false,
  } as const
}
