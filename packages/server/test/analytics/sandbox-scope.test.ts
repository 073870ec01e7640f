import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runQuery } from '../../src/query/run-query.ts'
import { isAppError } from '../../src/kernel/errors.ts'
import { parseSql } from '../../src/kernel/sql/parse-sql.ts'
import { openInProcessDatabase } from '../support/in-process-database.ts'
import type { InProcessDatabase } from '../support/in-process-database.ts'
import { insertRows } from '../support/insert-rows.ts'

const secret = 'held by tables, shown by no view'
let database: InProcessDatabase

beforeAll(async () => {
  database = await openInProcessDatabase()
  await insertRows(database, 'member_records', [{ member_id: secret, email: secret, name: secret }])
  await insertRows(database, 'aliases', [{ alias: secret, id: secret }])
  await insertRows(database, 'accounts', [{ customer_id: 'cus_1', name: 'Acme' }])
})

afterAll(() => database.close())

const hidden = fc.constantFrom('members', 'aliases', '"MEMBERS"')
/** What a query reads: mostly the view, so that enough of the queries are allowed and answered. */
const name = fc.oneof(
  { weight: 1, arbitrary: hidden },
  { weight: 4, arbitrary: fc.constant('customers') },
  { weight: 1, arbitrary: fc.constant('a') },
)
/** What a `with` hides. */
const alias = fc.oneof(
  { weight: 3, arbitrary: hidden },
  { weight: 1, arbitrary: fc.constantFrom('customers', 'a') },
)

/** Queries of one column, in which names of tables, of views and of `with` queries hide one another in every place. */
const { query } = fc.letrec<{ query: string; core: string; source: string }>((tie) => ({
  source: fc.oneof(
    { depthSize: 'small' },
    { weight: 3, arbitrary: name },
    { weight: 2, arbitrary: tie('query').map((inner) => `(${inner})`) },
  ),
  core: fc.oneof(
    { depthSize: 'small' },
    { weight: 3, arbitrary: tie('source').map((source) => `select t::varchar as x from ${source} t`) },
    fc
      .tuple(tie('source'), tie('source'))
      .map(([left, right]) => `select concat(t::varchar, u::varchar) as x from ${left} t, ${right} u`),
    fc
      .tuple(tie('query'), tie('source'))
      .map(([inner, source]) => `select concat((${inner} limit 1), t::varchar) as x from ${source} t`),
    fc
      .tuple(tie('source'), name)
      .map(
        ([source, from]) =>
          `select t::varchar as x from ${source} t order by (select min(u::varchar) from ${from} u)`,
      ),
    fc.tuple(tie('query'), tie('query')).map(([left, right]) => `(${left}) union all (${right})`),
    fc
      .tuple(tie('source'), name)
      .map(([source, from]) => `select t::varchar as x from ${source} t where exists (from ${from})`),
  ),
  query: fc
    .tuple(fc.array(fc.tuple(alias, tie('core')), { maxLength: 2 }), tie('core'))
    .map(([withs, core]) =>
      withs.length === 0
        ? core
        : `with ${withs.map(([as, inner]) => `${as} as (${inner})`).join(', ')} ${core}`,
    ),
}))

test('whatever hides whatever, a query shows nothing but what the views show', async () => {
  const engine = {
    parse: (sql: string) => parseSql(database, sql),
    runUntrusted: database.runUntrusted.bind(database),
  }
  let answered = 0
  await fc.assert(
    fc.asyncProperty(query, async (sql) => {
      try {
        const { data } = await runQuery(engine, sql, {
          caller: 'key',
          timezone: 'UTC',
          maxRows: 50,
          timeoutMs: 5_000,
        })
        answered += 1
        expect(JSON.stringify(data)).not.toContain(secret)
      } catch (error) {
        if (!isAppError(error)) throw error
      }
    }),
    { numRuns: 1_500 },
  )
  expect(answered).toBeGreaterThan(100)
})
