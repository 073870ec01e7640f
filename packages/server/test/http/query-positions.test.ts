import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { memoryStore } from '../../src/drivers/memory/memory-store.ts'
import { CustomerIntel, type ValidationError } from '../../../node-sdk/src/index.ts'
import { openTestServer, type TestServer } from '../support/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer({ store: memoryStore() })
})
afterAll(() => server.close())

const fail = (sql: string, path = '/api/tools/svc_query') => server.ask('POST', path, { sql })

test.each([
  ['select *\nform activity', 2, 6, 'SYNTAX_ERROR'],
  ["select 'é😀',\n  '😀', nope, 1\nfrom activity", 2, 8, 'SYNTAX_ERROR'],
  ['select 1\nfrom\n  nowhere', 3, 3, 'TABLE_NOT_FOUND'],
  ["select '😀' as a,\n  read_text('x') from activity", 2, 3, 'FUNCTION_NOT_ALLOWED'],
  ['select event_name, count(*)\nfrom activity', 1, 8, 'SYNTAX_ERROR'],
])('%j is wrong at line %d, column %d', async (sql, line, column, code) => {
  const { status, body } = await fail(sql)
  expect({ status, code: body.code }).toEqual({ status: 400, code })
  const lines = sql.split('\n').slice(0, line - 1)
  const offset = [...lines.map((each) => `${each}\n`).join('')].length + column - 1
  expect(body.details).toEqual([{ path: ['sql'], message: body.error, position: { offset, line, column } }])
  const client = new CustomerIntel({
    apiKey: server.apiKey,
    baseUrl: 'http://localhost',
    fetch: (...request) => server.server.fetch(new Request(...request)),
  })
  const refusal = await client.tools.query({ sql }).catch((error: unknown) => error)
  expect((refusal as ValidationError).issues[0]).toMatchObject({ position: { offset, line, column } })
  // What is wrong is said once.
  expect((refusal as Error).message.split(body.error)).toHaveLength(2)
})

test('of a query without a place, and of one that fails as it runs in a view, no place is said', async () => {
  for (const sql of ['select 1; select 2', 'drop table activity', "select local_day('x')", ''])
    expect(JSON.stringify((await fail(sql)).body)).not.toContain('"position"')
})

test('the place is the one in the text as it was sent, whatever stands before it', async () => {
  const filler = fc.constantFrom(
    "'é😀', ",
    '\n',
    '1, ',
    ' ',
    "'世界', ",
    `'${'x'.repeat(90)}', `,
    '/* 😀 */',
    "'e\u0301', ",
    '\t',
    '\r\n',
  )
  const fault = fc.constantFrom('nope', 'nowhere.a', 'read_text(1)', 'length(nope, 1)')
  await fc.assert(
    fc.asyncProperty(fc.array(filler, { maxLength: 12 }), fault, async (fillers, wrong) => {
      const before = `select ${fillers.join('')}`
      const { status, body } = await fail(`${before}${wrong}, 2 from activity`)
      expect(status).toBe(400)
      const position = body.details?.[0]?.position
      // Of a call whose arguments are wrong it is the call or the argument.
      const offset =
        [...before].length + (position?.offset === [...before].length ? 0 : wrong.indexOf('nope'))
      const start = [...before].lastIndexOf('\n') + 1
      const line = before.split('\n').length
      expect(position).toEqual({ offset, line, column: offset - start + 1 })
    }),
    { numRuns: 150 },
  )
})
