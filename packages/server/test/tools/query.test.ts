import { tools } from '@customer-intel/contract'
import type { QueryOutput } from '@customer-intel/contract'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertRows, insertTimeline } from '../support/insert-rows.ts'
import { openToolWorkspace } from '../support/tool-workspace.ts'
import type { ToolWorkspace } from '../support/tool-workspace.ts'

let workspace: ToolWorkspace

beforeAll(async () => {
  workspace = await openToolWorkspace()
  await insertRows(workspace.database, 'accounts', [
    { customer_id: 'cus_1', name: 'Acme', domain: 'acme.com' },
  ])
  await insertRows(workspace.database, 'contacts', [
    { user_id: 'user_1', customer_id: 'cus_1', email: 'jane@acme.com' },
  ])
  await insertTimeline(workspace.database, 'cus_1', [
    { occurred_at: '2026-06-01 10:00:00' },
    { occurred_at: '2026-06-02 10:00:00', event_name: 'Upgraded', properties: '{"plan":"pro","seats":5}' },
  ])
  await insertTimeline(workspace.database, 'cus_none', [{ occurred_at: '2026-06-03 10:00:00' }], 2)
  await workspace.database.all('update subjects set customer_id = null, user_id = null where subject = 2')
})

afterAll(() => workspace.close())

async function query(sql: string, limit?: number): Promise<QueryOutput> {
  const output = await workspace.call<QueryOutput>('svc_query', { sql, limit })
  expect(v.is(tools.svc_query.output, output)).toBe(true)
  return output
}

