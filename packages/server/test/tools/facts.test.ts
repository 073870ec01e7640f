import { tools } from '@customer-intel/contract'
import type { Fact, ListFactsOutput } from '@customer-intel/contract'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertRows } from '../support/insert-rows.ts'
import { type ToolWorkspace, openToolWorkspace } from '../support/tool-workspace.ts'

let workspace: ToolWorkspace

const call = { sourceType: 'CALL', sourceId: 'c-17', quote: 'We want to buy 40 more seats in May.' }
const saidInCall = 'We looked at a competitor too. We want to buy 40 more seats in May.'
const mail = { sourceType: 'EMAIL', sourceId: 'gone', quote: 'Seats are too dear.' }

beforeAll(async () => {
  workspace = await openToolWorkspace()
  const { database } = workspace
  await insertRows(database, 'accounts', [
    { customer_id: 'cus_1', name: 'Acme', domain: 'acme.com' },
    { customer_id: 'cus_2', name: 'Globex', domain: 'globex.com' },
  ])
  await insertRows(database, 'subjects', [
    { subject: 1, customer_id: 'cus_1' },
    { subject: 2, customer_id: 'cus_2' },
  ])
  await insertRows(database, 'sources', [
    {
      source_key: 'CALL:c-17',
      source_type: 'CALL',
      source_id: 'c-17',
      subject: 1,
      occurred_at: '2026-05-02 09:00:00',
      permalink: 'https://calls.example/c-17',
      content: saidInCall,
      participants: '[]',
      record: '{}',
    },
  ])
  await insertRows(database, 'facts', [
    {
      fact_id: 'f_seats',
      subject: 1,
      assertion: 'Acme wants 40 more seats',
      fact_type: 'EXPANSION',
      fact_category: 'MEMORY',
      confidence: 0.9,
      detected_at: '2026-05-03 00:00:00',
      source_type: call.sourceType,
      source_id: call.sourceId,
      quote: call.quote,
      evidence: JSON.stringify([call, mail]),
    },
    {
      fact_id: 'f_dear',
      subject: 1,
      fact_type: 'BUDGET',
      fact_category: 'MEMORY',
      status: 'SNOOZED',
      occurred_at: '2026-05-04 00:00:00',
      source_type: mail.sourceType,
      source_id: mail.sourceId,
      quote: mail.quote,
      evidence: JSON.stringify([mail]),
    },
    {
      fact_id: 'f_quiet',
      origin: 'behavioural',
      customer_id: 'cus_1',
      fact_type: 'QUIET_ACCOUNT',
      fact_category: 'CHURN',
      occurred_at: '2026-06-01 00:00:00',
      severity: 'HIGH',
      metric_name: 'days_since_activity',
      metric_value: 15,
      metric_previous_value: 2.5,
      metric_delta: 12.5,
      metric_unit: 'days',
    },
    { fact_id: 'f_plain', subject: 1, detected_at: '2026-04-01 00:00:00' },
    { fact_id: 'f_other', subject: 2, detected_at: '2026-04-01 00:00:00' },
    { fact_id: 'f_nobody', subject: 9 },
  ])
})

afterAll(() => workspace.close())

async function list(input: Record<string, unknown> = {}): Promise<ListFactsOutput> {
  const output = await workspace.call<ListFactsOutput>('svc_list_facts', { customer: 'acme.com', ...input })
  expect(v.safeParse(tools.svc_list_facts.output, output).issues).toBeUndefined()
  return output
}

const ids = ({ facts }: ListFactsOutput) => facts.map(({ id }) => id)

