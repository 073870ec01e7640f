import fc from 'fast-check'
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
  updates?: number
  known?: { line: number; type: string; id: string; name: string | null }[]
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
    updates: 0,
    known: [],
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

it('a dry run names whom each row is about already, by any of their keys', async () => {
  await bring({ kind: 'customer', csv: 'Customer ID,Domain,Name\nacct_1,known.example,Known\n' })
  await bring({ kind: 'user', csv: 'Email,User ID,Name\njane@known.example,u-1,Jane\n' })
  await bring({ kind: 'member', csv: 'Email,Name\nsam@ourselves.example,Sam\n' })
  const known = async (kind: string, csv: string) => {
    const { updates, known: found = [], processed } = await bring({ kind, csv, dryRun: true })
    expect(updates).toBe(found.length)
    return [processed, ...found.map(({ line, type, name }) => [line, type, name])]
  }
  const customer = 'Customer ID,Domain,Name\nacct_1,,a\n,KNOWN.example,b\nacct_9,new.example,c\n'
  expect(await known('customer', customer)).toEqual([3, [2, 'customer', 'Known'], [3, 'customer', 'Known']])
  const people = 'Email,User ID\nJane@known.example,\n,u-1\nlee@known.example,u-2\n'
  expect(await known('user', people)).toEqual([3, [2, 'user', 'Jane'], [3, 'user', 'Jane']])
  const members = 'Email,Name\nsam@ourselves.example,Sam\nkim@ourselves.example,Kim\n'
  expect(await known('member', members)).toEqual([2, [2, 'member', 'Sam']])
  const revenue = 'Email,Date,MRR\njane@known.example,2026-06-01,5\nnobody@new.example,2026-06-01,5\n'
  expect(await known('revenue', revenue)).toEqual([2, [2, 'user', 'Jane']])
  // What is stored says nothing of it.
  expect(await bring({ kind: 'customer', csv: 'Domain\nknown.example\n' })).not.toHaveProperty('known')
})

it('whom a dry run names gets the row, and where it names nobody somebody new comes to be', async () => {
  const ids = async () => new Set(((await customers()) as unknown as { id: string }[]).map(({ id }) => id))
  const of = async (customer: string | undefined) =>
    (await test.ask('POST', '/api/tools/call', { tool: 'svc_get_customer', input: { customer } })).body
      .customer?.id as string | undefined
  const one = fc.record(
    { customerId: fc.constantFrom('p_1', 'p_2', 'p_3'), domain: fc.constantFrom('p1.example', 'p2.example') },
    { requiredKeys: [] },
  )
  await fc.assert(
    fc.asyncProperty(
      one.filter((record) => Object.keys(record).length > 0),
      async (record) => {
        const before = await ids()
        const send = async (dryRun: boolean) =>
          (await test.ask('POST', '/api/records', { records: [{ kind: 'customer', ...record }], dryRun }))
            .body as { known?: { id: string }[] }
        const { known = [] } = await send(true)
        await send(false)
        const id = await of(record.customerId ?? record.domain)
        // Several have the domain: what a row that names it alone is about is told elsewhere.
        fc.pre(id !== undefined)
        // An id of the caller's gives the customer another one: the former one leads there.
        const now = await Promise.all(known.map((found) => of(found.id)))
        expect([record, now]).toEqual([record, known.length > 0 || before.has(id) ? [id] : []])
      },
    ),
    { numRuns: 40 },
  )
})

it('says all that is wrong with a row at once', async () => {
  const good = 'acct_1,2026-06-01,5.00\n'
  const csv = `Customer ID,Date,MRR\n${good.repeat(3)}acct_1,soon,much\n`
  const { errors } = await bring({ kind: 'revenue', csv, dryRun: true })
  expect(errors).toEqual([
    {
      line: 5,
      message: '"Date" is no date, such as 2026-06-01; "MRR" is no amount, such as 1,234.50',
    },
  ])
  const records = [
    { kind: 'user', email: 'no address', userId: '', name: 7 },
    { kind: 'revenue', customer: { customerId: 'test' }, date: '1850-01-01', mrrCents: 1 },
  ]
  const { body } = await test.ask('POST', '/api/records', { records, dryRun: true })
  expect((body as { errors: unknown }).errors).toEqual([
    {
      index: 0,
      path: ['records', 0, 'email'],
      message: expect.stringMatching(
        /^records\[0\]\.email .*\. records\[0\]\.userId .*\. records\[0\]\.name .*\.$/,
      ) as string,
    },
    {
      index: 1,
      path: ['records', 1, 'date'],
      message: expect.stringMatching(
        /^records\[1\]\.date .*\. records\[1\]\.customer\.customerId .*\.$/,
      ) as string,
    },
  ])
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
