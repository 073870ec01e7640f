import { readFile } from 'node:fs/promises'
import { RecordInputSchema, IngestPayloadSchema, validate } from '@customer-intel/contract'
import type { RecordInput, RevenueRecordInput } from '@customer-intel/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createActivity } from '../examples/demo/src/activity.ts'
import { expectedOf } from '../examples/demo/src/expected.ts'
import { fill, type Filled } from '../examples/demo/src/fill.ts'
import { createRecords } from '../examples/demo/src/records.ts'
import { originOf, pagesOf } from '../examples/demo/src/visit.ts'
import { type Story, createWorkspace, dateOf, days } from '../examples/demo/src/workspace.ts'
import { createServer, defineOrganization, memoryStore } from '../packages/server/src/index.ts'
import type { CustomerIntelServer } from '../packages/server/src/index.ts'
import { countBy, countDistinct, dealsOf, stagesOf, usesOf, visitorsOf } from './support/expected-of-demo.ts'

const now = Date.now()

describe('the demo’s generator', () => {
  const workspace = createWorkspace({ now })
  const records = [...createRecords(workspace)]

  it('makes 200 customers and 2,000 people, each address once', () => {
    const people = workspace.companies.flatMap((company) => company.people)
    expect(workspace.companies).toHaveLength(200)
    expect(people).toHaveLength(2_000)
    expect(new Set(people.map(({ email }) => email)).size).toBe(2_000)
    expect(new Set(workspace.companies.map(({ story }) => story)).size).toBe(9)
  })

  it('makes the same of the same seed, and something else of another', () => {
    const first = (seed: string) => [...createRecords(createWorkspace({ now, seed, companies: 10 }))]
    expect(first('a')).toEqual(first('a'))
    expect(first('a')).not.toEqual(first('b'))
    const events = () => [...createActivity(createWorkspace({ now, companies: 9, people: 40 }))]
    expect(events()).toEqual(events())
  })

  it('keeps to the contract, and before today', () => {
    for (const record of records) {
      expect(validate(RecordInputSchema, record)).toMatchObject({ ok: true })
      const at =
        'occurredAt' in record ? record.occurredAt : record.kind === 'revenue' ? record.date : undefined
      if (at !== undefined) expect(at <= new Date(workspace.today).toISOString()).toBe(true)
    }
    for (const batch of createActivity(createWorkspace({ now, companies: 9, people: 60 }))) {
      expect(validate(IngestPayloadSchema, batch)).toMatchObject({ ok: true })
      for (const { timestamp = Infinity } of batch.events) expect(timestamp).toBeLessThan(workspace.today)
    }
  })

  it('quotes what was said, and leaves no blank to fill in', () => {
    const texts = new Map<string, string>()
    for (const record of records) if (record.kind === 'source') texts.set(record.sourceId, record.text ?? '')
    const facts = records.filter((record) => record.kind === 'fact')
    expect(facts.length).toBeGreaterThan(300)
    for (const { assertion, evidence } of facts) {
      expect(assertion).not.toMatch(/[{}]/)
      for (const { sourceId, quote } of evidence) expect(texts.get(sourceId)).toContain(quote)
    }
    for (const text of texts.values()) expect(text).not.toMatch(/\{\w+\}/)
  })

  it('names nobody outside of .example', () => {
    const addresses = JSON.stringify(records).match(/[\w.+-]+@[\w.-]+/g) ?? []
    expect(addresses.length).toBeGreaterThan(10_000)
    expect(addresses.filter((address) => !address.endsWith('.example'))).toEqual([])
  })

  it('knows of every kind of record', () => {
    const kinds = new Set(records.map((record: RecordInput) => record.kind))
    expect([...kinds].sort()).toEqual(['customer', 'fact', 'member', 'revenue', 'source', 'user'])
  })
})

