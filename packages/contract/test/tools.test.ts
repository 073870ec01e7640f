import { describe, expect, it } from 'vitest'
import {
  grants,
  isToolName,
  normalizeSourceType,
  normalizeSourceTypes,
  parseSpanMs,
  tools,
  validate,
  type ToolName,
} from '../src/index.ts'

const uuid = '0197a6f0-7d3c-7b1e-9a55-3f0d2c1b4a68'

const valid: [ToolName, Record<string, unknown>, Record<string, unknown>?][] = [
  ['svc_list_customers', {}, { limit: 50, orderBy: 'last_activity_at', orderDirection: 'desc' }],
  [
    'svc_list_customers',
    { activatedSince: '2026-06-01T12:00+02:00', mrrAbove: 0, mrrBelow: 1e9, hasOwner: false, limit: 1000 },
  ],
  [
    'svc_list_customers',
    { traitFilters: { plan: 'team', seats: 3, 'is-vip': true }, billingStatus: 'PAST_DUE' },
  ],
  ['svc_list_customers', { traitFilters: {}, search: '' }],
  ['svc_list_users', { hasActivityInLast: '36h', journeyStage: 'ENGAGED', orderBy: 'email' }],
  ['svc_list_workspace_users', {}, { limit: 50, orderBy: 'owned_customer_count', orderDirection: 'desc' }],
  ['svc_get_customer', { customer: ' acme.com ' }, { customer: 'acme.com', include: [], timeframe: '30d' }],
  [
    'svc_get_timeline',
    { customer: 'acme.com', eventTypes: ['page_view'], channels: [] },
    { customer: 'acme.com', eventTypes: ['PAGE_VIEW'], channels: [], limit: 50 },
  ],
  ['svc_get_timeline', { user: ' jane@acme.com' }, { user: 'jane@acme.com', limit: 50 }],
  ['svc_get_user', { user: ' u-7 ' }, { user: 'u-7' }],
  [
    'svc_get_timeline',
    { customer: 'acme.com', startDate: '2026-06-01T00:00:00Z', endDate: '2026-06-01T00:00Z' },
  ],
  [
    'svc_list_facts',
    { customer: 'a', sourceTypes: [' crm', 'OPPORTUNITY', 'call'] },
    { customer: 'a', sourceTypes: ['OPPORTUNITY', 'CALL'], limit: 50 },
  ],
  ['svc_get_fact', { factId: 'f', include: ['evidence', 'other'] }],
  [
    'svc_get_source',
    { sourceType: 'crm_opportunity', sourceId: 's' },
    { sourceType: 'OPPORTUNITY', sourceId: 's', limit: 50 },
  ],
  ['svc_list_sources', { hasTranscript: true, sourceType: 'call' }],
  [
    'svc_search_customer_context',
    { query: ' churn ', customer: null },
    { query: 'churn', customer: null, topK: 20 },
  ],
  ['svc_query', { sql: 'select 1' }, { sql: 'select 1', limit: 1000 }],
  ['svc_schema', {}],
  [
    'svc_send_notification',
    {
      title: 'x',
      destinations: [uuid, { provider: 'chat', channelId: 'c', label: 'l' }],
      payload: { a: [1] },
    },
  ],
  [
    'svc_submit_feedback',
    { body: ' good ', context: { page: '/' } },
    { body: 'good', context: { page: '/' } },
  ],
]