describe('svc_query', () => {
  test('answers a SELECT over a view with rows and how it went', async () => {
    const output = await query(
      `select customer_id, customer_domain, user_email, properties ->> 'plan' as plan, occurred_at
      from activity where event_name = 'Upgraded'`,
    )
    expect(output).toEqual({
      success: true,
      data: [
        {
          customer_id: 'cus_1',
          customer_domain: 'acme.com',
          user_email: 'jane@acme.com',
          plan: 'pro',
          occurred_at: '2026-06-02T10:00:00.000Z',
        },
      ],
      columns: [
        { name: 'customer_id', type: 'text' },
        { name: 'customer_domain', type: 'text' },
        { name: 'user_email', type: 'text' },
        { name: 'plan', type: 'text' },
        { name: 'occurred_at', type: 'timestamp' },
      ],
      asOf: expect.any(String) as string,
      metadata: { rowsReturned: 1, executionTimeMs: expect.any(Number) as number, truncated: false },
    })
  })

  test('names its columns and what they are, also without rows, and equal names apart', async () => {
    const select = `select 1 as n, 2.5 as n, 'a' as t, true as b, date '2026-01-02' as d, timestamp '2026-01-02' as at,
      {'k': [1]} as o, [1] as l, sum(1::hugeint) as h, interval 1 day as i, count(*) as c, null as nothing`
    const types = 'integer number text boolean date timestamp json json integer other integer integer'.split(
      ' ',
    )
    const names = 'n n:1 t b d at o l h i c nothing'.split(' ')
    const columns = names.map((name, at) => ({ name, type: types[at] }))
    expect((await query(select)).columns).toEqual(columns)
    const none = await query(`${select} having false`)
    expect(none).toMatchObject({ data: [], columns })
  })

  test('answers numbers that JSON has no form for as null', async () => {
    const { data } = await query(
      `select 1e400 as a, -1e400 as b, 'nan'::double as c, 1.5 as d, 'Infinity' as e`,
    )
    expect(data).toEqual([{ a: null, b: null, c: null, d: 1.5, e: 'Infinity' }])
  })

  test('keeps events that nobody is known for, with empty texts in place of ids', async () => {
    const { data } = await query(
      `select user_id, customer_id, session_id from activity where customer_id = ''`,
    )
    expect(data).toEqual([{ user_id: '', customer_id: '', session_id: '' }])
  })

  test('cuts the rows at the limit and says so', async () => {
    const cut = await query('select * from activity', 2)
    expect(cut.metadata).toMatchObject({ rowsReturned: 2, truncated: true })
    const whole = await query('select * from activity', 3)
    expect(whole.metadata).toMatchObject({ rowsReturned: 3, truncated: false })
  })

  test.each([
    [`select unnest(generate_series(date '2026-01-30', date '2026-02-02', interval 1 day))::date as d`, 4],
    [`select unnest(range(date '2026-01-30', date '2026-02-02', interval 1 day)) as d`, 3],
    [
      `select unnest(generate_series(timestamp '2026-01-01', timestamp '2026-12-31', interval 1 month)) as d`,
      12,
    ],
    [`select unnest(generate_series(current_date - 6, current_date, interval 1 day)) as d`, 7],
    [
      `select unnest(generate_series((select min(occurred_at) from activity), max(occurred_at), interval 1 hour)) as d from activity`,
      49,
    ],
    ['select unnest(range(3)) as d', 3],
    ['select unnest(generate_series(9, 1, -2)) as d', 5],
    ['select unnest(range(10000)) as d', 10_000],
    ['select unnest(generate_series(null, 3)) as d', 0],
  ])('makes a series: %s', async (sql, rows) => {
    expect((await query(sql, 10_000)).data).toHaveLength(rows)
  })

  test.each([
    'select unnest(range(10002)) as d',
    'select range(1000000000)',
    'select generate_series(1, 1000000000)',
    'select len(generate_series(1, 9000000000000000000))',
    'select generate_series((select 1), (select 1000000000))',
    'select generate_series(1, 10, 0)',
    `select unnest(generate_series(timestamp '1000-01-01', timestamp '2026-01-01', interval 1 second))`,
    `select unnest(generate_series(timestamp '2026-01-01', timestamp 'infinity', interval 1 day))`,
    `select unnest(generate_series(timestamp '2026-01-01', timestamp '2026-01-02', interval 1 microsecond))`,
  ])('says of a series that is too long what to do: %s', async (sql) => {
    await expect(query(sql)).rejects.toMatchObject({
      code: 'EXECUTION_ERROR',
      message: expect.stringMatching(/makes a list of 10000 values at most: take a larger step/) as string,
    })
  })

  test.each([
    ['select nothing from activity', 'SYNTAX_ERROR'],
    ['select count(event_name, 1, 2) from activity', 'SYNTAX_ERROR'],
    ["select 'x'::integer", 'EXECUTION_ERROR'],
    ['select sqrt(-1) from activity', 'EXECUTION_ERROR'],
    ['select * from events', 'TABLE_NOT_FOUND'],
    ['drop table events', 'QUERY_NOT_ALLOWED'],
    ["select getenv('HOME')", 'FUNCTION_NOT_ALLOWED'],
  ])('refuses %s with %s', async (sql, code) => {
    await expect(query(sql)).rejects.toMatchObject({ code })
  })

  test('takes values apart from the text, each of its own type', async () => {
    const { data } = await workspace.call<QueryOutput>('svc_query', {
      sql: 'select $1 as a, $2 + 1 as b, $3 as c, $4 is null as d, $1 as e',
      params: ["'; drop table events --", 2, true, null],
    })
    expect(data).toEqual([
      { a: "'; drop table events --", b: 3, c: true, d: true, e: "'; drop table events --" },
    ])
  })

  test.each([
    ['select $1', undefined],
    ['select $1, $2', [1]],
    ['select 1', [1]],
    ['select $name', ['x']],
  ])('refuses %s with the params %j', async (sql, params) => {
    const call = workspace.call('svc_query', { sql, ...(params && { params }) })
    await expect(call).rejects.toMatchObject({ code: 'QUERY_NOT_ALLOWED' })
  })

  test('names the views to whoever asks for another table', async () => {
    await expect(query('select * from orders')).rejects.toThrow(
      'There is no view "orders". The views are activity, customers, users, revenue',
    )
  })

  test('says where a text stops being SQL', async () => {
    await expect(query('select * form activity')).rejects.toThrow(/\(at character \d+\)/)
  })

  test.each([
    ['select count(*) views from activity', 'views'],
    ["select 'üß😀' as x, count(*) VIEWS from activity", 'VIEWS'],
    ['select user_id, count(*)\n  type\nfrom activity group by 1', 'type'],
    ['select count(*) order from activity', 'order'],
    ['select count(*) end from activity', 'end'],
    ['select case when 1 > 0 then 2 end window from activity', 'window'],
    ['with a as (select count(*) names from activity) select names from a', 'names'],
  ])('says of a name that is a word of SQL how to write it: %s', async (sql, word) => {
    await expect(query(sql)).rejects.toMatchObject({
      code: 'SYNTAX_ERROR',
      message: expect.stringContaining(`${word} is a word of SQL: as a name write \`as ${word}\``) as string,
    })
    await expect(query(sql.replace(` ${word}`, ` as ${word}`))).resolves.toBeDefined()
  })

  test('names all such words at once', async () => {
    await expect(query('select 1 key, 2 day, 3 as month, 4 values frm activity')).rejects.toThrow(
      /`as key`.*`as day`.*`as values`/,
    )
  })

  test.each([
    'select 1 from activity wher x = 1',
    'selct 1',
    'select event_name from activity group event_name',
    'select event_name from activity order occurred_at',
    'select event_name from activity limit',
    'select event_name event_type user_id from activity',
    'select count(*) sum(1) from activity',
    'select (1 from activity',
  ])('gives that remedy for no other mistake: %s', async (sql) => {
    await expect(query(sql)).rejects.toMatchObject({
      code: 'SYNTAX_ERROR',
      message: expect.not.stringContaining('word of SQL') as string,
    })
  })

  test.each([
    ['an empty text', { sql: '' }],
    ['a text of more than 10,000 characters', { sql: 'x'.repeat(10_001) }],
    ['more than 10,000 rows', { sql: 'select 1', limit: 10_001 }],
    ['a number for a text', { sql: 5 }],
    ['no text', {}],
  ])('refuses %s', async (_, input) => {
    await expect(workspace.call('svc_query', input)).rejects.toMatchObject({ code: 'INVALID_TOOL_INPUT' })
  })
})

describe('texts of sources', () => {
  const megabyte = 1024 * 1024
  beforeAll(() =>
    insertRows(
      workspace.database,
      'sources',
      ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => ({
        source_key: `CALL:${id}`,
        source_type: 'CALL',
        source_id: id,
        content: `They named a competitor. ${id.repeat(megabyte)}`,
      })),
    ),
  )

  test('are counted and cut, however long', async () => {
    const { data, metadata } = await query(
      `select source_id, left(text, 23) as said, length(text) as length from sources where text ilike '%COMPETITOR%' order by 1`,
    )
    expect(metadata).toMatchObject({ rowsReturned: 6, truncated: false })
    expect(data[0]).toEqual({ source_id: 'a', said: 'They named a competitor', length: megabyte + 25 })
  })

  test('that are more than an answer may have are cut by rows, and the answer says so', async () => {
    const { data, metadata } = await query('select text from sources')
    expect(metadata).toMatchObject({ rowsReturned: 3, truncated: true })
    expect(data).toHaveLength(3)
  })

  test('that make a single row too large are refused with the remedy', async () => {
    await expect(query(`select string_agg(text, ' ') as all_texts from sources`)).rejects.toMatchObject({
      code: 'EXECUTION_ERROR',
      message: expect.stringMatching(/single row .*4194304 bytes.*left\(text, 500\)/) as string,
    })
  })
})
