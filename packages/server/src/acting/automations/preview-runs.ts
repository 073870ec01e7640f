import type { AutomationPreview, PreviewCustomer } from '@customer-intel/contract'
import { limits } from '@customer-intel/contract'
import type { ReadModels } from '../../kernel/read-models/read-models.ts'
import { evaluateHistory } from '../../signals/evaluate-history.ts'
import { definitionOf, type StoredSignal } from '../../signals/signals.ts'
import { cooldownMsOf, type StoredAutomation, triggerOf } from './automations.ts'
import { type Choice, chooseRuns } from './choose-runs.ts'
import { audienceOf, type Due, toSeen } from './plan-runs.ts'
import { defaultCustomersPerRun } from './plan-slots.ts'
import { inZone, slotsBetween } from './schedule.ts'

const day = 24 * 3_600_000
/** Maximal number of occurrences, and of customers in a schedule's audience. */
const maxLooked = 10_000

/** What would have run, by ids. */
interface Looked {
  occurrences: Due[]
  runs: { at: number; customerIds: string[]; occurrenceIds: string[] }[]
  leftOut: AutomationPreview['leftOut']
  truncated: boolean
}

/**
 * What an automation would have done over the last days. Uses the same rules as real runs, on what its signals find in
 * the stored events, each of which counts as fresh. Customers and audience are those of today.
 */
export async function previewRuns(
  automation: StoredAutomation,
  signals: readonly StoredSignal[],
  {
    reads,
    days,
    now,
    timezone,
    isNamed,
  }: {
    reads: ReadModels
    days: number
    now: number
    /** The workspace's. */
    timezone: string
    /** Whether customers' names are shown. */ isNamed: boolean
  },
): Promise<AutomationPreview> {
  const from = now - days * day
  const looked =
    automation.triggerType === 'SCHEDULE'
      ? await lookAtSlots(automation, reads, { from, until: now, timezone })
      : await lookAtSignals(automation, signals, reads, from, now)
  const shown = limits.automations.previewShown
  const occurrences = looked.occurrences.slice(-shown).reverse()
  const runs = looked.runs.slice(-shown).reverse()
  const ids = [
    ...occurrences.flatMap(({ customerId }) => customerId ?? []),
    ...runs.flatMap((run) => run.customerIds),
  ]
  const named = await nameCustomers(isNamed ? [...new Set(ids)] : [], reads)
  return {
    occurrences: occurrences.map((seen) => ({
      id: seen.occurrenceId,
      signalId: seen.signalId,
      customer: seen.customerId === null ? null : named(seen.customerId),
      occurredAt: seen.occurredAt,
      evidence: { eventId: seen.eventId, eventName: seen.eventName, eventChannel: seen.eventChannel },
    })),
    runs: runs.map(({ at, customerIds, occurrenceIds }) => ({
      occurredAt: new Date(at).toISOString(),
      customers: customerIds.map(named),
      occurrenceIds,
    })),
    leftOut: looked.leftOut,
    occurrenceCount: looked.occurrences.length,
    runCount: looked.runs.length,
    truncated: looked.truncated,
  }
}

async function lookAtSignals(
  automation: StoredAutomation,
  signals: readonly StoredSignal[],
  reads: ReadModels,
  from: number,
  until: number,
): Promise<Looked> {
  const listened = signals.filter(({ id }) => automation.signalIds.includes(id))
  const { occurrences: found, truncated } = await evaluateHistory(
    reads,
    listened.map((signal) => ({ id: signal.id, ...definitionOf(signal) })),
    { from, until },
  )
  const occurrences = found.map(toSeen)
  const customerIds = [...new Set(occurrences.flatMap(({ customerId }) => customerId ?? []))]
  const choice = chooseRuns(
    occurrences,
    { ...triggerOf(automation), cooldownMs: cooldownMsOf(automation) },
    {
      freshSince: from,
      isInAudience: await audienceOf(automation, customerIds, reads),
      runTimes: new Map(),
    },
  )
  const counts = new Map<string, number>()
  for (const { reason } of choice.skipped) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  const incomplete = countIncomplete(occurrences, choice)
  if (incomplete > 0) counts.set('INCOMPLETE', incomplete)
  return {
    occurrences,
    runs: choice.runs.map((match) => ({
      at: match.at,
      customerIds: match.customerId === null ? [] : [match.customerId],
      occurrenceIds: match.occurrences.map(({ occurrenceId }) => occurrenceId),
    })),
    leftOut: [...counts].map(([reason, count]) => ({ reason, count })),
    truncated,
  }
}

/** Customers with occurrences of some of the signals, but never enough within the window. */
function countIncomplete(occurrences: readonly Due[], { runs, skipped }: Choice<Due>): number {
  const matches = [...runs, ...skipped.map(({ match }) => match)]
  const complete = new Set(matches.map(({ customerId }) => customerId))
  return new Set(occurrences.flatMap(({ customerId }) => (complete.has(customerId) ? [] : [customerId]))).size
}

/** Customers of a run go to the end of the queue, so that those beyond the limit come in the next one. */
async function lookAtSlots(
  automation: StoredAutomation,
  reads: ReadModels,
  { from, until, timezone }: { from: number; until: number; timezone: string },
): Promise<Looked> {
  const { schedule, audienceFilter, processorPolicy } = automation
  const { maxCustomersPerRun = defaultCustomersPerRun } = processorPolicy
  const cooldownMs = cooldownMsOf(automation)
  const pool = await reads.listAudience({ filter: audienceFilter ?? {}, limit: maxLooked })
  let line = pool.map((id) => ({ id, last: -Infinity }))
  const runs: Looked['runs'] = []
  for (const at of schedule === null ? [] : slotsBetween(inZone(schedule, timezone), from, until)) {
    const ready = line.findIndex(({ last }) => at - last < cooldownMs)
    const taken = line.slice(0, Math.min(maxCustomersPerRun, ready === -1 ? line.length : ready))
    if (taken.length === 0) continue
    runs.push({ at, customerIds: taken.map(({ id }) => id), occurrenceIds: [] })
    line = [...line.slice(taken.length), ...taken.map(({ id }) => ({ id, last: at }))]
  }
  return { occurrences: [], runs, leftOut: [], truncated: pool.length === maxLooked }
}

async function nameCustomers(
  ids: readonly string[],
  reads: ReadModels,
): Promise<(id: string) => PreviewCustomer> {
  const names = new Map((await reads.listCustomerNames(ids)).map((customer) => [customer.id, customer]))
  return (id) => names.get(id) ?? { id, name: null, domain: null }
}