const invalid: [ToolName, string, unknown, string, string][] = [
  ['svc_list_customers', 'an unknown key', { limits: 5 }, 'limits', 'not a known field'],
  ['svc_list_customers', 'a limit above 1,000', { limit: 1001 }, 'limit', 'at most 1000'],
  ['svc_list_customers', 'a limit of 0', { limit: 0 }, 'limit', 'at least 1'],
  ['svc_list_customers', 'a broken limit', { limit: 1.5 }, 'limit', 'whole number'],
  ['svc_list_customers', 'a limit as text', { limit: '5' }, 'limit', 'a number'],
  [
    'svc_list_customers',
    'a date without a zone',
    { activatedSince: '2026-06-01T12:00:00' },
    'activatedSince',
    'with a zone',
  ],
  ['svc_list_customers', 'a date alone', { activatedSince: '2026-06-01' }, 'activatedSince', 'with a zone'],
  [
    'svc_list_customers',
    'a year 0',
    { activatedSince: '0000-06-01T12:00:00Z' },
    'activatedSince',
    'with a zone',
  ],
  [
    'svc_list_customers',
    'both activity filters',
    { hasActivityInLast: '7d', noActivityInLast: '7d' },
    'noActivityInLast',
    'can’t be combined',
  ],
  [
    'svc_list_customers',
    'an unknown window',
    { hasActivityInLast: '8d' },
    'hasActivityInLast',
    'must be one of',
  ],
  ['svc_list_customers', 'negative revenue', { mrrAbove: -1 }, 'mrrAbove', 'at least 0'],
  ['svc_list_customers', 'infinite revenue', { mrrAbove: Infinity }, 'mrrAbove', 'finite'],
  [
    'svc_list_customers',
    'a null trait',
    { traitFilters: { a: null } },
    'traitFilters.a',
    'a string, a finite number or a boolean',
  ],
  [
    'svc_list_customers',
    'a trait name with a blank',
    { traitFilters: { 'a b': 1 } },
    'traitFilters.a b',
    'does not match',
  ],
  ['svc_list_customers', 'a NUL', { search: 'a\0' }, 'search', 'NUL'],
  ['svc_list_customers', 'a cursor that is too long', { cursor: 'c'.repeat(2001) }, 'cursor', '2000'],
  ['svc_list_customers', 'no object', [], '', 'an object'],
  ['svc_list_users', 'a span of no unit', { hasActivityInLast: '7' }, 'hasActivityInLast', '14d'],
  ['svc_list_users', 'a span beyond time', { noActivityInLast: '999999999d' }, 'noActivityInLast', '36500'],
  ['svc_get_customer', 'no customer', {}, 'customer', 'required'],
  ['svc_get_customer', 'a blank customer', { customer: ' ' }, 'customer', 'not be empty'],
  [
    'svc_get_customer',
    'an unknown section',
    { customer: 'a', include: ['x'] },
    'include.0',
    'must be one of',
  ],
  [
    'svc_get_timeline',
    'timeframe and dates',
    { customer: 'a', timeframe: 'all', startDate: '2026-06-01T00:00:00Z' },
    'timeframe',
    'can’t be combined',
  ],
  [
    'svc_get_timeline',
    'dates the wrong way round',
    { customer: 'a', startDate: '2026-06-02T00:00:00Z', endDate: '2026-06-01T00:00:00Z' },
    'endDate',
    'before startDate',
  ],
  [
    'svc_get_timeline',
    'a numeric offset',
    { customer: 'a', startDate: '2026-06-01T00:00:00+00:00' },
    'startDate',
    'ends in Z',
  ],
  ['svc_get_timeline', 'neither customer nor user', {}, 'customer', 'unless you give user'],
  ['svc_get_timeline', 'both', { customer: 'a', user: 'b' }, 'user', 'can’t be combined'],
  ['svc_get_user', 'nobody', {}, 'user', 'required'],
  ['svc_get_timeline', 'a customer of 201 characters', { customer: 'c'.repeat(201) }, 'customer', '200'],
  [
    'svc_list_facts',
    'an unknown source type',
    { customer: 'a', sourceTypes: ['x'] },
    'sourceTypes.0',
    'CALL, EMAIL',
  ],
  [
    'svc_list_facts',
    'an internal fact type',
    { customer: 'a', factTypes: ['TRACKING_GAP'] },
    'factTypes.0',
    'must be one of',
  ],
  ['svc_list_facts', 'a limit above 100', { customer: 'a', limit: 101 }, 'limit', 'at most 100'],
  ['svc_get_fact', 'no id', {}, 'factId', 'required'],
  ['svc_get_source', 'no source type', { sourceId: 's' }, 'sourceType', 'required'],
  [
    'svc_list_sources',
    'transcripts of e-mails',
    { hasTranscript: true, sourceType: 'EMAIL' },
    'hasTranscript',
    'calls only',
  ],
  ['svc_search_customer_context', 'one character', { query: ' a ' }, 'query', 'at least 2'],
  ['svc_search_customer_context', 'topK above 50', { query: 'ab', topK: 51 }, 'topK', 'at most 50'],
  [
    'svc_search_customer_context',
    'dates the wrong way round',
    { query: 'ab', after: '2026-06-02T00:00:00Z', before: '2026-06-01T00:00:00Z' },
    'before',
    'earlier',
  ],
  ['svc_query', 'no SQL', { sql: '' }, 'sql', 'not be empty'],
  ['svc_query', 'SQL of 10,001 characters', { sql: 'x'.repeat(10_001) }, 'sql', '10000'],
  ['svc_schema', 'an unknown view', { table: 'events' }, 'table', 'must be one of'],
  ['svc_send_notification', 'a blank title', { title: ' ' }, 'title', 'not be empty'],
  [
    'svc_send_notification',
    'no destinations in the list',
    { title: 'x', destinations: [] },
    'destinations',
    'not be empty',
  ],
  [
    'svc_send_notification',
    'a destination that is no uuid',
    { title: 'x', destinations: ['x'] },
    'destinations.0',
    'uuid',
  ],
  [
    'svc_send_notification',
    'eleven ids',
    { title: 'x', destinationIds: Array(11).fill(uuid) },
    'destinationIds',
    'at most 10',
  ],
  [
    'svc_send_notification',
    'a payload that is too large',
    { title: 'x', payload: 'p'.repeat(100_001) },
    'payload',
    '100000 bytes',
  ],
  ['svc_submit_feedback', 'a blank body', { body: '\n' }, 'body', 'not be empty'],
  ['svc_submit_feedback', 'a body of 20,001 characters', { body: 'x'.repeat(20_001) }, 'body', '20000'],
  [
    'svc_submit_feedback',
    'a context above 16 KiB',
    { body: 'x', context: { a: 'ü'.repeat(8_200) } },
    'context',
    '16384 bytes',
  ],
  ['svc_submit_feedback', 'a list as context', { body: 'x', context: [] }, 'context', 'an object'],
]

