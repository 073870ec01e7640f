import type { QueryOutput } from '@customer-intel/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkQuery } from '../../src/query/check-query.ts'
import { readsPersonalData } from '../../src/query/reads-personal-data.ts'
import { parseSql } from '../../src/kernel/sql/parse-sql.ts'
import { insertRows, insertTimeline } from '../support/insert-rows.ts'
import { openToolWorkspace, type ToolWorkspace } from '../support/tool-workspace.ts'

let workspace: ToolWorkspace

beforeAll(async () => {
  workspace = await openToolWorkspace()
  const { database } = workspace
  await insertRows(database, 'accounts', [{ customer_id: 'cus_1', domain: 'acme.com' }])
  await insertRows(database, 'contacts', [
    { user_id: 'user_1', customer_id: 'cus_1', email: 'jane@acme.com' },
  ])
  const at = (day: number) => ({ occurred_at: `2026-06-0${day} 10:00:00`, properties: `{"n":${day}}` })
  await insertTimeline(database, 'cus_1', [at(1), at(2)])
  await insertTimeline(database, 'cus_2', [at(3)], 2)
})

afterAll(() => workspace.close())

const parse = (sql: string) => parseSql(workspace.database, sql)

const withPeople = [
  'select user_email from activity',
  'select USER_EMAIL from activity',
  'select a."User_Email" from activity a',
  "select count(*) as n from activity where customer_domain = 'acme.com'",
  'select * from activity',
  'select a.* from activity a',
  'select * exclude (url) from activity',
  'select a from activity a',
  'select activity from activity',
  'select to_json(A) as r from activity a',
  'select #8 as r from activity',
  'select x8 from activity as a(x1, x2, x3, x4, x5, x6, x7, x8)',
  'select n from activity natural join (select user_email, 1 as n from activity)',
  'select count(*) as n from activity a join activity b using (user_email)',
  'with a as (select * from activity) select event_id from a',
  'select (select max(user_email) from activity) as r from customers',
  "select event_id from activity where (select max(b.user_email) from activity b) = 'jane@acme.com'",
]

const withoutPeople = [
  'select count(*) as n from activity',
  "select date_trunc('day', occurred_at) as day, count(distinct user_id) as users from activity where user_id <> '' group by day order by day",
  `with first as (select user_id, min(occurred_at) as at from activity group by user_id)
    select f.user_id, count(*) as n from first f join activity a on a.user_id = f.user_id group by 1 order by 1`,
  "select properties ->> 'n' as n, customer_id, session_id, url, path, source from activity order by n",
  'select c.domain, count(*) as n from customers c join activity a on a.customer_id = c.customer_id group by 1',
  'select event_id, event_name, event_type, event_channel from activity order by event_id desc limit 2',
  'select u.email from users u order by 1',
]

describe('a query', () => {
  test.each(withPeople)('may look at whose activity it is: %s', async (sql) => {
    expect(readsPersonalData(await checkQuery({ parse }, sql))).toBe(true)
    const output = await workspace.call<QueryOutput>('svc_query', { sql })
    expect(output.success).toBe(true)
  })

  test.each(withoutPeople)('does not, and is answered the same without: %s', async (sql) => {
    expect(readsPersonalData(await checkQuery({ parse }, sql))).toBe(false)
    const limits = { timeoutMs: 5_000, maxRows: 100, maxBytes: 1_000_000 }
    const { rows } = await workspace.database.runUntrusted(sql, limits)
    expect(rows.length).toBeGreaterThan(0)
    expect((await workspace.database.runUntrusted(sql, { ...limits, withoutPeople: true })).rows).toEqual(
      rows,
    )
    expect((await workspace.call<QueryOutput>('svc_query', { sql })).data).toEqual(rows)
  })
})
