import type { RunRecord } from '../../kernel/log/record.ts'
import type { Reads } from '../../kernel/read-models/read-models.ts'
import { cooldownMsOf, type StoredAutomation } from './automations.ts'
import { headOf } from './plan-runs.ts'
import { missedRunId, slotRunId } from './run-ids.ts'
import { inZone, nextSlot, slotsBetween } from './schedule.ts'

/** Number of customers per run, unless the automation sets one. */
export const defaultCustomersPerRun = 500

/**
 * The next records of a scheduled automation: a run for the last slot that has passed, and, if more have passed, one that
 * reports the missed ones. Customers whose last run is longest ago come first, so that those beyond `maxCustomersPerRun`
 * come in the next run. `timezone`: the workspace's.
 */
export async function planSlots(
  automation: StoredAutomation,
  reads: Pick<Reads, 'findLastSlot' | 'listAudience'>,
  { now, timezone }: { now: number; timezone: string },
): Promise<RunRecord[]> {
  const { id, schedule, actsSince } = automation
  if (schedule === null) return []
  const last = Math.max((await reads.findLastSlot(id)) ?? -Infinity, actsSince)
  const passed = [...slotsBetween(inZone(schedule, timezone), last, now)]
  const slot = passed.pop()
  if (slot === undefined) return []
  const records: RunRecord[] = []
  if (passed.length > 0) records.push(toMissed(automation, passed, now))
  const customerIds = await chooseCustomers(automation, reads, slot)
  records.push({
    ...headOf(automation, now),
    runId: slotRunId(id, slot),
    status: customerIds.length === 0 ? 'SKIPPED' : 'RUNNING_PROCESSOR',
    occurredAt: slot,
    occurrenceIds: [],
    customerIds,
    ...(customerIds.length === 0
      ? { skipReason: 'AUDIENCE: nobody fits the audience, or all are within the cooldown' }
      : {}),
  })
  return records
}

/**
 * When the automation is due next, Unix milliseconds, if it has handled every slot up to now. `timezone`: the workspace's.
 */
export function nextDueSlot(
  { schedule, actsSince }: StoredAutomation,
  { now, timezone }: { now: number; timezone: string },
): number {
  return schedule === null ? Infinity : nextSlot(inZone(schedule, timezone), Math.max(now, actsSince))
}

export function chooseCustomers(
  automation: StoredAutomation,
  reads: Pick<Reads, 'listAudience'>,
  slot: number,
): Promise<string[]> {
  const { id: automationId, audienceFilter, processorPolicy } = automation
  const cooldownMs = cooldownMsOf(automation)
  return reads.listAudience({
    filter: audienceFilter ?? {},
    rotation: { automationId, notSince: cooldownMs === 0 ? null : slot - cooldownMs },
    limit: processorPolicy.maxCustomersPerRun ?? defaultCustomersPerRun,
  })
}

function toMissed(automation: StoredAutomation, missed: readonly number[], now: number): RunRecord {
  const [first, last] = [missed[0]!, missed.at(-1)!]
  const text = (slot: number) => new Date(slot).toISOString()
  const which =
    missed.length === 1
      ? `the slot of ${text(first)}`
      : `${missed.length} slots from ${text(first)} to ${text(last)}`
  return {
    ...headOf(automation, now),
    runId: missedRunId(automation.id, last),
    status: 'SKIPPED',
    occurredAt: last,
    occurrenceIds: [],
    customerIds: [],
    skipReason: `MISSED: ${which} passed while the server was down`,
  }
}
