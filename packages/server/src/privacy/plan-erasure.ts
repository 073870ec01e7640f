import { randomBytes } from 'node:crypto'
import type { CustomerKey } from '../kernel/log/record.ts'
import type { KnownPerson, PersonReads } from './person-read-types.ts'
import { createBelonging } from './belonging.ts'
import type { Person } from './person.ts'

const idsPerPage = 20_000

/** Collects everything that belongs to a person from the read models. */
export async function planErasure(reads: PersonReads, known: KnownPerson): Promise<Person> {
  const { publicIds, names, sources, members } = await reads.readFootprint(known)
  const { isTheirsAlone } = createBelonging({ keys: known.keys, members })
  const own = sources.filter(({ customer, participants }) =>
    isTheirsAlone({ customer: (customer ?? undefined) as CustomerKey | undefined, participants }),
  )
  const events: string[] = []
  const serverEvents: string[] = []
  for (let after = 0; ;) {
    const { events: found, last } = await reads.listEventIds(known.userId, { after, limit: idsPerPage })
    for (const { uuid, trusted } of found) (trusted ? serverEvents : events).push(uuid)
    if (found.length < idsPerPage) break
    after = last
  }
  return {
    keys: known.keys,
    publicIds,
    names,
    events,
    serverEvents,
    sources: own.map(({ sourceKey }) => sourceKey),
    attended: sources.map(({ sourceKey }) => sourceKey),
    members,
    alias: randomBytes(24).toString('base64url'),
  }
}
