import { countEvents, query } from '../bench/support/ask.ts'
import { waitUntil } from '../bench/support/wait-until.ts'
import type { Ledger } from './sender.ts'

export interface Comparison {
  acknowledged: number
  stored: number
  /** Uuids that were acknowledged and can't be read. */
  lost: string[]
  /** Uuids that are stored more than once. */
  doubled: string[]
}

/** Asks the server for every chunk, and holds the answer against what was acknowledged. */
export async function compareWithLedger(server: { url: string }, ledger: Ledger): Promise<Comparison> {
  const lost: string[] = []
  const doubled: string[] = []
  let acknowledged = 0
  await waitUntil('the server to answer queries', () =>
    countEvents(server).then(
      () => true,
      () => false,
    ),
  )
  for (const [chunk, uuids] of ledger.acknowledged) {
    const rows = await query<{ event_id: string }>(
      server,
      `select event_id from activity where event_name = '${chunk}'`,
    )
    const seen = new Set<string>()
    for (const { event_id } of rows) {
      if (seen.has(event_id)) doubled.push(event_id)
      seen.add(event_id)
    }
    lost.push(...uuids.filter((uuid) => !seen.has(uuid)))
    acknowledged += uuids.length
  }
  const [total] = await query<{ events: number | string; uuids: number | string }>(
    server,
    'select count(*) as events, count(distinct event_id) as uuids from activity',
  )
  const stored = Number(total!.events)
  if (stored !== Number(total!.uuids) && doubled.length === 0) doubled.push('by the count of distinct uuids')
  return { acknowledged, stored, lost, doubled }
}
