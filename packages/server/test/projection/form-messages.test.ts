import { allGrants } from '@customer-intel/contract'
import type { ListSourcesOutput, SearchCustomerContextOutput, Source } from '@customer-intel/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { StoredEvent } from '../../src/kernel/log/record.ts'
import { createSqlFactReads } from '../../src/facts/fact-reads.ts'
import { createSqlSearchReads } from '../../src/search/search-reads.ts'
import { createSqlSourceReads } from '../../src/records/source-reads.ts'
import { createSqlCustomerReads } from '../../src/customers/reads/sql-customer-reads.ts'
import type { RequestContext } from '../../src/kernel/operations/services.ts'
import { operations } from '../../src/app/features.ts'
import { runTool } from '../../src/kernel/operations/run-tool.ts'
import { eventsRecord, openProjected, storedEvent, type Projected } from '../support/projected.ts'
import { uncounted } from '../support/tool-workspace.ts'

const at = (hour: number) => Date.UTC(2026, 0, 10, hour)

let projected: Projected
beforeEach(async () => {
  projected = await openProjected()
})
afterEach(() => projected.close())

const form = (hour: number, formFields: Record<string, string>): StoredEvent =>
  storedEvent({ type: 'form', timestamp: at(hour), formId: 'contact', formFields })

const identify = (hour: number, email: string) =>
  storedEvent({ type: 'identify', timestamp: at(hour), email, traits: { name: email.split('@')[0]! } })

const visit = (visitorId: string, ...events: StoredEvent[]) => eventsRecord({ visitorId, events })

async function call<Output>(tool: string, input: unknown): Promise<Output> {
  const { database } = projected
  const readModels = {
    fresh: async () => ({ current: true, stale: null }),
    ...createSqlCustomerReads(database, Date.now),
    ...createSqlFactReads(database),
    ...createSqlSearchReads(database),
    ...createSqlSourceReads(database),
  }
  const context = {
    workspace: { ...uncounted, organization: { id: 'org_1' }, readModels },
    operations,
    grants: allGrants,
    clock: Date.now,
    embedQuery: null,
  } as unknown as RequestContext
  return (await runTool(tool, input, context)) as Output
}

const search = async (query: string, rest: object = {}) =>
  (await call<SearchCustomerContextOutput>('svc_search_customer_context', { query, ...rest })).results

describe('The message in a form', () => {
  const message = 'We would like to move our warehouse data over.\nIs there an import?'

  test('is found, listed and opened as a source, with its customer and sender', async () => {
    const sent = form(9, { name: 'Jane Roe', email: 'jane@acme.com', message, size: '11-50' })
    await projected.apply([visit('v-1', sent, identify(10, 'jane@acme.com'))])
    const [found, ...others] = await search('importing from a warehouse')
    expect(others).toEqual([])
    expect(found).toMatchObject({
      kind: 'source',
      sourceType: 'FORM',
      sourceId: sent.uuid,
      title: 'contact',
      customer: { domain: 'acme.com' },
      participants: [{ email: 'jane@acme.com', name: 'jane', role: 'sender', affiliation: 'external' }],
      matches: [{ text: 'We would like to move our warehouse data over. Is there an import?' }],
    })
    const opened = await call<Source>('svc_get_source', { sourceType: 'form', sourceId: sent.uuid })
    expect(opened.record).toMatchObject({ text: message, formId: 'contact', formFields: { size: '11-50' } })
    const listed = await call<ListSourcesOutput>('svc_list_sources', {
      sourceType: 'FORM',
      customer: 'acme.com',
    })
    expect(listed.items.map(({ sourceId }) => sourceId)).toEqual([sent.uuid])
  })

  test('is told apart from names, addresses and choices, which are no sources', async () => {
    await projected.apply([visit('v-1', form(9, { name: 'Jane Roe', email: 'jane@acme.com', plan: 'Team' }))])
    expect(await projected.rows('select * from sources')).toEqual([])
    expect(await search('Jane')).toEqual([])
  })

  test('of an event that comes again is there once, and narrowing to other types leaves it out', async () => {
    const sent = form(9, { message })
    await projected.apply([visit('v-1', sent)], [visit('v-1', sent)])
    expect(await search('warehouse')).toHaveLength(1)
    expect(await search('warehouse', { sourceTypes: ['CALL'] })).toEqual([])
    expect(await search('warehouse', { sourceTypes: ['FORM'] })).toHaveLength(1)
  })

  test('follows its event on a device that two people share', async () => {
    await projected.apply(
      [visit('v-1', form(9, { message }), identify(10, 'jane@acme.com'))],
      [
        visit('v-1', identify(12, 'joe@globex.com')),
        visit('v-1', form(13, { message: 'Please call me back about the renewal' })),
      ],
    )
    const domains = async (query: string) =>
      (await search(query)).map((result) => (result.kind === 'source' ? result.customer?.domain : null))
    expect(await domains('warehouse')).toEqual(['acme.com'])
    expect(await domains('renewal')).toEqual(['globex.com'])
    expect(await search('renewal', { customer: 'globex.com' })).toHaveLength(1)
    expect(await search('renewal', { customer: 'acme.com' })).toEqual([])
  })
})
