import { limits } from '@customer-intel/contract'
import { accept } from '../ingest/accept.ts'
import { createUuidV7 } from '../ingest/uuid-v7.ts'
import type { EventsRecord } from '../log/record.ts'
import type { EventInput, MapContext } from './provider.ts'

/** An event, by the provider's id of it. */
export interface NamedEvent {
  id: string
  input: EventInput
}

export interface AcceptedEvents {
  batches: EventsRecord[]
  setAside: { id: string; reason: string }[]
}

/**
 * Turns a provider's events into batches of the log, through the entrance that all events take: the same checks, the same
 * things taken out. Those of one person go together.
 */
export async function acceptEvents(
  inputs: readonly NamedEvent[],
  { provider: origin, now: receivedAt }: Pick<MapContext, 'provider' | 'now'>,
): Promise<AcceptedEvents> {
  const accepted: AcceptedEvents = { batches: [], setAside: [] }
  for (const { who, held } of byPerson(inputs)) {
    for (let start = 0; start < held.length; start += limits.ingest.eventsPerRequest) {
      const part = held.slice(start, start + limits.ingest.eventsPerRequest)
      const payload = { ...who, source: 'integration', events: part.map(({ input }) => ({ ...input.event })) }
      const batch = await accept(payload, { receivedAt, createUuid: createUuidV7, storable: false })
      if (!batch.ok) {
        const reason = batch.issues[0]?.message ?? 'it says of whom in a way that can’t be read'
        for (const { id } of part) accepted.setAside.push({ id, reason })
        continue
      }
      if (batch.record !== null) accepted.batches.push({ ...batch.record, origin })
      for (const { index, message } of batch.errors)
        accepted.setAside.push({ id: part[index]!.id, reason: message })
    }
  }
  return accepted
}

function byPerson(inputs: readonly NamedEvent[]) {
  const groups = new Map<string, { who: object; held: NamedEvent[] }>()
  for (const one of inputs) {
    const { visitorId, userIdentity } = one.input
    const who = { ...(visitorId && { visitorId }), ...(userIdentity && { userIdentity }) }
    const key = JSON.stringify(who)
    const group = groups.get(key) ?? { who, held: [] }
    groups.set(key, group)
    group.held.push(one)
  }
  return groups.values()
}
