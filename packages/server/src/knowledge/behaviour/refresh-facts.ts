import type { SqlDatabase, SqlWriter } from '../../read-models/sql/database.ts'
import { describeFault, isFaultOfTheWorld } from '../../projection/faults.ts'
import { yieldEvery } from '../../yield-every.ts'
import { type BehaviouralFact, behaviouralFacts } from './behavioural-facts.ts'
import { readSeries } from './read-series.ts'
import { type Day, toDay } from './series.ts'
import { storeFacts } from './store-facts.ts'

/** Customers that are computed together: one scan of the events serves them all … */
const customersAtOnce = 1_000
/** … and holds their histories: so many days on which somebody was active, or about so many. */
const daysAtOnce = 500_000

export interface FactRefresher {
  /** Something about these customers changed, or about customers that became one with them. */
  touched: (customerIds: Iterable<string>) => void
  /**
   * Brings the behavioural facts of these customers up to date, as of `now` (Unix milliseconds); of those that are,
   * nothing is computed.
   */
  refresh(customerIds: readonly string[], now: number): Promise<void>
  /**
   * Does so for some of the customers that need it. Returns how many are left of this pass: of those that needed it
   * when it began. Whoever needs it since then has their turn in the next one, so that a pass ends while events come.
   */
  refreshSome(now: number): Promise<number>
}

/**
 * Keeps behavioural facts in step with the activity they are computed from. Which customers need it is held in memory
 * alone: after a start, and on each new day (UTC), all of them do.
 */
export function createFactRefresher({
  reader,
  writer,
  onFault = () => undefined,
}: {
  reader: SqlDatabase
  writer: SqlWriter
  /** Told of a customer whose facts can't be computed, and why. */
  onFault?: (customerId: string, reason: string) => void
}): FactRefresher {
  let day: Day | null = null
  const stale = new Set<string>()
  /** Those whose turn in this pass is still to come. */
  const pass = new Set<string>()
  const running = new Map<string, Promise<void>>()
  /** Found out: half as many after a batch that held too much, else twice as many. */
  let atOnce = customersAtOnce / 4

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

  /** Returns how many days the histories hold that were looked at for it. */
  async function refreshNow(customerIds: readonly string[], today: Day): Promise<number> {
    // What runs may have begun before the last change, or for another day.
    await Promise.all(customerIds.flatMap((id) => running.get(id) ?? []))
    const ids = customerIds.filter((id) => stale.has(id) && !running.has(id))
    const others = customerIds.flatMap((id) => running.get(id) ?? [])
    const [days] = await Promise.all([ids.length === 0 ? 0 : computeWhatCanBe(ids, today), ...others])
    return days
  }

  /** As {@link computeAll}; a customer whose facts can't be computed is found by halving, and left as they are. */
  async function computeWhatCanBe(ids: readonly string[], today: Day): Promise<number> {
    try {
      return await computeAll(ids, today)
    } catch (error) {
      if (isFaultOfTheWorld(error)) throw error
      if (ids.length === 1) {
        // Computed again once something changes.
        stale.delete(ids[0]!)
        onFault(ids[0]!, describeFault(error))
        return 0
      }
      const middle = Math.ceil(ids.length / 2)
      const first = await computeWhatCanBe(ids.slice(0, middle), today)
      return first + (await computeWhatCanBe(ids.slice(middle), today))
    }
  }

  /** Returns how many days their histories hold. */
  async function computeAll(ids: readonly string[], today: Day): Promise<number> {
    // What changes from here on makes them stale again.
    for (const id of ids) stale.delete(id)
    let read = 0
    const work = compute(reader, ids, today).then(({ facts, days }) => {
      read = days
      return storeFacts({ reader, writer }, ids, facts)
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
