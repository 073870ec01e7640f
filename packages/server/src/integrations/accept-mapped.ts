import { reasonOf } from '../kernel/reason-of.ts'
import { isJsonObject } from '@customer-intel/contract'
import { normalizeId } from '../customers/identity/keys.ts'
import { recordKey } from '../kernel/log/record-key.ts'
import type { RevenueRecord, StoredRecord, SyncedObject } from '../kernel/log/record.ts'
import { acceptRecords } from '../records/accept-records.ts'
import type { NamedEvent } from './ingest-events.ts'
import { UnfetchedObject } from './fetch-each.ts'
import { withoutInternal } from './without-internal.ts'
import type {
  AuthEventInput,
  BillingInput,
  EventInput,
  MapContext,
  MappedRecord,
  Stream,
} from './provider.ts'

export interface AcceptedPage {
  records: StoredRecord[]
  /** To be ingested like all events. */
  events: NamedEvent[]
  /** Objects, or parts of them, that couldn't be accepted, with the reasons. */
  skipped: { id: string; reason: string }[]
  /** Objects that have an id, in order, with their records. */
  objects: SyncedObject[]
  /** Whether every object has an id. */
  named: boolean
  /** How many objects there were. */
  received: number
}

/**
 * Maps a page of a provider's objects to records, and validates them like records from the API. An invalid object doesn't
 * affect others.
 */
export async function acceptPage(
  stream: Pick<Stream, 'map' | 'idOf' | 'isDeleted'>,
  items: readonly unknown[],
  context: MapContext,
): Promise<AcceptedPage> {
  const page: AcceptedPage = {
    records: [],
    events: [],
    skipped: [],
    objects: [],
    named: true,
    received: items.length,
  }
  for (const item of items) {
    const id = objectNameOf(stream, item)
    const object: SyncedObject = { id: id ?? '', keys: [], whole: true }
    const skipped = (reason: string) => {
      object.whole = false
      page.skipped.push({ id: id ?? nameless(item), reason })
    }
    try {
      for (const part of withoutInternal(mapItem(stream, item, context), context)) {
        if (part.kind === 'event') {
          page.events.push({ id: id ?? nameless(item), input: part })
          continue
        }
        const { records, reason } =
          part.kind === 'authEvent' ? acceptAuthEvent(part, context) : await acceptPart(part, context)
        page.records.push(...records)
        object.keys.push(...records.map(recordKey))
        if (reason !== null) skipped(reason)
      }
    } catch (error) {
      skipped(reasonOf(error))
    }
    if (id === null) page.named = false
    else page.objects.push(object)
  }
  return page
}

function mapItem(
  { map, isDeleted }: Pick<Stream, 'map' | 'isDeleted'>,
  item: unknown,
  context: MapContext,
): MappedRecord[] {
  if (item instanceof UnfetchedObject) throw new Error(item.reason)
  return isDeleted?.(item, context) ? [] : map(item, context)
}

async function acceptPart(
  part: Exclude<MappedRecord, EventInput | AuthEventInput>,
  { now, provider, internal }: MapContext,
): Promise<{ records: StoredRecord[]; reason: string | null }> {
  const inputs = part.kind === 'billing' ? part.days.map((day) => toRevenue(part, day)) : [part]
  const { records, errors } = await acceptRecords(inputs, {
    now,
    internal,
    resolveCustomerKeys: async () => new Map(),
  })
  const reason = errors[0]?.message ?? null
  if (part.kind !== 'billing') return { records: records.map((record) => ofOrigin(record, provider)), reason }
  // An account with an invalid day would show wrong sums.
  if (reason !== null) return { records: [], reason }
  const days = (records as RevenueRecord[]).map(toDay)
  const customer = (records[0] as RevenueRecord | undefined)?.customer ?? part.customer
  return {
    records: [{ kind: 'billing', origin: `${provider}/${part.account}`, customer, days }],
    reason: null,
  }
}

/** One from the future is left to a later sync; one of a placeholder is nobody's. */
function acceptAuthEvent(
  { kind, userId, action, occurredAt }: AuthEventInput,
  { now, provider }: MapContext,
): { records: StoredRecord[]; reason: null } {
  const id = normalizeId(userId)
  const isValid = id !== null && occurredAt <= now
  return {
    records: isValid ? [{ kind, origin: provider, userId: id, action, occurredAt }] : [],
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
  const { kind } = record
  return kind === 'customer' || kind === 'user' || kind === 'member' ? { ...record, origin } : record
}

/** The provider's id of an object; null without one. */
export function objectNameOf({ idOf }: Pick<Stream, 'idOf'>, item: unknown): string | null {
  if (item instanceof UnfetchedObject) return item.id
  try {
    return idOf(item)
  } catch {
    return null
  }
}

function nameless(item: unknown): string {
  if (item instanceof UnfetchedObject) return 'an object whose id is not known'
  return isJsonObject(item) ? 'an object without an id' : 'what is no object'
}