describe('svc_list_facts', () => {
  test('lists what is known of the customer, the latest first, each fact placed by its time or its source’s', async () => {
    const output = await list()
    expect(output.customer).toEqual({ id: 'cus_1', name: 'Acme', domain: 'acme.com' })
    expect(ids(output)).toEqual(['f_quiet', 'f_dear', 'f_seats', 'f_plain'])
    expect(output.pagination).toEqual({ hasMore: false, nextCursor: null, total: 4 })
    expect(output.facts[0]).not.toHaveProperty('evidence')
  })

  test('says where a fact came from, flat and in sourceMetadata', async () => {
    const seats = (await list()).facts.find(({ id }) => id === 'f_seats')
    const provenance = {
      sourceType: 'CALL',
      sourceId: 'c-17',
      sourceOccurredAt: '2026-05-02T09:00:00.000Z',
      sourceQuote: call.quote,
      permalink: 'https://calls.example/c-17',
    }
    expect(seats).toMatchObject({
      ...provenance,
      sourceMetadata: provenance,
      linkedSourceRef: {
        sourceType: 'CALL',
        sourceId: 'c-17',
        occurredAt: '2026-05-02T09:00:00.000Z',
        permalink: 'https://calls.example/c-17',
      },
      occurredAt: '2026-05-02T09:00:00.000Z',
      evidenceCount: 2,
      status: 'ACTIVE',
      confidence: 0.9,
    })
  })

  test('leaves open what a source that is not stored would tell', async () => {
    const dear = (await list()).facts.find(({ id }) => id === 'f_dear')
    expect(dear).toMatchObject({
      sourceType: 'EMAIL',
      sourceId: 'gone',
      sourceOccurredAt: null,
      permalink: null,
    })
  })

  test('gives a fact without a source no provenance, and a measured one its numbers', async () => {
    const quiet = (await list()).facts.find(({ id }) => id === 'f_quiet')
    expect(quiet).toMatchObject({
      sourceType: null,
      sourceMetadata: null,
      linkedSourceRef: null,
      evidenceCount: 0,
      metricName: 'days_since_activity',
      metricValue: 15,
      metricPreviousValue: 2.5,
      metricDelta: 12.5,
      metricUnit: 'days',
    })
  })

  test.each([
    [{ status: ['SNOOZED', 'RESOLVED'] }, ['f_dear']],
    [{ status: [] }, ['f_quiet', 'f_dear', 'f_seats', 'f_plain']],
    [{ factTypes: ['EXPANSION', 'CUSTOM'] }, ['f_seats', 'f_plain']],
    [{ factTypes: ['QUIET_ACCOUNT'] }, ['f_quiet']],
    [{ factCategories: ['CHURN'] }, ['f_quiet']],
    [{ factCategories: ['MEMORY'] }, ['f_dear', 'f_seats']],
    [{ sourceTypes: ['EMAIL'] }, ['f_dear', 'f_seats']],
    [{ sourceTypes: [' call '] }, ['f_seats']],
    [{ sourceTypes: ['CRM'] }, []],
    [{ after: '2026-05-04T00:00:00Z' }, ['f_quiet', 'f_dear']],
    [{ before: '2026-05-02T09:00:00Z' }, ['f_seats', 'f_plain']],
    [{ after: '2026-05-01T00:00:00Z', before: '2026-05-31T00:00:00Z', status: ['ACTIVE'] }, ['f_seats']],
  ])('filters by %j', async (input, expected) => {
    const output = await list(input)
    expect(ids(output)).toEqual(expected)
    expect(output.pagination.total).toBe(expected.length)
  })

  test('pages without gaps or repetitions', async () => {
    const found: string[] = []
    let cursor: string | undefined
    do {
      const output = await list({ limit: 1, ...(cursor !== undefined && { cursor }) })
      found.push(...ids(output))
      cursor = output.pagination.nextCursor ?? undefined
    } while (cursor !== undefined)
    expect(found).toEqual(['f_quiet', 'f_dear', 'f_seats', 'f_plain'])
  })

  test.each([
    [{ factTypes: ['TRACKING_GAP'] }, 'factTypes.0'],
    [{ factCategories: ['OTHER'] }, 'factCategories.0'],
    [{ status: ['OPEN'] }, 'status.0'],
    [{ limit: 101 }, 'limit'],
    [{ after: '2026-05-02T00:00:00Z', before: '2026-05-01T00:00:00Z' }, 'before'],
    [{ since: '2026-05-02T00:00:00Z' }, 'since'],
  ])('refuses %j and names the field', async (input, field) => {
    const failure: unknown = await list(input).catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: 'INVALID_TOOL_INPUT' })
    const { issues } = failure as { issues: { path: (string | number)[] }[] }
    expect(issues.map(({ path }) => path.join('.'))).toContain(field)
  })

  test('knows no facts of a customer that there isn’t', async () => {
    await expect(list({ customer: 'nowhere.com' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('svc_get_fact', () => {
  const get = (input: object) => workspace.call<Fact>('svc_get_fact', input)

  test('answers with the fact as the list has it', async () => {
    const { facts } = await list()
    const [seats] = facts.filter(({ id }) => id === 'f_seats')
    expect(await get({ factId: 'f_seats', include: ['reasoning'] })).toEqual(seats)
  })

  test('adds the evidence when it is asked for, with ids that hold', async () => {
    const fact = await get({ factId: 'f_seats', include: ['evidence'] })
    expect(v.safeParse(tools.svc_get_fact.output, fact).issues).toBeUndefined()
    expect(fact.evidence).toMatchObject([
      { sourceType: 'CALL', sourceId: 'c-17', excerpt: call.quote },
      { sourceType: 'EMAIL', sourceId: 'gone', excerpt: mail.quote },
    ])
    expect(await get({ factId: 'f_seats', include: ['evidence'] })).toEqual(fact)
  })

  test('finds a fact whose customer is not known yet', async () => {
    expect(await get({ factId: 'f_nobody' })).toMatchObject({ id: 'f_nobody' })
  })

  test.each(['nothing', 'f_seats\u001ff_dear', "' or 1=1 --"])('does not find %j', async (factId) => {
    await expect(get({ factId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('questions across customers', () => {
  test('svc_list_facts without customer lists those of all, each with whom it is about', async () => {
    const output = await workspace.call<ListFactsOutput>('svc_list_facts')
    expect(v.is(tools.svc_list_facts.output, output)).toBe(true)
    expect(output.customer).toBeNull()
    const whom = new Map(output.facts.map(({ id, customer }) => [id, customer]))
    expect(whom.get('f_other')).toEqual({ id: 'cus_2', name: 'Globex', domain: 'globex.com' })
    expect(whom.get('f_quiet')).toEqual({ id: 'cus_1', name: 'Acme', domain: 'acme.com' })
    expect(whom.get('f_nobody')).toBeNull()
  })

  test.each([
    [['QUIET_ACCOUNT', 'CHURN_RISK'], ['cus_1']],
    [['CUSTOM'], ['cus_1', 'cus_2']],
    [['BUDGET'], []],
  ])('svc_list_customers finds who has an active fact of %j', async (factTypes, expected) => {
    const { items } = await workspace.call<{ items: { id: string }[] }>('svc_list_customers', { factTypes })
    expect(items.map(({ id }) => id).sort()).toEqual(expected)
  })

  test('facts, deals and sources can be asked for in SQL', async () => {
    await insertRows(workspace.database, 'sources', [
      {
        source_key: 'OPPORTUNITY:d-1',
        source_type: 'OPPORTUNITY',
        source_id: 'd-1',
        subject: 2,
        title: 'Renewal',
        record: '{"stage":"won","amountCents":120000,"currency":"EUR"}',
      },
    ])
    const query = async (sql: string) => (await workspace.call<{ data: object[] }>('svc_query', { sql })).data
    expect(
      await query(
        `select c.name, f.fact_type from facts f join customers c using (customer_id) where f.status <> 'ACTIVE'`,
      ),
    ).toEqual([{ name: 'Acme', fact_type: 'BUDGET' }])
    expect(await query('select customer_id, stage, amount_cents, currency from Opportunities')).toEqual([
      { customer_id: 'cus_2', stage: 'won', amount_cents: 120_000, currency: 'EUR' },
    ])
    expect(await query(`select source_id, text from sources where text ilike '%competitor%'`)).toEqual([
      { source_id: 'c-17', text: saidInCall },
    ])
    expect(await query('select source_type from "SOURCES" order by 1')).toEqual([
      { source_type: 'CALL' },
      { source_type: 'OPPORTUNITY' },
    ])
    for (const table of ['facts', 'sources', 'opportunities']) {
      const { columns } = await workspace.call<{ columns: { name: string; type: string }[] }>('svc_schema', {
        table,
      })
      const [row] = await query(`select * from ${table} limit 1`)
      expect(Object.keys(row!)).toEqual(columns.map(({ name }) => name))
      const types = columns.map(({ name }) => `typeof(${name}) as ${name}`).join(', ')
      expect(await query(`select ${types} from ${table} limit 1`)).toEqual([
        Object.fromEntries(columns.map(({ name, type }) => [name, type])),
      ])
    }
  })
})
