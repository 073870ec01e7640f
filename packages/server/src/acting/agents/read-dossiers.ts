import type { BehaviorMetrics } from '@customer-intel/contract'
import { describeEvent, type EventDescription, sourceOfEvent } from '../../customers/describe-event.ts'
import type { AgentRunCandidate } from '../../kernel/log/record.ts'
import type { StoredCustomer } from '../../customers/reads/customer-reads.ts'
import type { StoredFact } from '../../facts/fact-read-types.ts'
import type { ReadModels } from '../../kernel/read-models/read-models.ts'

/** What is known of a customer when an agent considers it. */
export interface Dossier {
  customer: StoredCustomer
  /** Active ones, latest first. */
  facts: StoredFact[]
  /** Why it is considered. */
  reasons: string[]
}

/** With recent activity. */
export interface FullDossier extends Dossier {
  /** Of the last 30 days. */
  metrics: BehaviorMetrics
  /** Newest first. */
  events: (EventDescription & { eventId: string; occurredAt: string; source: string | null })[]
}

const dayMs = 86_400_000
const factsShown = 8
const eventsShown = 5
const readAtOnce = 8

/** What is known of these customers, in order. Deleted ones are left out; merged ones are included once. */
export async function readDossiers(
  reads: ReadModels,
  candidates: readonly AgentRunCandidate[],
  now: number,
): Promise<Dossier[]> {
  const ids = await inTurns(candidates, ({ customerId }) => presentId(reads, customerId))
  const reasons = new Map<string, string[]>()
  for (const [index, id] of ids.entries())
    if (id !== null) reasons.set(id, [...(reasons.get(id) ?? []), ...candidates[index]!.reasons])
  await reads.refreshFacts([...reasons.keys()], now)
  const dossiers = await inTurns([...reasons], async ([customerId, why]) => {
    const [customer, facts] = await Promise.all([
      reads.getCustomer(customerId),
      reads.listFacts({ customerId, status: ['ACTIVE', 'ACKNOWLEDGED'], limit: factsShown, after: null }),
    ])
    return customer === null ? null : { customer, facts: facts.items, reasons: why }
  })
  return dossiers.filter((dossier) => dossier !== null)
}

/** Adds recent activity. */
export function fillDossiers(
  reads: ReadModels,
  dossiers: readonly Dossier[],
  now: number,
): Promise<FullDossier[]> {
  const since = new Date(now - 30 * dayMs)
  return inTurns(dossiers, async (dossier) => {
    const customerId = dossier.customer.id
    const [metrics, timeline] = await Promise.all([
      reads.getBehaviorMetrics(customerId, since),
      reads.listTimeline({ customerId, from: since, until: new Date(now), limit: eventsShown, after: null }),
    ])
    const events = timeline.items.map((entry) => {
      const source = sourceOfEvent(entry)
      return {
        eventId: entry.eventId,
        occurredAt: entry.occurredAt,
        source: source === null ? null : `${source.sourceType}:${source.sourceId}`,
        ...describeEvent(entry),
      }
    })
    return { ...dossier, metrics, events }
  })
}

/** Null for a customer that no longer exists. */
async function presentId(reads: ReadModels, customerId: string): Promise<string | null> {
  const match = await reads.findCustomer(customerId)
  return match.kind === 'found' ? match.customer.id : null
}

/** A few at a time, to leave capacity for others. */
async function inTurns<Item, Result>(
  items: readonly Item[],
  read: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (let from = 0; from < items.length; from += readAtOnce)
    results.push(...(await Promise.all(items.slice(from, from + readAtOnce).map(read))))
  return results
}
