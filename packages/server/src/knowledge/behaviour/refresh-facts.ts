import type { SqlDatabase, SqlWriter } from '../../store/sql/database.ts'
import { takeTurns } from '../../take-turns.ts'
import { type BehaviouralFact, behaviouralFacts } from './behavioural-facts.ts'
import { readSeries } from './read-series.ts'
import { type Day, toDay } from './series.ts'
import { storeFacts } from './store-facts.ts'

/** Customers that are computed together: one scan of the events serves them all, and holds their histories. */
const customersAtOnce = 250

export interface FactRefresher {
  /** Something about these customers changed, or about customers that became one with them. */
  touched: (customerIds: Iterable<string>) => void
  /**
   * Brings the behavioural facts of these customers up to date, as of `now` (Unix milliseconds); of those that are,
   * nothing is computed.
   */
  refresh(customerIds: readonly string[], now: number): Promise<void>
  /** Does so for some of the customers that need it. Returns how many are left. */
  refreshSome(now: number): Promise<number>
}

/**
 * Keeps behavioural facts in step with the activity they are computed from. Which customers need it is held in memory
 * alone: after a start, and on each new day (UTC), all of them do.
 */
export function createFactRefresher({
  reader,
  writer,
}: {
  reader: Pick<SqlDatabase, 'all'>
  writer: SqlWriter
}): FactRefresher {
  let day: Day | null = null
  const stale = new Set<string>()
  const running = new Map<string, Promise<void>>()

  /** On another day every fact may have opened or closed. */
  async function turnTo(today: Day): Promise<void> {
    if (day === today) return
    const rows = await reader.all<{ customer_id: string }>(
      `select customer_id from accounts
       union select customer_id from facts where origin = 'behavioural'`,
    )
    day = today
    for (const row of rows) stale.add(row.customer_id)
  }

  async function refreshNow(customerIds: readonly string[], today: Day): Promise<void> {
    // What runs may have begun before the last change, or for another day.
    await Promise.all(customerIds.flatMap((id) => running.get(id) ?? []))
    const ids = customerIds.filter((id) => stale.has(id) && !running.has(id))
    const others = customerIds.flatMap((id) => running.get(id) ?? [])
    await Promise.all([ids.length === 0 ? undefined : computeAll(ids, today), ...others])
  }

  async function computeAll(ids: readonly string[], today: Day): Promise<void> {
    // What changes from here on makes them stale again.
    for (const id of ids) stale.delete(id)
    const work = compute(reader, ids, today).then((facts) => storeFacts({ reader, writer }, ids, facts))
    for (const id of ids) running.set(id, work)
    try {
      await work
    } catch (error) {
      for (const id of ids) stale.add(id)
      throw error
    } finally {
      for (const id of ids) running.delete(id)
    }
  }

  return {
    touched(customerIds) {
      for (const id of customerIds) stale.add(id)
    },
    async refresh(customerIds, now) {
      await turnTo(toDay(now))
      await refreshNow(customerIds, toDay(now))
    },
    async refreshSome(now) {
      await turnTo(toDay(now))
      await refreshNow([...stale].slice(0, customersAtOnce), toDay(now))
      return stale.size
    },
  }
}

async function compute(
  reader: Pick<SqlDatabase, 'all'>,
  customerIds: readonly string[],
  today: Day,
): Promise<BehaviouralFact[]> {
  const facts: BehaviouralFact[] = []
  const nextTurn = takeTurns()
  for (const series of await readSeries(reader, customerIds, today)) {
    facts.push(...behaviouralFacts(series, today))
    await nextTurn()
  }
  return facts
}
