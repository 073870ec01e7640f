import {
  CustomerSchema,
  FactSchema,
  SourceSchema,
  UserSchema,
  WorkspaceUserSchema,
} from '@customer-intel/contract'
import type { QueryOutput } from '@customer-intel/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertRows } from '../support/insert-rows.ts'
import { openToolWorkspace, type ToolWorkspace } from '../support/tool-workspace.ts'

type Item = Record<string, unknown>

interface List {
  tool: string
  items: string
  schema: { entries: object }
  /** The view that tells the same, and what names an item in both. */
  view: string
  id: { column: string; of: (item: Item) => unknown }
  /** Of each field: what it is in SQL, or which filter of a tool finds it. A field without an entry fails the test. */
  fields: Record<string, string | ((item: Item) => [tool: string, input: object])>
}

const ofCustomer = (column: string) =>
  `(select c.${column} from customers c where c.customer_id = users.customer_id)`
const member = (name: string) => (item: Item) =>
  ['svc_list_workspace_users', { search: item[name] }] as [string, object]

const lists: List[] = [
  {
    tool: 'svc_list_customers',
    items: 'items',
    schema: CustomerSchema,
    view: 'customers',
    id: { column: 'customer_id', of: (item) => item.id },
    fields: {
      id: 'customer_id',
      name: 'name',
      domain: 'domain',
      billingStatus: 'billing_status',
      activatedAt: 'activated_at',
      firstSeenAt: 'first_seen_at',
      lastProductActivityAt: 'last_product_activity_at',
      lastContactAt: 'last_contact_at',
      lastActivityAt: 'last_activity_at',
      contactCount: 'contact_count',
      currentMrr: 'mrr_cents',
      currency: 'currency',
      mrrCalculationStatus: 'mrr_calculation_status',
      owner: `json_object('id', owner_id, 'email', owner_email, 'name', 'Ann')`,
      daysSinceActivity: `date_diff('day', last_activity_at, timestamp '2026-06-15 12:00:00')`,
    },
  },
  {
    tool: 'svc_list_users',
    items: 'items',
    schema: UserSchema,
    view: 'users',
    id: { column: 'user_id', of: (item) => item.id },
    fields: {
      id: 'user_id',
      email: 'email',
      name: 'name',
      customerId: 'customer_id',
      customerName: ofCustomer('name'),
      customerDomain: ofCustomer('domain'),
      // The view's depends on the engine's clock, which isn't the tests'.
      journeyStage: (item) => ['svc_list_users', { journeyStage: item.journeyStage }],
      lastProductActivityAt: 'last_product_activity_at',
      lastContactAt: 'last_contact_at',
      lastActivityAt: 'last_activity_at',
      daysSinceActivity: `date_diff('day', last_activity_at, timestamp '2026-06-15 12:00:00')`,
    },
  },
  {
    tool: 'svc_list_facts',
    items: 'facts',
    schema: FactSchema,
    view: 'facts',
    id: { column: 'fact_id', of: (item) => item.id },
    fields: {
      id: 'fact_id',
      customer: (item) => [
        'svc_list_facts',
        { customer: (item.customer as { id: string }).id, status: [item.status] },
      ],
      person: `json_object('id', user_id, 'email', user_email, 'name', 'Jane')`,
      assertion: 'assertion',
      reasoning: 'reasoning',
      factType: 'fact_type',
      factCategory: 'fact_category',
      status: 'status',
      confidence: 'confidence',
      priority: 'priority',
      severity: 'severity',
      occurredAt: 'occurred_at',
      detectedAt: 'detected_at',
      validFrom: 'valid_from',
      validUntil: 'valid_until',
      lastDetectedAt: 'last_detected_at',
      periodStart: 'period_start',
      periodEnd: 'period_end',
      changePointDate: 'change_point_at',
      sourceType: 'source_type',
      sourceId: 'source_id',
      sourceOccurredAt: 'source_occurred_at',
      sourceQuote: 'quote',
      permalink: 'permalink',
      evidenceCount: 'evidence_count',
      occurrenceCount: 'occurrence_count',
      metricName: 'metric_name',
      metricValue: 'metric_value',
      metricPreviousValue: 'metric_previous_value',
      metricDelta: 'metric_delta',
      metricUnit: 'metric_unit',
      // The same as the fields of the source beside them, and the evidence that svc_get_fact gives.
      linkedSourceRef: 'true',
      sourceMetadata: 'true',
      evidence: 'true',
    },
  },
  {
    tool: 'svc_list_sources',
    items: 'items',
    schema: SourceSchema,
    view: 'sources',
    id: { column: 'source_id', of: (item) => item.sourceId },
    fields: {
      sourceType: 'source_type',
      sourceId: 'source_id',
      occurredAt: 'occurred_at',
      title: 'title',
      summary: 'summary',
      permalink: 'permalink',
      provider: 'provider',
      customer: (item) => ['svc_list_sources', { customer: (item.customer as { id: string }).id }],
      participants: (item) => [
        'svc_list_sources',
        { participant: (item.participants as { email: string }[])[0]!.email },
      ],
      record: `record::json`,
    },
  },
  {
    tool: 'svc_list_workspace_users',
    items: 'items',
    schema: WorkspaceUserSchema,
    view: 'customers',
    id: { column: 'owner_id', of: (item) => item.id },
    fields: {
      id: 'owner_id',
      email: 'owner_email',
      name: member('name'),
      title: member('title'),
      role: (item) => ['svc_list_workspace_users', { role: item.role }],
      managerEmail: (item) => ['svc_list_workspace_users', { managerEmail: item.managerEmail }],
      territory: member('territory'),
      socialProfileUrl: member('socialProfileUrl'),
      ownedCustomerCount: `case when owner_id <> '' then count(*) over (partition by owner_id) end`,
    },
  },
]

