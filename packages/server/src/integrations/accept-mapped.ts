import { isJsonObject } from '@customer-intel/contract'
import type { RevenueRecord, StoredRecord } from '../log/record.ts'
import { acceptRecords } from '../records/accept-records.ts'
import type { BillingInput, MapContext, MappedRecord, Stream } from './provider.ts'

export interface AcceptedPage {
  records: StoredRecord[]
  /** Objects, or parts of some, that couldn't be taken, and why. */
  setAside: { id: string; reason: string }[]
}

/** Turns a page of a provider's objects into records, through the entrance that records take. One bad object harms no other. */
export async function acceptPage(
  stream: Pick<Stream, 'map' | 'idOf'>,
  items: readonly unknown[],
  context: MapContext,
): Promise<AcceptedPage> {
  const page: AcceptedPage = { records: [], setAside: [] }
  for (const item of items) {
    const id = nameOf(stream, item)
    let mapped: MappedRecord[]
    try {
      mapped = stream.map(item, context)
    } catch (error) {
      page.setAside.push({ id, reason: reasonOf(error) })
      continue
    }
    for (const part of mapped) {
      const { records, reason } = await acceptPart(part, context)
      page.records.push(...records)
      if (reason !== null) page.setAside.push({ id, reason })
    }
  }
  return page
}

async function acceptPart(
  part: MappedRecord,
  { now, provider }: MapContext,
): Promise<{ records: StoredRecord[]; reason: string | null }> {
  const inputs = part.kind === 'billing' ? part.days.map((day) => toRevenue(part, day)) : [part]
  const { records, errors } = await acceptRecords(inputs, { now, resolveCustomerKeys: async () => new Map() })
  const reason = errors[0]?.message ?? null
  if (part.kind !== 'billing') return { records: records.map((record) => ofOrigin(record, provider)), reason }
  // An account with a day that can't be taken would show wrong sums.
  if (reason !== null) return { records: [], reason }
  const days = (records as RevenueRecord[]).map(toDay)
  const customer = (records[0] as RevenueRecord | undefined)?.customer ?? part.customer
  return {
    records: [{ kind: 'billing', origin: `${provider}/${part.account}`, customer, days }],
    reason: null,
  }
}

function toRevenue({ customer }: BillingInput, day: BillingInput['days'][number]) {
  return { kind: 'revenue' as const, customer, ...day }
}

function toDay({
  date,
  mrrCents,
  currency,
  billingStatus,
  plan,
  activeSubscriptions,
  paidCents,
}: RevenueRecord) {
  return { date, mrrCents, currency, billingStatus, plan, activeSubscriptions, paidCents }
}

function ofOrigin(record: StoredRecord, origin: string): StoredRecord {
  return record.kind === 'customer' || record.kind === 'user' ? { ...record, origin } : record
}

function nameOf({ idOf }: Pick<Stream, 'idOf'>, item: unknown): string {
  try {
    return idOf(item)
  } catch {
    return isJsonObject(item) ? 'an object without an id' : 'what is no object'
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