describe('a workspace filled by the demo', () => {
  const workspace = createWorkspace({ now, companies: 18, people: 150 })
  const { document, publicKey, apiKey } = defineOrganization()
  let server: CustomerIntelServer
  let filled: Filled
  beforeAll(async () => {
    const store = memoryStore()
    server = createServer({ store, ingestRateLimit: 0, clock: () => now })
    const { readModels } = await server.workspaces.createOrganization(document.organization, document)
    filled = await fill(workspace, { server, publicKey, apiKey, onProgress: () => undefined })
    await readModels.exact({ withinMs: 180_000 })
  })
  afterAll(() => server.close())

  async function call<Output>(tool: string, input: object): Promise<Output> {
    const response = await server.fetch(
      new Request('http://localhost/api/tools/call', {
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ tool, input }),
      }),
    )
    expect(response.status).toBe(200)
    return (await response.json()) as Output
  }
  const ofStory = (story: Story) => workspace.companies.filter((company) => company.story === story)

  it('has every customer with its owner, its bill and its people', async () => {
    const { items, pagination } = await call<{
      items: {
        domain: string
        contactCount: number
        owner: { email: string } | null
        billingStatus: string
      }[]
      pagination: { total: number }
    }>('svc_list_customers', { limit: 100 })
    expect(pagination.total).toBe(18)
    const byDomain = new Map(items.map((item) => [item.domain, item]))
    for (const { domain, people, ownerEmail, story } of workspace.companies) {
      expect(byDomain.get(domain)).toMatchObject({
        contactCount: people.length,
        owner: { email: ownerEmail },
      })
      if (story === 'churned') expect(byDomain.get(domain)?.billingStatus).toBe('CHURNED')
    }
    expect(filled.events).toBeGreaterThan(10_000)
  })

  const query = async <Row>(sql: string): Promise<Row[]> =>
    (await call<{ data: Row[] }>('svc_query', { sql, limit: 10_000 })).data

  it('gives each page view and form to the person who signs up', async () => {
    const people = workspace.companies.flatMap((company) => company.people)
    const rows = await query<{ email: string | null; event_name: string; events: number }>(
      `select u.email, a.event_name, count(*)::int as events from activity a left join users u using (user_id)
       where a.event_name in ('pageview', 'form') group by all`,
    )
    const expected = people.flatMap((person) => [
      { email: person.email, event_name: 'pageview', events: pagesOf(workspace, person).length },
      { email: person.email, event_name: 'form', events: 1 },
    ])
    const byName = (a: (typeof expected)[0], b: (typeof expected)[0]): number =>
      `${a.email}${a.event_name}` < `${b.email}${b.event_name}` ? -1 : 1
    expect(rows.sort(byName as never)).toEqual(expected.sort(byName))
  })

  it('tells how each person and customer came first', async () => {
    const toOrigin = (row: { channel: string; source: string }): string =>
      `${row.channel} ${row.source}`.trim()
    const people = await query<{ email: string; channel: string; source: string }>(
      'select email, first_visitor_channel as channel, first_visitor_source as source from users',
    )
    const originByEmail = new Map(people.map((row) => [row.email, toOrigin(row)]))
    for (const company of workspace.companies)
      for (const person of company.people)
        expect(originByEmail.get(person.email)).toBe(originOf(workspace, person))
    expect(originByEmail.values()).toContain('cpc google')

    const customers = await query<{ domain: string; channel: string }>(
      'select domain, attribution_channel as channel from customers',
    )
    const channels = new Map(customers.map(({ domain, channel }) => [domain, channel]))
    for (const company of workspace.companies) {
      // Whoever of them came first; several may have come at the same moment.
      const first = company.people.filter(({ joinDay }) => joinDay === company.startDay)
      const possible = first.map((person) => originOf(workspace, person).split(' ')[0])
      expect(possible).toContain(channels.get(company.domain))
    }
  })

  it('names the paying customers whom nobody uses the product at, mails and tickets or not', async () => {
    const since = now - 30 * 86_400_000
    const lastUse = new Map<string, number>()
    const domainOf = new Map(
      workspace.companies.flatMap(({ domain, people }) =>
        people.map(({ email }) => [email, domain] as const),
      ),
    )
    for (const { source, events } of createActivity(workspace))
      for (const event of events) {
        if (source !== 'server' || event.type !== 'custom') continue
        const domain = domainOf.get(event.email ?? '')!
        lastUse.set(domain, Math.max(lastUse.get(domain) ?? 0, event.timestamp ?? 0))
      }
    const paying = new Set<string>()
    const byId = new Map(workspace.companies.map(({ customerId, domain }) => [customerId, domain]))
    for (const record of createRecords(workspace)) {
      if (record.kind !== 'revenue' || !('customerId' in record.customer)) continue
      const domain = byId.get(record.customer.customerId)!
      if (record.billingStatus === 'PAYING') paying.add(domain)
      else paying.delete(domain)
    }
    const expected = [...paying].filter((domain) => (lastUse.get(domain) ?? 0) < since)
    expect(expected.length).toBeGreaterThan(0)
    const { items } = await call<{
      items: {
        domain: string
        lastContactAt: string
        lastProductActivityAt: string
        lastActivityAt: string
      }[]
    }>('svc_list_customers', { billingStatus: 'PAYING', noActivityInLast: '30d', limit: 100 })
    expect(items.map(({ domain }) => domain).sort()).toEqual(expected.sort())
    for (const item of items)
      expect(item.lastActivityAt).toBe([item.lastContactAt, item.lastProductActivityAt].toSorted().at(-1))
  })

  /** What each customer pays on a day of the demo, by what its records say. */
  function mrrOn(date: string): number {
    const last = new Map<string, RevenueRecordInput>()
    for (const record of createRecords(workspace))
      if (record.kind === 'revenue' && record.date <= date && 'customerId' in record.customer)
        last.set(record.customer.customerId, record)
    return [...last.values()].reduce((sum, { mrrCents }) => sum + mrrCents, 0) / 100
  }

  it('tells the MRR of each month as the README asks for it', async () => {
    const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8')
    const sql = /"(select snapshot_date[^"]+)"/.exec(readme)![1]!
    const rows = await query<{ snapshot_date: string; currency: string; mrr: number }>(sql)
    expect(rows).toHaveLength(6)
    expect(rows[0]?.snapshot_date).toBe(new Date(now).toISOString().slice(0, 10))
    for (const { snapshot_date: date, currency, mrr } of rows)
      expect([currency, mrr]).toEqual(['EUR', mrrOn(date)])
  })

  it('answers the examples of svc_schema as the records say', async () => {
    const { exampleQueries } = await call<{ exampleQueries: string[] }>('svc_schema', { table: 'revenue' })
    const [byDay, byMonth] = await Promise.all(
      exampleQueries.map((sql) => query<{ day?: string; month?: string; mrr: number }>(sql)),
    )
    expect(byDay!.length).toBe(91)
    for (const { day, mrr } of byDay!) expect(mrr).toBe(mrrOn(day!))
    expect(byMonth!.length).toBeGreaterThanOrEqual(6)
    for (const { month, mrr } of byMonth!) {
      const lastDay = new Date(`${month!}T00:00:00Z`)
      lastDay.setUTCMonth(lastDay.getUTCMonth() + 1, 0)
      expect(mrr).toBe(mrrOn(lastDay.toISOString().slice(0, 10)))
    }
    const { exampleQueries: ofCustomers } = await call<{ exampleQueries: string[] }>('svc_schema', {
      table: 'customers',
    })
    const [paying] = await Promise.all(ofCustomers.map((sql) => query<{ mrr: number }>(sql)))
    const statusNow = new Map<string, RevenueRecordInput>()
    for (const record of createRecords(workspace))
      if (record.kind === 'revenue' && 'customerId' in record.customer)
        statusNow.set(record.customer.customerId, record)
    const expected = [...statusNow.values()].filter(({ billingStatus }) => billingStatus === 'PAYING')
    expect(paying!.map(({ mrr }) => mrr)).toEqual(
      expected.map(({ mrrCents }) => mrrCents / 100).sort((a, b) => b - a),
    )
  })

  /** What each example of a view answers. */
  async function examplesOf(table: string): Promise<Record<string, unknown>[][]> {
    const { exampleQueries } = await call<{ exampleQueries: string[] }>('svc_schema', { table })
    return Promise.all(exampleQueries.map((sql) => query<Record<string, unknown>>(sql)))
  }
  const toMap = (rows: Record<string, unknown>[], key: string, value: string) =>
    new Map(rows.map((row) => [String(row[key]), Number(row[value])]))

  it('answers the examples of activity and users as the generator says', async () => {
    const uses = usesOf(workspace)
    const visitorsBefore = visitorsOf(workspace, Date.now() - 30 * 86_400_000)
    const [byDay, byName, bySource, byPlan] = await examplesOf('activity')
    const visitorsAfter = visitorsOf(workspace, Date.now() - 30 * 86_400_000)
    const since = new Date(now - 29 * 86_400_000).toISOString().slice(0, 10)
    const dayOf = ({ at }: { at: number }) => new Date(at).toISOString().slice(0, 10)
    // The first of the thirty days is cut at the hour of the question.
    const recent = uses.filter((use) => dayOf(use) >= since)
    const active = byDay!.map((row) => ({ ...row, day: String(row['day']).slice(0, 10) }))
    expect(
      toMap(
        active.filter(({ day }) => day >= since),
        'day',
        'active_users',
      ),
    ).toEqual(countDistinct(recent, dayOf, ({ email }) => email))
    const custom = uses.filter(({ eventName }) => eventName.includes('_'))
    const nameOf = ({ eventName }: { eventName: string }) => eventName
    expect(toMap(byName!, 'event_name', 'events')).toEqual(countBy(custom, nameOf))
    expect(toMap(byName!, 'event_name', 'customers')).toEqual(
      countDistinct(custom, nameOf, ({ customerId }) => customerId),
    )
    expect([visitorsBefore, visitorsAfter]).toContainEqual(toMap(bySource!, 'utm_source', 'visitors'))
    expect(byPlan).toEqual([])

    // The database asks its own clock: what is a week old while it answers counts or doesn't.
    const usesOfWeek = () => {
      const since = Date.now() - 7 * 86_400_000
      return countBy(
        uses.filter(({ at }) => at >= since),
        ({ email }) => email,
      )
    }
    const before = usesOfWeek()
    const [byStage, busiest] = await examplesOf('users')
    const after = usesOfWeek()
    expect(toMap(byStage!, 'journey_stage', 'people')).toEqual(stagesOf(workspace, Date.now()))
    const mostOf = (counts: Map<string, number>) =>
      [...counts.values()].toSorted((a, b) => b - a).slice(0, 20)
    expect([mostOf(before), mostOf(after)]).toContainEqual(busiest!.map(({ events }) => events))
    for (const { email, events } of busiest!)
      expect([before.get(String(email)), after.get(String(email))]).toContain(events)
  })

  it('answers the examples of sources, opportunities and facts as the records say', async () => {
    const records = [...createRecords(workspace)]
    // Of one customer facts are as of now; of all they are as current as the background keeps them.
    for (const { domain } of ofStory('quiet')) await call('svc_list_facts', { customer: domain })
    const [byType] = await examplesOf('sources')
    const sources = records.filter((record) => record.kind === 'source')
    expect(toMap(byType!, 'source_type', 'sources')).toEqual(countBy(sources, ({ sourceType }) => sourceType))
    for (const { source_type: type, latest } of byType!) {
      const times = sources
        .filter(({ sourceType }) => sourceType === type)
        .map(({ occurredAt }) => occurredAt)
      expect(latest).toBe(times.toSorted().at(-1))
    }
    expect((await examplesOf('opportunities'))[0]).toEqual(dealsOf(workspace))

    const [atRisk, byFact] = await examplesOf('facts')
    const stated = records.flatMap((record) =>
      record.kind === 'fact' && (record.status ?? 'ACTIVE') === 'ACTIVE' ? [record] : [],
    )
    const told = toMap(byFact!, 'fact_type', 'facts')
    for (const [type, count] of countBy(stated, ({ factType = 'CUSTOM' }) => factType))
      if (type === 'REQUIREMENTS' || type === 'COMPETITIVE' || type === 'SENTIMENT')
        expect(told.get(type)).toBe(count)
    const quiet = ofStory('quiet').map(({ name }) => name)
    const names = atRisk!.filter(({ fact_type: type }) => type === 'QUIET_ACCOUNT').map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(quiet))

    const [, payingAndQuiet] = await examplesOf('customers')
    expect(payingAndQuiet!.map(({ domain }) => String(domain)).toSorted()).toEqual(
      expectedOf(workspace, now).payingAndQuiet,
    )
  })

  it('tells when a customer was last seen, not when it was written down', async () => {
    for (const { domain } of ofStory('quiet')) {
      const { customer } = await call<{ customer: { lastActivityAt: string } }>('svc_get_customer', {
        customer: domain,
      })
      expect(customer.lastActivityAt.slice(0, 10) < dateOf(workspace, days - 1)).toBe(true)
    }
  })

  it.each([
    ['quiet', 'QUIET_ACCOUNT'],
    ['championGone', 'CHAMPION_RISK'],
    ['growing', 'EXPANSION'],
    ['steady', 'FUNDING_REVENUE'],
  ] as const)('shows on customers whose story is %s what is to be seen: %s', async (story, factType) => {
    for (const { domain } of ofStory(story)) {
      const { facts } = await call<{
        facts: { factType: string; status: string; metricName: string | null }[]
      }>('svc_list_facts', { customer: domain, limit: 100 })
      const seen = facts.filter(({ status, metricName }) => status === 'ACTIVE' && metricName !== null)
      expect(seen.map((fact) => fact.factType)).toContain(factType)
    }
  })
})
