import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkQuery } from '../../src/query/check-query.ts'
import { parseSql } from '../../src/kernel/sql/parse-sql.ts'
import { openInProcessDatabase } from '../support/in-process-database.ts'
import type { InProcessDatabase } from '../support/in-process-database.ts'
import { hostileQueries } from './hostile-queries.ts'

let database: InProcessDatabase

beforeAll(async () => {
  database = await openInProcessDatabase()
})

afterAll(() => database.close())

const check = (sql: string) => checkQuery({ parse: (text) => parseSql(database, text) }, sql)

const cases = Object.entries(hostileQueries).flatMap(([code, queries]) =>
  queries.map((sql) => ({ code, sql, shown: sql.slice(0, 120) })),
)

describe('the query sandbox refuses', () => {
  test.each(cases)('$shown with $code', async ({ code, sql }) => {
    await expect(check(sql)).rejects.toMatchObject({ name: 'AppError', code, issues: [{ path: ['sql'] }] })
  })
})

const allowed = [
  'select 1',
  'select 1;',
  'select 1 -- and a comment; drop table events',
  '/* a comment */ select 1',
  'table activity',
  'from activity',
  'SELECT * FROM Activity',
  'select * from "activity"',
  "select 'drop table events; select * from events'",
  'select a.* exclude (url) from activity a',
  'with events as (select * from activity) select count(*) from events',
  'with activity as (select * from activity limit 3) select * from activity',
  'with a as (select 1 as n), b as (select n + 1 as n from a) select * from a union all select * from b',
  'with a as (select 1 as n) select * from (with b as (select * from a) select * from b) t',
  'with a as (select customer_id from customers) select * from activity where customer_id in (select customer_id from a)',
  'select * from activity a left join users u on u.user_id = a.user_id natural join customers cross join revenue',
  'select * from activity, lateral (select count(*) as n from users u where u.user_id = activity.user_id) t',
  'select event_name, count(*) from activity group by all order by 2 desc limit 10 offset 5',
  'select event_name, event_type, count(*) from activity group by rollup (event_name, event_type)',
  'select event_name from activity group by event_name having count(*) > 1',
  'select distinct on (user_id) user_id, event_name from activity order by user_id, occurred_at desc',
  'select user_id, row_number() over w from activity window w as (partition by user_id order by occurred_at)',
  'select lag(occurred_at) over (partition by user_id order by occurred_at rows between 1 preceding and current row) from activity',
  'select * from activity qualify row_number() over (partition by user_id order by occurred_at) = 1',
  "select count(*) filter (where event_name = 'a'), count(distinct user_id), string_agg(path, ',' order by path) from activity",
  "select properties ->> 'plan', json_extract_string(properties, '$.plan'), (properties::json -> 'a')::varchar from activity",
  "select case when mrr_cents > 0 then 'yes' else 'no' end, if(mrr_cents > 0, 1, 0), mrr_cents / 100.0 from customers",
  "select date_trunc('month', occurred_at), extract(hour from occurred_at), occurred_at::date, cast(occurred_at as date) from activity",
  "select * from activity where occurred_at >= now() - interval 7 day and occurred_at < current_date and path like '/p%' escape '!'",
  "select * from activity where path ilike '%a%' or path ~ '^/a' or path in ('/a', '/b') or path is null or path between 'a' and 'b'",
  "select split_part(user_email, '@', 2), regexp_extract(url, 'https?://([^/]+)', 1), splitByChar('/', path)[2] from activity",
  "select day, count(a.event_id) from generate_series(timestamp '2026-01-01', timestamp '2026-01-31', interval 1 day) g(day) left join activity a on date_trunc('day', a.occurred_at) = day group by day",
  'select * from (values (1, 2), (3, 4)) v(a, b)',
  'select array(select user_id from users), [1, 2], list(user_id) from users',
  '(select 1) union (select 2) except select 3 intersect select 4',
  `select ${'('.repeat(4_900)}1${')'.repeat(4_900)}`,
  `select 1 where true${' and true'.repeat(1_100)}`,
  `select 1${' union select 1'.repeat(650)}`,
  `select * from activity${', activity'.repeat(990)}`,
  `select ${'case when true then '.repeat(380)}1${' end'.repeat(380)}`,
  `select ${Array.from({ length: 2_000 }, (_, index) => index).join(',')}`,
]

describe('the query sandbox lets pass', () => {
  test.each(allowed.map((sql) => ({ sql, shown: sql.slice(0, 120) })))('$shown', async ({ sql }) => {
    await expect(check(sql)).resolves.toMatchObject({ type: expect.any(String) })
  })
})
