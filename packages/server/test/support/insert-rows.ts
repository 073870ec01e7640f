import type { SqlDatabase, SqlValue } from '../../src/kernel/sql/database.ts'

/** Column to value; timestamps as text, UTC. */
export type Row = Record<string, SqlValue>

const seenAt = '2026-01-01 00:00:00'

/** What a row holds where a test doesn't say. */
const defaults: Record<string, Row> = {
  accounts: {
    account: 1,
    id_hash: 1,
    type: 'COMPANY',
    traits: '{}',
    plan: '',
    billing_status: 'NONE',
    mrr_status: 'unavailable',
    lifetime_revenue_cents: 0,
    active_subscription_count: 0,
    attribution_channel: 'direct',
    contact_count: 0,
    created_at: seenAt,
    first_seen_at: seenAt,
  },
  contact_keys: { contact: 1 },
  identity_links: { contact: 1 },
  traits: { held: 1 },
  contacts: {
    contact: 1,
    customer_id: '',
    traits: '{}',
    account_trusted: false,
    first_visitor_channel: 'direct',
    first_visitor_source: '',
    created_at: seenAt,
    first_seen_at: seenAt,
  },
  member_records: { record_key: '', origin: '' },
  aliases: { former: 'domain' },
  revenue_snapshots: { plan: '', billing_status: 'NONE' },
  subjects: {
    trusted: false,
    shared: false,
    cause: '00000000-0000-0000-0000-000000000000',
    first_at: seenAt,
    last_at: seenAt,
    event_count: 0,
    statements: 0,
    stated: true,
    attribution: '',
  },
  sources: { subject: 0, occurred_at: seenAt, received_at: seenAt, participants: '[]', record: '{}' },
  source_participants: {},
  facts: {
    origin: 'stated',
    assertion: 'They use it daily',
    fact_type: 'CUSTOM',
    fact_category: 'CUSTOM',
    status: 'ACTIVE',
    confidence: 1,
    detected_at: seenAt,
    valid_from: seenAt,
    evidence: '[]',
    occurrence_count: 1,
  },
  events: {
    event_type: 'PAGE_VIEW',
    event_name: 'pageview',
    event_channel: 'PRODUCT',
    received_at: seenAt,
    source: 'client',
    attribution: '',
    activation: false,
    url: 'https://acme.com/',
    path: '/',
    properties: '{}',
  },
}

/** Where a test says when somebody was last active and no more, they used the product then. */
function usedLast({ last_activity_at: lastActivityAt }: Row): Row {
  return lastActivityAt === undefined ? {} : { last_product_activity_at: lastActivityAt }
}

/** Puts rows into a read model's table; what a row doesn't name gets a plain value. */
export async function insertRows(database: SqlDatabase, table: string, rows: Row[]): Promise<void> {
  for (const row of rows) {
    const values = { ...defaults[table], ...usedLast(row), ...row }
    const names = Object.keys(values)
    const marks = names.map((_, index) => `$${index + 1}`)
    await database.all(
      `insert into ${table} (${names.join(', ')}) values (${marks.join(', ')})`,
      Object.values(values),
    )
  }
}

/** One customer with one known person and events. */
export async function insertTimeline(
  database: SqlDatabase,
  customerId: string,
  events: Row[],
  subject = 1,
  contactName: string | null = null,
): Promise<void> {
  const times = events.map((event) => String(event.occurred_at)).toSorted()
  await insertRows(database, 'subjects', [
    {
      subject,
      user_id: `user_${subject}`,
      contact_name: contactName,
      customer_id: customerId,
      first_at: times[0]!,
      last_at: times.at(-1)!,
      event_count: events.length,
    },
  ])
  await insertRows(
    database,
    'events',
    events.map((event, index) => ({
      sequence: subject * 1_000 + index,
      event_id: `00000000-0000-4000-8000-${String(subject * 1_000 + index).padStart(12, '0')}`,
      subject,
      ...event,
    })),
  )
}
