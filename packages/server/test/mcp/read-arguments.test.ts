import { toolNames } from '@customer-intel/contract'
import { describeToolInputs } from '@customer-intel/contract/openapi/tool-schemas'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readArguments } from '../../src/http/mcp-server/read-arguments.ts'

const schemas = describeToolInputs(toolNames)
const read = (tool: (typeof toolNames)[number], input: object) => readArguments(schemas.get(tool)!, input)

describe('Arguments as models write them', () => {
  it.each([
    [{ limit: '5' }, { limit: 5 }],
    [{ limit: ' 5 ' }, { limit: 5 }],
    [{ limit: 'many' }, { limit: 'many' }],
    [{ limit: '0x10' }, { limit: '0x10' }],
    [{ hasOwner: 'true' }, { hasOwner: true }],
    [{ hasOwner: 'False' }, { hasOwner: false }],
    [{ hasOwner: 'yes' }, { hasOwner: 'yes' }],
    [{ search: null }, {}],
    [{ billingStatus: '' }, {}],
    [{ billingStatus: 'paying' }, { billingStatus: 'PAYING' }],
    [{ mrrAbove: '1000.5' }, { mrrAbove: 1000.5 }],
    [{ activatedSince: '2026-11-01' }, { activatedSince: '2026-11-01T00:00:00Z' }],
    [{ activatedSince: '2026-02-30' }, { activatedSince: '2026-02-30' }],
    [{ activatedSince: '2026-11-01T10:00:00+02:00' }, { activatedSince: '2026-11-01T10:00:00+02:00' }],
    [{ activatedSince: '2026-11-01 10:00' }, { activatedSince: '2026-11-01T10:00:00.000Z' }],
    [{ traitFilters: '{"plan": "pro"}' }, { traitFilters: { plan: 'pro' } }],
    [{ search: 42 }, { search: '42' }],
    [{ search: ['acme'] }, { search: 'acme' }],
    [{ limit: ['5'] }, { limit: 5 }],
    [{ traitFilters: [{ plan: 'pro' }] }, { traitFilters: { plan: 'pro' } }],
    [{ billingStatus: ['paying'] }, { billingStatus: 'PAYING' }],
    [{ search: ['acme', 'globex'] }, { search: ['acme', 'globex'] }],
    [{ search: [] }, { search: [] }],
    [{ surprise: null }, { surprise: null }],
  ])('svc_list_customers: %j is read as %j', (input, meant) => {
    expect(read('svc_list_customers', input)).toEqual(meant)
  })

  it.each([
    [{ status: 'ACTIVE' }, { status: ['ACTIVE'] }],
    [{ status: '["ACTIVE"]' }, { status: ['ACTIVE'] }],
    [{ status: 'active' }, { status: ['ACTIVE'] }],
    [{ after: '2026-11-01' }, { after: '2026-11-01T00:00:00Z' }],
    [{ after: '2026-11-01T10:00:00+02:00' }, { after: '2026-11-01T08:00:00.000Z' }],
    [{ customer: '' }, {}],
  ])('svc_list_facts: %j is read as %j', (input, meant) => {
    expect(read('svc_list_facts', input)).toEqual(meant)
  })

  it('take a list as text, and the end of a time as the end of its day', () => {
    expect(read('svc_get_customer', { customer: 'acme', include: 'users, revenue' })).toEqual({
      customer: 'acme',
      include: ['users', 'revenue'],
    })
    const days = { customer: 'acme', startDate: '2026-11-01', endDate: '2026-11-01' }
    expect(read('svc_get_timeline', days)).toEqual({
      customer: 'acme',
      startDate: '2026-11-01T00:00:00Z',
      endDate: '2026-11-01T23:59:59.999Z',
    })
  })

  it('keep an empty text where one is needed, for the schema to refuse', () => {
    expect(read('svc_get_customer', { customer: '' })).toEqual({ customer: '' })
    expect(read('svc_query', { sql: '', params: [null, ''] })).toMatchObject({ params: [null, ''] })
  })

  it('that the schema takes as they are stay as they are, and nothing throws', () => {
    const anything = fc.dictionary(
      fc.oneof(
        fc.constantFrom(
          ...[...schemas.values()].flatMap(({ properties }) => Object.keys(properties as object)),
        ),
        fc.string(),
      ),
      fc.jsonValue({ maxDepth: 3 }),
    )
    fc.assert(
      fc.property(fc.constantFrom(...toolNames), anything, (tool, input) => {
        const once = read(tool, input)
        expect(read(tool, once as object)).toEqual(once)
      }),
      { numRuns: 2_000 },
    )
    for (const tool of toolNames)
      for (const example of (schemas.get(tool)!['examples'] ?? []) as object[])
        expect(read(tool, example)).toEqual(example)
  })
})