let workspace: ToolWorkspace

beforeAll(async () => {
  workspace = await openToolWorkspace()
  const { database } = workspace
  const times = { last_product_activity_at: '2026-06-14 12:00:00', last_contact_at: '2026-06-13 12:00:00' }
  const first = { ...times, last_activity_at: '2026-06-14 12:00:00', first_seen_at: '2026-02-01 00:00:00' }
  await insertRows(database, 'member_records', [
    {
      member_id: 'm_ann',
      email: 'ann@us.example',
      name: 'Ann',
      title: 'Head of Success',
      role: 'csm',
      manager_email: 'boss@us.example',
      territory: 'North',
      social_profile_url: 'https://social.example/ann',
    },
  ])
  await insertRows(database, 'accounts', [
    {
      customer_id: 'cus_1',
      name: 'Acme',
      domain: 'acme.example',
      billing_status: 'PAYING',
      mrr_cents: 500_000,
      mrr_currency: 'EUR',
      mrr_status: 'calculated',
      activated_at: '2026-05-01 10:00:00',
      owner_id: 'm_ann',
      owner_email: 'ann@us.example',
      contact_count: 1,
      ...first,
    },
    { customer_id: 'cus_2', name: 'Globex', mrr_status: 'mixed_currency' },
  ])
  await insertRows(database, 'subjects', [{ subject: 1, customer_id: 'cus_1' }])
  await insertRows(database, 'contacts', [
    { user_id: 'u_1', customer_id: 'cus_1', email: 'jane@acme.example', name: 'Jane', ...first },
  ])
  await insertRows(database, 'sources', [
    {
      source_key: 'CALL:c-17',
      source_type: 'CALL',
      source_id: 'c-17',
      subject: 1,
      occurred_at: '2026-05-02 09:00:00',
      title: 'Renewal',
      summary: 'They renew',
      provider: 'calls-a',
      permalink: 'https://calls.example/c-17',
      participants: '[{"email":"jane@acme.example","name":"Jane","role":"attendee"}]',
      record: '{"durationSeconds":60}',
    },
  ])
  await insertRows(database, 'source_participants', [
    { source_key: 'CALL:c-17', email: 'jane@acme.example', domain: 'acme.example', name: 'Jane' },
  ])
  await insertRows(database, 'facts', [
    {
      fact_id: 'f_1',
      subject: 1,
      user_id: 'u_1',
      reasoning: 'She said so',
      fact_category: 'MEMORY',
      confidence: 0.9,
      priority: 'P1',
      severity: 'HIGH',
      valid_until: '2026-12-01 00:00:00',
      last_detected_at: '2026-05-04 00:00:00',
      period_start: '2026-04-01 00:00:00',
      period_end: '2026-05-01 00:00:00',
      change_point_at: '2026-04-15 00:00:00',
      source_type: 'CALL',
      source_id: 'c-17',
      quote: 'We renew.',
      evidence: '[{"sourceType":"CALL","sourceId":"c-17","quote":"We renew."}]',
      metric_name: 'seats',
      metric_value: 15,
      metric_previous_value: 2.5,
      metric_delta: 12.5,
      metric_unit: 'seats',
    },
  ])
})

afterAll(() => workspace.close())

describe('every value that comes out can be filtered by', () => {
  describe.each(lists)('$tool', ({ tool, items, schema, view, id, fields }) => {
    test.each(Object.keys(schema.entries))('%s', async (field) => {
      const way = fields[field]
      expect(way, `${field} can be filtered by nothing`).toBeDefined()
      const [item] = (await workspace.call<Record<string, Item[]>>(tool))[items]!
      if (way === 'true') return
      expect(item![field] ?? null, `the item tells ${field}`).not.toBeNull()
      if (typeof way === 'function') {
        const [other, input] = way(item!)
        const found = (await workspace.call<Record<string, Item[]>>(other, input))[items]!
        expect(found.map(id.of)).toEqual([id.of(item!)])
        return
      }
      const { data } = await workspace.call<QueryOutput>('svc_query', {
        sql: `select found, value from (select ${id.column} as found, ${way} as value from ${view}) where ${matches(item![field])}`,
      })
      expect(data.map(({ found }) => found)).toEqual([id.of(item!)])
    })
  })

  test('who pays in several currencies, or in one of them', async () => {
    const ids = async (input: object) =>
      (await workspace.call<{ items: Item[] }>('svc_list_customers', input)).items.map((item) => item.id)
    expect(await ids({ mrrCalculationStatus: 'mixed_currency' })).toEqual(['cus_2'])
    expect(await ids({ currency: 'eur' })).toEqual(['cus_1'])
    expect(await ids({ currency: 'USD' })).toEqual([])
  })
})

/** `value` is what the item tells: a time, a number, a text or an object. */
function matches(value: unknown): string {
  const literal = (text: string) => `'${text.replaceAll("'", "''")}'`
  if (typeof value === 'number') return `value = ${value}`
  if (typeof value !== 'string') return `value::varchar = ${literal(JSON.stringify(value))}`
  return /^\d{4}-\d\d-\d\dT/.test(value) ? `value = timestamp ${literal(value)}` : `value = ${literal(value)}`
}
