import { limits } from '@customer-intel/contract'
import { isAppError } from '../kernel/errors.ts'
import { ingest, type IngestOptions, type IngestTarget } from '../events/ingest/ingest.ts'
import type { EventInput } from './provider.ts'

/** An event with the provider's id of it. */
export interface NamedEvent {
  id: string
  input: EventInput
}

export interface IngestedEvents {
  processed: number
  skipped: { id: string; reason: string }[]
}

/** What it takes to bring a provider's events. */
export type IngestEventsOptions = Pick<IngestOptions, 'counters' | 'clock' | 'append'> & { origin: string }

/**
 * Ingests a provider's events, batched by person. Resolves once the accepted ones are durable; rejects when `append`
 * does.
 */
export async function ingestEvents(
  target: IngestTarget,
  inputs: readonly NamedEvent[],
  options: IngestEventsOptions,
): Promise<IngestedEvents> {
  // Concurrent appends share one write to the disk.
  const outcomes = await Promise.all(
    batchesOf(inputs).map(async ({ who, held }): Promise<IngestedEvents> => {
      const events = held.map(({ input }) => ({ ...input.event }))
      try {
        const { processed, errors } = await ingest(target, { ...who, source: 'integration', events }, options)
        return {
          processed,
          skipped: errors.map(({ index, message }) => ({ id: held[index]!.id, reason: message })),
        }
      } catch (error) {
        if (!isAppError(error) || error.code !== 'INVALID_REQUEST') throw error
        return { processed: 0, skipped: held.map(({ id }) => ({ id, reason: error.message })) }
      }
    }),
  )
  return {
    processed: outcomes.reduce((sum, { processed }) => sum + processed, 0),
    skipped: outcomes.flatMap(({ skipped }) => skipped),
  }
}

interface Batch {
  who: object
  held: NamedEvent[]
}

/** One or more per person, of at most as many events as the Ingest API takes at once; their size isn't limited. */
function batchesOf(inputs: readonly NamedEvent[]): Batch[] {
  const open = new Map<string, Batch>()
  const batches: Batch[] = []
  for (const one of inputs) {
    const { visitorId, userIdentity } = one.input
    const who = { ...(visitorId && { visitorId }), ...(userIdentity && { userIdentity }) }
    const key = JSON.stringify(who)
    let batch = open.get(key)
    if (batch === undefined || batch.held.length >= limits.ingest.eventsPerRequest) {
      batch = { who, held: [] }
      open.set(key, batch)
      batches.push(batch)
    }
    batch.held.push(one)
  }
  return batches
}
