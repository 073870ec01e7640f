import type { SqlDatabase, SqlWriter } from '../../kernel/sql/database.ts'
import { describeFault, isFaultOfTheWorld } from '../../kernel/read-models/faults.ts'
import { yieldEvery } from '../../kernel/yield-every.ts'
import { type BehaviouralFact, behaviouralFacts } from './behavioural-facts.ts'
import { readSeries } from './read-series.ts'
import { type Day, toDay } from './series.ts'
import { type IndexFacts, storeFacts } from './store-facts.ts'

/** Maximal number of customers per batch: one scan of the events serves all of them … */
const customersAtOnce = 1_000
/** … and approximate number of active days in a batch, whose histories are held in memory. */
const daysAtOnce = 500_000

export interface FactRefresher {
  /** These customers changed, or customers that were merged with them. */
  touched: (customerIds: Iterable<string>) => void
  /**
   * Refreshes the behavioural facts of these customers, as of `now` (Unix milliseconds); up-to-date ones aren't computed
   * again.
   */
  refresh(customerIds: readonly string[], now: number): Promise<void>
  /**
   * Refreshes a batch of the customers that need it. Returns how many are left of this pass, that is, of those that
   * needed it at its start. Customers that need it since then come in the next pass, so that a pass ends even while
   * events arrive.
   */
  refreshSome(now: number): Promise<number>
}

/**
 * Keeps behavioural facts up to date with the activity they are computed from. The customers that need a refresh are only
 * held in memory: after a start, and on each new day (UTC), all of them need one.
 */
export function createFactRefresher({
  reader,
  writer,
  index,
  onFault = () => undefined,
}: {
  reader: SqlDatabase
  writer: SqlWriter
  index: IndexFacts
  /** Called with a customer whose facts can't be computed, and the reason. */
  onFault?: (customerId: string, reason: string) => void
}): FactRefresher {
  let day: Day | null = null
  const stale = new Set<string>()
  /** Customers that are left in this pass. */
  const pass = new Set<string>()
  const running = new Map<string, Promise<void>>()
  /** Adapts: halved after a batch that held too much, else doubled. */
  let atOnce = customersAtOnce / 4

  /** On a new day any fact may have opened or closed. */
  async function turnTo(today: Day): Promise<void> {
    if (day === today) return
    const rows = await reader.all<{ customer_id: string }>(
      `select customer_id from accounts
       union select customer_id from facts where origin = 'behavioural'`,
    )
    day = today
    for (const row of rows) stale.add(row.customer_id)
  }

  /** Returns the number of active days in the histories that were read. */
  async function refreshNow(customerIds: readonly string[], today: Day): Promise<number> {
    // A running refresh may have started before the last change, or for another day.
    await Promise.all(customerIds.flatMap((id) => running.get(id) ?? []))
    const ids = customerIds.filter((id) => stale.has(id) && !running.has(id))
    const others = customerIds.flatMap((id) => running.get(id) ?? [])
    const [days] = await Promise.all([ids.length === 0 ? 0 : computeWhatCanBe(ids, today), ...others])
    return days
  }

  /** Like {@link computeAll}; customers whose facts can't be computed are found by halving, and left as they are. */
  async function computeWhatCanBe(ids: readonly string[], today: Day): Promise<number> {
    try {
      return await computeAll(ids, today)
    } catch (error) {
      if (isFaultOfTheWorld(error)) throw error
      if (ids.length === 1) {
        // Computed again after the next change.
        stale.delete(ids[0]!)
        onFault(ids[0]!, describeFault(error))
        return 0
      }
      const middle = Math.ceil(ids.length / 2)
      const first = await computeWhatCanBe(ids.slice(0, middle), today)
      return first + (await computeWhatCanBe(ids.slice(middle), today))
    }
  }

  /** Returns the number of active days in their histories. */
  async function computeAll(ids: readonly string[], today: Day): Promise<number> {
    // A change from here on marks them as stale again.
    for (const id of ids) stale.delete(id)
    let read = 0
    const work = compute(reader, ids, today).then(({ facts, days }) => {
      read = days
      return storeFacts({ reader, writer, index }, ids, facts)
    })
    for (const id of ids) running.set(id, work)
    try {
      await work
      return read
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
      if (pass.size === 0) for (const id of stale) pass.add(id)
      const ids = [...pass].slice(0, atOnce)
      for (const id of ids) pass.delete(id)
      const days = await refreshNow(ids, toDay(now))
      atOnce = days > daysAtOnce ? Math.ceil(atOnce / 2) : Math.min(customersAtOnce, atOnce * 2)
      return pass.size
    },
  }
}

async function compute(
  reader: SqlDatabase,
  customerIds: readonly string[],
  today: Day,
): Promise<{ facts: BehaviouralFact[]; days: number }> {
  const facts: BehaviouralFact[] = []
  let days = 0
  const pause = yieldEvery()
  for (const series of await readSeries(reader, customerIds, today)) {
    facts.push(...behaviouralFacts(series, today))
    for (const person of series.people) days += person.days.length
    await pause()
  }
  return { facts, days }
}
