import type { LiveEvent } from '@customer-intel/contract'
import { isAppError } from '../../kernel/errors.ts'
import type { ReadModels } from '../../kernel/read-models/read-models.ts'
import type { Arrivals } from './live-events.ts'
import { keyOf, type StoredLive } from './stored-events.ts'

type ReadLive = Extract<LiveEvent, { type: 'read' }>

const maxEvents = 2_000

/** Takes from the list what the answers hold by now, with what they say of it. Null: they hold none of it yet, or don't answer. */
export async function readArrivals(
  readModels: ReadModels,
  waiting: Arrivals[],
): Promise<{ event: StoredLive; known: ReadLive }[] | null> {
  const held: Arrivals[] = []
  let events = 0
  for (const one of waiting) {
    if (one.next > readModels.projected || events > maxEvents) break
    held.push(one)
    events += one.events.length
  }
  if (held.length === 0) return waiting.length === 0 ? [] : null
  try {
    const known = await look(
      readModels,
      held.flatMap((one) => one.events),
    )
    waiting.splice(0, held.length)
    return known
  } catch (error) {
    if (isAppError(error)) return null
    throw error
  }
}

async function look(
  readModels: ReadModels,
  events: readonly StoredLive[],
): Promise<{ event: StoredLive; known: ReadLive }[]> {
  const since = events.reduce((least, { receivedAt }) => (receivedAt < least ? receivedAt : least), '9999')
  const stored = await readModels.findEvents([...new Set(events.map(({ uuid }) => uuid))], new Date(since))
  const rows = new Map(stored.map((row) => [keyOf(row), row]))
  const found: { event: StoredLive; known: ReadLive }[] = []
  for (const event of events) {
    const { uuid, receivedAt } = event
    const row = rows.get(keyOf(event))
    // A repetition in the same millisecond.
    rows.delete(keyOf(event))
    const nobody = { contact: null, customer: null }
    const whose = row === undefined ? nobody : { contact: row.contact, customer: row.customer }
    const outcome = row ? 'accepted' : (await isQuarantined(readModels, uuid)) ? 'quarantined' : 'duplicate'
    found.push({ event, known: { type: 'read', uuid, receivedAt, outcome, ...whose } })
  }
  return found
}

async function isQuarantined(readModels: ReadModels, uuid: string): Promise<boolean> {
  return readModels.counters.quarantined > 0 && (await readModels.findQuarantined(uuid)) !== null
}
