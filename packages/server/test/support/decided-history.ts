import { accountCustomerId } from '../../src/customers/identity/resolve-customer.ts'
import type { CustomerMergeRecord, LogRecord } from '../../src/kernel/log/record.ts'
import { decide } from './generated-log.ts'

const merge: CustomerMergeRecord = {
  kind: 'customer-merge',
  receivedAt: 0,
  decision: 'merge',
  duplicate: accountCustomerId('acct-1'),
  survivor: accountCustomerId('acct-2'),
  cause: 'operator',
}

/** What people decide about who is who: to be taken in this order, wherever they stand among the events. */
export const decisionLists: LogRecord[][] = [
  [],
  [decide('cut')],
  [decide('cut'), decide('mend')],
  [decide('join')],
  [merge],
  [merge, { ...merge, decision: 'part' }],
  [decide('cut'), merge, decide('mend')],
]

/** The items in an order that is drawn, and the others, in their own order, each at a place among them that is drawn. */
export function inAnyOrder<Item>(
  items: readonly Item[],
  others: readonly Item[],
  draw: () => number,
): Item[] {
  const shuffled = items
    .map((item) => ({ item, place: draw() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item)
  const places = others.map(() => draw() % (items.length + 1)).toSorted((a, b) => a - b)
  return places.reduceRight((list, place, index) => list.toSpliced(place, 0, others[index]!), shuffled)
}

export function inChunks<Item>(items: readonly Item[], size: number): Item[][] {
  const chunks: Item[][] = []
  for (let at = 0; at < items.length; at += size) chunks.push(items.slice(at, at + size))
  return chunks
}
