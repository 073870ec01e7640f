import { describeEvent, type EventDescription, sourceOfEvent } from '../../customers/describe-event.ts'
import type { AgentRunCandidate } from '../../kernel/log/record.ts'
import { together } from '../../kernel/together.ts'
import { partOf } from '../../kernel/workspace/part.ts'
import type { Workspace } from '../../kernel/workspace/workspace.ts'
import type { CustomerDossier } from './dossier-reads.ts'

/** What is known of a customer when an agent considers it. */
export interface Dossier extends Omit<CustomerDossier, 'events'> {
  /** Why it is considered. */
  reasons: string[]
  /** Newest first. */
  events: (EventDescription & { eventId: string; occurredAt: string; source: string | null })[]
}

/** Runs of a backlog begin together: what they ask for is read together, as of the time of the last one. */
const dossiersOf = partOf(({ readModels }) => {
  let now = 0
  const read = together<CustomerDossier>(async (customerIds) => {
    await readModels.refreshFacts(customerIds, now)
    return readModels.readDossiers(customerIds, now)
  })
  return (customerId: string, at: number) => {
    now = at
    return read(customerId)
  }
})

/**
 * What is known of these customers at `now`, Unix milliseconds, in order. Those that are not there any more are skipped;
 * merged ones come once.
 */
export async function readDossiers(
  workspace: Workspace,
  candidates: readonly AgentRunCandidate[],
  now: number,
): Promise<Dossier[]> {
  const read = dossiersOf(workspace)
  const found = await Promise.all(candidates.map(({ customerId }) => read(customerId, now)))
  const dossiers = new Map<string, Dossier>()
  for (const [index, dossier] of found.entries()) {
    if (dossier === undefined) continue
    const { reasons } = candidates[index]!
    const known = dossiers.get(dossier.customer.id)
    if (known !== undefined) known.reasons.push(...reasons)
    else dossiers.set(dossier.customer.id, { ...describe(dossier), reasons: [...reasons] })
  }
  return [...dossiers.values()]
}

function describe(dossier: CustomerDossier): Omit<Dossier, 'reasons'> {
  const events = dossier.events.map((entry) => {
    const source = sourceOfEvent(entry)
    return {
      eventId: entry.eventId,
      occurredAt: entry.occurredAt,
      source: source === null ? null : `${source.sourceType}:${source.sourceId}`,
      ...describeEvent(entry),
    }
  })
  return { ...dossier, events }
}
