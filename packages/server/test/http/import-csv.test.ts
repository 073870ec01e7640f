import { afterAll, beforeAll, expect, it } from 'vitest'
import { memoryStore } from '../../src/drivers/memory/memory-store.ts'
import { openTestServer, type TestServer } from '../support/test-server.ts'

let test: TestServer
beforeAll(async () => {
  test = await openTestServer({ store: memoryStore() })
})
afterAll(() => test.close())

interface Import {
  processed: number
  refused: number
  rows: number
  delimiter: string
  columns: { name: string; field: string | null }[]
  errors: { line: number; message: string }[]
  records: Record<string, unknown>[]
  problems: { option: string; message: string }[]
}
const bring = async (body: object): Promise<Import> =>
  ((await test.done('POST', '/api/records/csv', body)) as { import: Import }).import
const customers = async (): Promise<{ domain: string; name: string }[]> =>
  (await test.ask('POST', '/api/tools/call', { tool: 'svc_list_customers', input: {} })).body.items

it('shows first what a spreadsheet would become, and stores nothing; then it stores it', async () => {
  const text =
    'Firma;Webseite;Angelegt am;Branche\r\nMüller GmbH;www.mueller.example;31.12.2025;Handel\r\n;kein;;\r\n'
  const base64 = Buffer.from(text, 'latin1').toString('base64')
  const body = { kind: 'customer', base64, others: 'keep' }
  const dry = await bring({ ...body, dryRun: true })
  expect(dry).toEqual({
    dryRun: true,
    delimiter: ';',
    columns: [
      { name: 'Firma', field: 'name' },
      { name: 'Webseite', field: 'domain' },
      { name: 'Angelegt am', field: 'createdAt' },
      { name: 'Branche', field: 'traits.Branche' },
    ],
    fields: ['customerId', 'domain', 'name', 'ownerEmail', 'createdAt', 'traits.*'],
    rows: 2,
    processed: 1,
    refused: 1,
    errors: [{ line: 3, message: expect.stringMatching(/^domain must be a domain/) as string }],
    records: [
      {
        kind: 'customer',
        name: 'Müller GmbH',
        domain: 'mueller.example',
        createdAt: '2025-12-31T00:00:00Z',
        traits: { Branche: 'Handel' },
      },
      { kind: 'customer', domain: 'kein' },
    ],
    problems: [],
  })
  expect(await customers()).toEqual([])
  expect(await bring(body)).toMatchObject({ dryRun: false, processed: 1, refused: 1 })
  expect(await customers()).toMatchObject([{ domain: 'mueller.example', name: 'Müller GmbH' }])
})

it('says what a file doesn’t decide: a dry run beside the columns, else as a refusal', async () => {
  const body = { kind: 'customer', csv: 'Website,Created\nacme.example,03/04/2026\n' }
  const problem = {
    option: 'dateFormat',
    message: 'Column "Created" doesn\'t show whether the day or the month stands first',
  }
  expect(await bring({ ...body, dryRun: true })).toMatchObject({
    problems: [problem],
    columns: [{ field: 'domain' }, { field: 'createdAt' }],
    processed: 0,
  })
  const refused = await test.ask('POST', '/api/records/csv', body)
  expect(refused).toMatchObject({ status: 400 })
  expect(JSON.stringify(refused.body)).toContain('Say it by dateFormat.')
  expect(await bring({ ...body, dateFormat: 'MDY', dryRun: true })).toMatchObject({
    records: [{ createdAt: '2026-03-04T00:00:00Z' }],
  })
})

it.each([
  [{ kind: 'customer' }, /csv is required unless base64/],
  [{ kind: 'customer', csv: 'domain\n', base64: 'YQ==' }, /one of the two/],
  [{ kind: 'customer', csv: '' }, /The file is empty/],
  [{ kind: 'customer', csv: 'a,b\n1,2\n' }, /No column is the customerId or domain/],
  [{ kind: 'customer', csv: 'domain\n"acme.example\n' }, /After line 1 .* quote/],
  [{ kind: 'fact', csv: 'a\n' }, /kind must be/],
] as const)('refuses %j', async (body, message) => {
  const { status, body: answer } = await test.ask('POST', '/api/records/csv', body)
  expect({ status, text: JSON.stringify(answer) }).toEqual({
    status: 400,
    text: expect.stringMatching(message) as string,
  })
})

it('brings people with their companies, revenue and opportunities as the answers have them', async () => {
  await bring({
    kind: 'user',
    csv: 'First name,Last name,Email,Customer ID\nJane,Roe,jane@globex.example,acct_7\n',
  })
  await bring({ kind: 'revenue', csv: 'Customer ID;Datum;MRR;Status\nacct_7;01.06.2026;1.234,50 €;active\n' })
  await bring({
    kind: 'opportunity',
    currency: 'EUR',
    csv: 'Deal ID,Deal name,Create date,Deal stage,Amount,Customer ID\nd-1,Renewal,2026-06-01,Won,"12,000.00",acct_7\n',
  })
  const query = async (sql: string) =>
    (await test.ask('POST', '/api/tools/call', { tool: 'svc_query', input: { sql } })).body.data as object[]
  expect(await query(`select email, name from users where email = 'jane@globex.example'`)).toEqual([
    { email: 'jane@globex.example', name: 'Jane Roe' },
  ])
  expect(await query(`select mrr_cents, currency, billing_status from revenue where is_recorded`)).toEqual([
    { mrr_cents: 123_450, currency: 'EUR', billing_status: 'PAYING' },
  ])
  expect(
    await query(`select opportunity_id, title, stage, amount_cents, currency from opportunities`),
  ).toEqual([
    { opportunity_id: 'd-1', title: 'Renewal', stage: 'Won', amount_cents: 1_200_000, currency: 'EUR' },
  ])
})

it('validates records without storing them: dryRun of POST /api/records', async () => {
  const records = [{ kind: 'customer', domain: 'dry.example' }, { kind: 'customer' }]
  const { status, body } = await test.ask('POST', '/api/records', { records, dryRun: true })
  expect({ status, body }).toMatchObject({ status: 207, body: { processed: 1, errors: [{ index: 1 }] } })
  expect((await customers()).map(({ domain }) => domain)).not.toContain('dry.example')
})

it('other requests are answered while a large one is read', async () => {
  const csv = `domain,name\n${Array.from({ length: 100_000 }, (_, index) => `c${index}.example,Company ${index}\n`).join('')}`
  let isDone = false
  const brought = bring({ kind: 'customer', csv, dryRun: true }).finally(() => (isDone = true))
  let answered = 0
  while (!isDone) {
    await test.server.fetch(new Request('http://localhost/health/live'))
    await new Promise((resolve) => setImmediate(resolve))
    answered += 1
  }
  expect(await brought).toMatchObject({ rows: 100_000, processed: 100_000, refused: 0 })
  expect(answered).toBeGreaterThan(100)
})
