import type { CustomerKey, RunRecord } from './record.ts'

/** The customers in whose timelines a run appears. */
export function reportedCustomers({ told }: Pick<RunRecord, 'told'>): readonly CustomerKey[] {
  if (told === undefined) return []
  if (!Array.isArray(told.customers)) throw new TypeError('The customers that a run reported to are no list')
  return told.customers
}