describe('a tool’s input', () => {
  it.each(valid)('of %s may be %o', (name, input, expected) => {
    const result = validate(tools[name].input, input)
    expect(result).toMatchObject({ ok: true })
    if (expected !== undefined) expect(result).toEqual({ ok: true, value: expected })
  })

  it.each(invalid)(
    'of %s is refused for %s, and the message names the field',
    (name, _what, input, field, message) => {
      const result = validate(tools[name].input, input, { root: 'The input' })
      if (result.ok) expect.unreachable('was accepted')
      expect(result.issues.map((issue) => issue.path.join('.'))).toContain(field)
      expect(result.issues.map((issue) => issue.message).join(' ')).toContain(message)
    },
  )

  it('of any tool is refused for an unknown key, and the message names the key', () => {
    for (const tool of Object.values(tools)) {
      const result = validate(tool.input, { surprise: 1 })
      if (result.ok) expect.unreachable(`${tool.name} accepted it`)
      expect(result.issues.at(-1)).toEqual({
        path: ['surprise'],
        message: 'surprise is not a known field: remove it.',
      })
    }
  })

  it('nested ten thousand levels deep is refused without a crash', () => {
    const levels = 10_000
    const context: unknown = JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`)
    expect(validate(tools.svc_submit_feedback.input, { body: 'x', context })).toMatchObject({
      ok: false,
      issues: [{ path: ['context'], message: 'context must not be nested more than 64 levels deep.' }],
    })
  })
})

describe('the tool table', () => {
  it('holds the tools of the specification, and one for a person', () => {
    expect(Object.keys(tools)).toEqual(
      expect.arrayContaining([
        'svc_list_customers',
        'svc_list_users',
        'svc_list_workspace_users',
        'svc_get_customer',
        'svc_get_user',
        'svc_get_timeline',
        'svc_list_facts',
        'svc_get_fact',
        'svc_get_source',
        'svc_list_sources',
        'svc_search_customer_context',
        'svc_query',
        'svc_schema',
        'svc_send_notification',
        'svc_submit_feedback',
      ]),
    )
  })

  it('gives each its grant', () => {
    const needed = Object.fromEntries(Object.values(tools).map((tool) => [tool.name, tool.grant]))
    expect(needed).toMatchObject({
      svc_list_customers: 'customer_intelligence:read',
      svc_list_workspace_users: 'workspace_members:read',
      svc_query: 'analytics:read',
      svc_schema: 'analytics:read',
      svc_send_notification: 'notifications:send',
      svc_submit_feedback: 'feedback:write',
    })
    for (const grant of Object.values(needed)) expect(grants).toContain(grant)
  })

  it('marks as read-only all but the two that act', () => {
    const acting = Object.values(tools).filter((tool) => !tool.readOnly)
    expect(acting.map((tool) => tool.name)).toEqual(['svc_send_notification', 'svc_submit_feedback'])
  })

  it('knows its names, and no inherited ones', () => {
    expect(isToolName('svc_query')).toBe(true)
    expect(isToolName('toString')).toBe(false)
    expect(isToolName(5)).toBe(false)
  })
})

describe('a tool’s output', () => {
  const customer = {
    id: 'c1',
    name: null,
    domain: 'acme.com',
    billingStatus: 'PAYING',
    activatedAt: '2026-06-01T12:30:00.000Z',
    firstSeenAt: null,
    lastActivityAt: null,
    contactCount: 0,
    currentMrr: 500_000,
    mrrCalculationStatus: 'calculated',
    owner: null,
    daysSinceActivity: null,
  }
  const pagination = { hasMore: false, nextCursor: null, total: 1 }

  it('may have new fields', () => {
    const output = { items: [{ ...customer, tier: 1 }], pagination }
    expect(validate(tools.svc_list_customers.output, output).ok).toBe(true)
  })

  it.each([
    ['a missing field', { items: [{ ...customer, id: undefined }], pagination }],
    ['a mistyped field', { items: [{ ...customer, contactCount: '0' }], pagination }],
    [
      'a time that is not UTC',
      { items: [{ ...customer, activatedAt: '2026-06-01T12:30:00+02:00' }], pagination },
    ],
    ['no total', { items: [customer], pagination: { hasMore: false, nextCursor: null } }],
  ])('is refused for %s', (_what, output) => {
    expect(validate(tools.svc_list_customers.output, output).ok).toBe(false)
  })

  it('of svc_schema is one view or all', () => {
    const view = { name: 'users', description: 'd', columns: [], exampleQueries: [] }
    expect(validate(tools.svc_schema.output, view).ok).toBe(true)
    expect(validate(tools.svc_schema.output, { views: [view], tables: [view] }).ok).toBe(true)
    expect(validate(tools.svc_schema.output, { views: [view] }).ok).toBe(false)
  })
})

describe('helpers', () => {
  it('normalise source types: blanks, case and aliases', () => {
    expect(normalizeSourceType(' crm ')).toBe('OPPORTUNITY')
    expect(normalizeSourceType('toString')).toBeNull()
    expect(normalizeSourceTypes(['call', 'CRM', 'opportunity'])).toEqual(['CALL', 'OPPORTUNITY'])
    expect(() => normalizeSourceTypes(['fax'])).toThrow('"fax"')
  })

  it('read spans of days, hours and minutes', () => {
    expect(parseSpanMs('2d')).toBe(172_800_000)
    expect(parseSpanMs('3h')).toBe(10_800_000)
    expect(parseSpanMs('90m')).toBe(5_400_000)
    expect(parseSpanMs('1w')).toBeNull()
  })
})
