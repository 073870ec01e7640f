import { analyticsViews, tools } from '@customer-intel/contract'
import type { AllViewsDescription, QueryOutput, ViewDescription } from '@customer-intel/contract'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { macroList } from '../../src/query/macros.ts'
import { views } from '../../src/query/views.ts'
import { insertRows, insertTimeline } from '../support/insert-rows.ts'
import { openToolWorkspace } from '../support/tool-workspace.ts'
import type { ToolWorkspace } from '../support/tool-workspace.ts'

let workspace: ToolWorkspace

beforeAll(async () => {
  workspace = await openToolWorkspace()
  await insertRows(workspace.database, 'accounts', [
    { customer_id: 'cus_1', name: 'Acme', billing_status: 'PAYING', mrr_cents: 500_000 },
  ])
  await insertTimeline(workspace.database, 'cus_1', [{ occurred_at: '2026-06-01 10:00:00' }])
})

afterAll(() => workspace.close())

describe('svc_schema', () => {
  // Those over tables of the same name are looked at in tools/facts.test.ts.
  const persistent = views.filter(({ name }) => !['facts', 'opportunities', 'sources'].includes(name))
  test.each(persistent.map((view) => [view.name, view] as const))(
    'tells the columns of %s as the database has them, in name, order and type',
    async (name, view) => {
      const columns = await workspace.database.all<{ name: string; type: string }>(
        `select column_name as name, data_type as type from information_schema.columns
        where table_name = $1::varchar order by ordinal_position`,
        [name],
      )
      expect(view.columns.map((column) => ({ name: column.name, type: column.type }))).toEqual(columns)
    },
  )

  test('tells every view once, and their names as tables', async () => {
    const output = await workspace.call<AllViewsDescription>('svc_schema')
    expect(v.is(tools.svc_schema.output, output)).toBe(true)
    expect(output.views.map((view) => view.name)).toEqual([...analyticsViews])
    expect(output.tables).toEqual(output.views.map(({ name }) => ({ name })))
  })

  test('tells one view when a table is named', async () => {
    const output = await workspace.call<ViewDescription>('svc_schema', { table: 'users' })
    expect(v.is(tools.svc_schema.output, output)).toBe(true)
    expect(output.name).toBe('users')
  })

  test('lists the event types and names that occur, the most frequent first', async () => {
    const other = await openToolWorkspace()
    await insertTimeline(other.database, 'cus_1', [
      { occurred_at: '2026-06-01 10:00:00' },
      { occurred_at: '2026-06-01 10:00:00', event_type: 'CUSTOM_EVENT', event_name: 'Invited Teammate' },
      { occurred_at: '2026-06-01 10:00:01', event_type: 'CUSTOM_EVENT', event_name: 'Invited Teammate' },
    ])
    const { columns } = await other.call<ViewDescription>('svc_schema', { table: 'activity' })
    const values = Object.fromEntries(columns.map((column) => [column.name, column.values]))
    expect(values).toMatchObject({
      event_type: ['CUSTOM_EVENT', 'PAGE_VIEW'],
      event_name: ['Invited Teammate', 'pageview'],
    })
    await other.close()
  })

  test('refuses a table that is not a view', async () => {
    const call = workspace.call('svc_schema', { table: 'events' })
    await expect(call).rejects.toMatchObject({ code: 'INVALID_TOOL_INPUT', issues: [{ path: ['table'] }] })
  })

  test.each(views.flatMap((view) => view.exampleQueries))('gives an example that runs: %s', async (sql) => {
    const output = await workspace.call<QueryOutput>('svc_query', { sql })
    expect(v.is(tools.svc_query.output, output)).toBe(true)
  })
})

describe('the helpers of older guides', () => {
  const answers: Record<string, [expression: string, answer: unknown][]> = {
    countIf: [['countIf(n > 1)', 3]],
    countDistinct: [['countDistinct(n % 2)', 2]],
    countDistinctIf: [['countDistinctIf(n % 2, n > 3)', 1]],
    sumIf: [
      ['sumIf(n, n > 2)::integer', 7],
      ['sumIf(n, n > 9)::integer', 0],
    ],
    avgIf: [['avgIf(n, n > 2)', 3.5]],
    minIf: [['minIf(n, n > 2)', 3]],
    maxIf: [['maxIf(n, n < 3)', 2]],
    toDate: [["toDate(timestamp '2026-06-03 23:59:59')", '2026-06-03']],
    local_day: [["local_day(timestamp '2026-06-03 23:59:59')", '2026-06-03']],
    toStartOfDay: [["toStartOfDay(timestamp '2026-06-03 23:59:59')", '2026-06-03T00:00:00.000Z']],
    toStartOfWeek: [
      ["toStartOfWeek(date '2026-06-06')", '2026-05-31'],
      ["toStartOfWeek(timestamp '2026-06-07 01:00:00')", '2026-06-07'],
      ["toStartOfWeek(date '2026-06-07', 0)", '2026-06-07'],
      ["toStartOfWeek(date '2026-06-07', 1)", '2026-06-01'],
    ],
    toStartOfMonth: [["toStartOfMonth(timestamp '2026-06-30 23:59:59')", '2026-06-01']],
    toHour: [["toHour(timestamp '2026-06-30 23:59:59')", 23]],
    toDayOfWeek: [
      ["toDayOfWeek(date '2026-06-01')", 1],
      ["toDayOfWeek(date '2026-06-07')", 7],
    ],
    dateDiff: [
      ["dateDiff('day', timestamp '2026-06-01 23:00:00', timestamp '2026-06-02 01:00:00')", 1],
      ["dateDiff('month', date '2026-01-31', date '2026-06-01')", 5],
    ],
    JSONExtractString: [
      [`JSONExtractString('{"plan":"pro"}', 'plan')`, 'pro'],
      [`JSONExtractString('{"plan":5}', 'plan')`, ''],
      [`JSONExtractString('{}', 'plan')`, ''],
    ],
    splitByChar: [["splitByChar('/', 'a/b')[1]", 'a']],
    has: [
      ["has(splitByChar('/', 'a/b'), 'b')", true],
      ["has(splitByChar('/', 'a/b'), 'c')", false],
    ],
  }

  test('are all covered here', () => {
    expect(Object.keys(answers)).toEqual(macroList.map((macro) => macro.name))
  })

  test.each(Object.values(answers).flat())('%s gives %s', async (expression, answer) => {
    const isAggregate = /^(?:count|sum|avg|min|max)/.test(expression)
    const from = isAggregate ? 'from (values (1), (2), (3), (4)) v(n)' : ''
    const { data } = await workspace.call<QueryOutput>('svc_query', {
      sql: `select ${expression} as answer ${from}`,
    })
    expect(data).toEqual([{ answer }])
  })

  test.each(['now()', 'current_timestamp'])('%s has no zone, as all times here', async (moment) => {
    const { data } = await workspace.call<QueryOutput>('svc_query', {
      sql: `select ${moment}::varchar as text, ${moment} > timestamp '2026-01-01' as later`,
    })
    expect(data).toEqual([{ text: expect.stringMatching(/^\d{4}-\d\d-\d\d [\d:.]+$/), later: true }])
  })

  test('stand beside what SQL has of itself: now, today, if, interval', async () => {
    const sql = `select today() = current_date as a, now() > today() - 7 as b, if(true, 1, 2) as c,
      today() - interval 1 day < now() as d`
    const { data } = await workspace.call<QueryOutput>('svc_query', { sql })
    expect(data).toEqual([{ a: true, b: true, c: 1, d: true }])
  })
})
