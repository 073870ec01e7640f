import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { decimalShownBy, readAmount } from '../src/csv/amounts.ts'
import { toCsvCell } from '../src/csv-cell.ts'
import { readTime } from '../src/csv/dates.ts'
import { decodeText, detectEncoding } from '../src/csv/decode.ts'
import { type CsvOptions, planCsv } from '../src/csv/plan.ts'
import { readCsvRecords } from '../src/csv/records.ts'
import { readRows } from '../src/csv/read-rows.ts'
import { findDelimiter } from '../src/csv/rows.ts'

async function* piecesOf<Piece extends string | Uint8Array>(whole: Piece, size = 7): AsyncGenerator<Piece> {
  for (let at = 0; at < whole.length; at += size) yield whole.slice(at, at + size) as Piece
}
async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = []
  for await (const item of items) found.push(item)
  return found
}
async function read(text: string, options: CsvOptions) {
  const plan = await planCsv(() => piecesOf(text, 4_000), options)
  const [problem] = plan.problems
  if (problem) throw problem
  const found = await all(readCsvRecords(() => piecesOf(text, 4_000), plan, { today: '2026-06-30' }))
  return {
    plan,
    fields: Object.fromEntries(plan.columns.map(({ name, field }) => [name, field])),
    records: found.flatMap((one) => ('record' in one ? [one.record] : [])),
    errors: found.flatMap((one) => ('message' in one ? [[one.line, one.message]] : [])),
  }
}

describe('spreadsheets as programs write them', () => {
  it('Excel in German: semicolons, decimal commas, points between thousands, a byte order mark elsewhere', async () => {
    const text =
      'Firma;Kundennummer;Webseite;Angelegt am;MRR;Betreuer\r\nMüller & Söhne GmbH;10042;https://www.mueller.example/start;31.12.2025;1.234,50 €;sam@team.example\r\n"Meyer; Partner";10043;;01.02.2026;;\r\n'
    const { plan, records, errors } = await read(text, { kind: 'customer', map: { MRR: 'traits.mrr' } })
    expect(plan.delimiter).toBe(';')
    expect(errors).toEqual([])
    expect(records).toEqual([
      {
        kind: 'customer',
        name: 'Müller & Söhne GmbH',
        customerId: '10042',
        domain: 'mueller.example',
        createdAt: '2025-12-31T00:00:00Z',
        ownerEmail: 'sam@team.example',
        traits: { mrr: '1.234,50 €' },
      },
      { kind: 'customer', name: 'Meyer; Partner', customerId: '10043', createdAt: '2026-02-01T00:00:00Z' },
    ])
    const revenue = await read(
      'Kundennummer;Datum;MRR;Währung\r\n7;30.06.2026;1.234,50;EUR\r\n8;30.06.2026;12.345;\r\n',
      {
        kind: 'revenue',
      },
    )
    expect(revenue.records).toEqual([
      {
        kind: 'revenue',
        customer: { customerId: '7' },
        date: '2026-06-30',
        mrrCents: 123_450,
        currency: 'EUR',
      },
      { kind: 'revenue', customer: { customerId: '8' }, date: '2026-06-30', mrrCents: 1_234_500 },
    ])
  })

  it('Google Sheets: commas, quoted thousands, cells with line breaks', async () => {
    const text =
      'Company,Domain,Notes,Created\nAcme,acme.example,"said: ""soon""\nand left",2026-01-02\nGlobex,globex.example,,1/13/2026\n'
    const { records, fields } = await read(text, { kind: 'customer', map: { Notes: 'traits.notes' } })
    expect(fields).toEqual({ Company: 'name', Domain: 'domain', Notes: 'traits.notes', Created: 'createdAt' })
    expect(records[0]).toMatchObject({ traits: { notes: 'said: "soon"\nand left' } })
    expect(records[1]).toMatchObject({ createdAt: '2026-01-13T00:00:00Z' })
    const money = await read(
      'customer id,date,mrr\nacct_1,2026-06-01,"$1,234.50"\nacct_2,2026-06-01,"$1,000"\n',
      {
        kind: 'revenue',
        currency: 'USD',
      },
    )
    expect(money.records.map((one) => [one['mrrCents'], one['currency']])).toEqual([
      [123_450, 'USD'],
      [100_000, 'USD'],
    ])
  })

  it('Numbers: semicolons, days and times in words, rows that are empty', async () => {
    const text =
      'Name;E-mail address;Created\n;;\nJane Roe;jane@acme.example;2 Jan 2026 at 3:04:05\u202fPM\n;;\n'
    const { records } = await read(text, { kind: 'user', map: { 'E-mail address': 'email' } })
    expect(records).toEqual([
      { kind: 'user', name: 'Jane Roe', email: 'jane@acme.example', createdAt: '2026-01-02T15:04:05Z' },
    ])
  })

  it('HubSpot: contacts, companies whose owner is a name, deals', async () => {
    const contacts = await read(
      '"Record ID","First Name","Last Name","Email","Phone Number","Contact owner","Create Date","Associated Company"\n"101","Jane","Roe","jane@acme.example","(No value)","Sam Poe","2026-01-02 15:04","Acme"\n',
      { kind: 'user' },
    )
    expect(contacts.records).toEqual([
      {
        kind: 'user',
        userId: '101',
        email: 'jane@acme.example',
        name: 'Jane Roe',
        createdAt: '2026-01-02T15:04:00Z',
      },
    ])
    const companies = await read(
      '"Record ID","Company name","Company owner","Create Date","Company Domain Name","Industry"\n"9","Acme","Sam Poe","2026-01-02 15:04","acme.example","Retail"\n',
      { kind: 'customer', others: 'keep' },
    )
    expect(companies.fields['Company owner']).toBeNull()
    expect(companies.records).toEqual([
      {
        kind: 'customer',
        customerId: '9',
        name: 'Acme',
        createdAt: '2026-01-02T15:04:00Z',
        domain: 'acme.example',
        traits: { Industry: 'Retail' },
      },
    ])
    const deals = await read(
      '"Record ID","Deal Name","Deal Stage","Pipeline","Amount","Create Date","Close Date","Company Domain Name"\n"55","Renewal","Closed won","Sales","12000.00","2026-01-02 15:04","2026-03-31 00:00","acme.example"\n',
      { kind: 'opportunity', currency: 'EUR' },
    )
    expect(deals.records).toEqual([
      {
        kind: 'source',
        sourceType: 'OPPORTUNITY',
        sourceId: '55',
        title: 'Renewal',
        occurredAt: '2026-01-02T15:04:00Z',
        customer: { domain: 'acme.example' },
        record: {
          stage: 'Closed won',
          pipeline: 'Sales',
          closeDate: '2026-03-31',
          amountCents: 1_200_000,
          currency: 'EUR',
        },
      },
    ])
  })

  it('HubSpot as it orders deals: when one closes stands before when it was created, and is not when it came', async () => {
    const { fields, records } = await read(
      '"Record ID","Deal Name","Deal Stage","Close Date","Deal owner","Amount","Create Date"\n"55","Renewal","Open","2026-09-30 00:00","Sam Poe","12000.00","2026-01-02 15:04"\n',
      { kind: 'opportunity' },
    )
    expect(fields).toMatchObject({ 'Close Date': 'record.closeDate', 'Create Date': 'occurredAt' })
    expect(records).toMatchObject([
      { occurredAt: '2026-01-02T15:04:00Z', record: { closeDate: '2026-09-30', amountCents: 1_200_000 } },
    ])
    const closing = await read('Deal ID,Close Date\n55,2026-09-30\n', { kind: 'opportunity' })
    expect(closing.fields['Close Date']).toBe('occurredAt')
  })

  it('Stripe: ids, UTC, small currency codes, statuses', async () => {
    const { records } = await read(
      'Customer ID,Customer Email,Plan,Status,Monthly amount,Currency\ncus_1,jane@acme.example,pro,active,49.90,eur\ncus_2,jo@b.example,pro,past_due,0.00,usd\n',
      { kind: 'revenue' },
    )
    expect(records).toEqual([
      {
        kind: 'revenue',
        date: '2026-06-30',
        customer: { customerId: 'cus_1' },
        plan: 'pro',
        billingStatus: 'PAYING',
        mrrCents: 4_990,
        currency: 'eur',
      },
      {
        kind: 'revenue',
        date: '2026-06-30',
        customer: { customerId: 'cus_2' },
        plan: 'pro',
        billingStatus: 'PAST_DUE',
        mrrCents: 0,
        currency: 'usd',
      },
    ])
    const customers = await read(
      'id,Description,Email,Name,Created (UTC)\ncus_1,,jane@acme.example,Jane,2026-01-02 03:04\n',
      { kind: 'user' },
    )
    expect(customers.records).toEqual([
      {
        kind: 'user',
        userId: 'cus_1',
        email: 'jane@acme.example',
        name: 'Jane',
        createdAt: '2026-01-02T03:04:00Z',
      },
    ])
  })

  it('members, by first and last names', async () => {
    const { records } = await read(
      'Vorname\tNachname\tE-Mail\tPosition\nSam\tPoe\tsam@team.example\tSales\n',
      { kind: 'member' },
    )
    expect(records).toEqual([{ kind: 'member', email: 'sam@team.example', title: 'Sales', name: 'Sam Poe' }])
  })
})

describe('what a file can’t decide', () => {
  const dates = (...values: string[]) =>
    `domain,created\n${values.map((value, index) => `a${index}.example,${value}\n`).join('')}`

  it('dates: the column decides, else the option is named', async () => {
    const created = async (options: Partial<CsvOptions>, ...values: string[]) =>
      (await read(dates(...values), { kind: 'customer', ...options })).records.map((one) =>
        String(one['createdAt']).slice(0, 10),
      )
    expect(await created({}, '03/04/2026', '13/04/2026')).toEqual(['2026-04-03', '2026-04-13'])
    expect(await created({}, '03/04/2026', '04/13/2026')).toEqual(['2026-03-04', '2026-04-13'])
    expect(await created({}, '05/05/2026')).toEqual(['2026-05-05'])
    expect(await created({ dateFormat: 'MDY' }, '03/04/26')).toEqual(['2026-03-04'])
    await expect(created({}, '03/04/2026')).rejects.toMatchObject({
      option: 'dateFormat',
      message: /whether the day/,
    })
    await expect(created({}, '13/04/2026', '04/13/2026')).rejects.toMatchObject({ option: 'dateFormat' })
  })

  it('amounts: the column decides, else the option is named', async () => {
    const cents = async (options: Partial<CsvOptions>, ...values: string[]) =>
      (
        await read(`customer id;mrr\n${values.map((value, index) => `${index};${value}\n`).join('')}`, {
          kind: 'revenue',
          ...options,
        })
      ).records.map((one) => one['mrrCents'])
    expect(await cents({}, '1.234', '5,50')).toEqual([123_400, 550])
    expect(await cents({}, '1,234', '5.50')).toEqual([123_400, 550])
    expect(await cents({}, '1.234')).toEqual([123_400])
    expect(await cents({ decimal: '.' }, '1.234')).toEqual([123])
    await expect(cents({}, '1.50', '1,50')).rejects.toMatchObject({ option: 'decimal' })
  })

  it('columns: what is missing and what there is, by name', async () => {
    await expect(read('a,b\n1,2\n', { kind: 'customer' })).rejects.toMatchObject({
      option: 'map',
      message: 'No column is the customerId or domain of a customer; there are "a", "b"',
    })
    const kind = 'customer' as const
    await expect(read('a,b\n', { kind, map: { c: 'name' } })).rejects.toThrow('No column is called "c"')
    await expect(read('a,a\n', { kind, map: { a: 'name' } })).rejects.toThrow('More than one column')
    await expect(read('a,b\n', { kind, map: { a: 'nme' } })).rejects.toThrow('has no field "nme"')
    await expect(read('', { kind })).rejects.toThrow('The file is empty')
    await expect(read('1e9,'.repeat(2_000), { kind })).rejects.toThrow('names 2001 columns; at most 1000')
  })
})

test('a row that is wrong is told by the line that it begins on, others are read', async () => {
  const text =
    'customer id,date,mrr\na,2026-06-01,"1\n2"\nb,2026-13-01,1\nc,2026-06-01,1,5\nd,2026-06-01\ne,2026-06-01,2\n'
  const { errors, records } = await read(text, { kind: 'revenue' })
  expect(errors).toEqual([
    [4, '"date" is no date, such as 2026-06-01'],
    [5, 'has 4 cells, the first row 3: quote a cell that holds the delimiter'],
  ])
  expect(records.map(({ customer }) => customer)).toEqual([
    { customerId: 'a' },
    { customerId: 'd' },
    { customerId: 'e' },
  ])
})

test('lines are counted as editors do, whatever ends them', async () => {
  for (const end of ['\n', '\r\n', '\r']) {
    const text = ['id', `"a${end}b${end}c"`, '', 'd', 'e', ''].join(end)
    const rows = await all(readRows(piecesOf(text), ','))
    expect(rows.map(({ line }) => line)).toEqual([1, 2, 6, 7])
  }
})

test('a quote that nobody closes is reported with its line, whatever follows', async () => {
  const text = `domain\nacme.example\n"globex.example\n${'x.example\n'.repeat(200_000)}`
  await expect(read(text, { kind: 'customer' })).rejects.toThrow(/^After line 2 /)
  await expect(read('domain\n"a.example\n', { kind: 'customer' })).rejects.toThrow(/^After line 1 /)
})

test.each([
  ['a,b;c\n1,2;3\n', ','],
  ['a;b\n1,5;2,5\n', ';'],
  ['a\tb\n1,5\t2\n', '\t'],
  ['a|b\n1|2\n', '|'],
  ['name\nAcme, Inc.\n', ','],
  ['sep=;\r\na;b\n', ';'],
  ['"a;b",c,d\n1,2,3\n', ','],
])('%j is separated by %j', (text, delimiter) => expect(findDelimiter(text)).toBe(delimiter))

test.each([
  ['Latin-1', Buffer.from('Müller', 'latin1')],
  ['UTF-8', Buffer.from('Müller')],
  ['UTF-8 with a mark', Buffer.from('\ufeffMüller')],
  ['UTF-16', Buffer.from('\ufeffMüller', 'utf16le')],
  ['UTF-16 without a mark', Buffer.from('Müller', 'utf16le')],
  ['UTF-16 of Macs', Buffer.from('\ufeffMüller', 'utf16le').swap16()],
])('%s is recognised', async (_, bytes) => {
  const detector = detectEncoding()
  for await (const piece of piecesOf<Uint8Array>(bytes, 1)) detector.add(piece)
  expect((await all(decodeText(piecesOf<Uint8Array>(bytes, 1), detector.encoding()))).join('')).toBe('Müller')
})

test.each([
  ['2026-06-01', '2026-06-01T00:00:00Z'],
  ['2026-06-01T12:30:00.123+02:00', '2026-06-01T12:30:00.123+02:00'],
  ['2026-06-01 12:30 UTC', '2026-06-01T12:30:00Z'],
  ['1.6.2026 9:05', '2026-06-01T09:05:00Z'],
  ['June 1st, 2026', '2026-06-01T00:00:00Z'],
  ['1. März 2026', '2026-03-01T00:00:00Z'],
  ['Mon, 1 Jun 2026 12:00 AM', '2026-06-01T00:00:00Z'],
  ['01/06/69', '2069-06-01T00:00:00Z'],
  ['1780272000', '2026-06-01T00:00:00.000Z'],
  ['30.02.2026', null],
  ['2026-06-01 25:00', null],
  ['Foo 1, 2026', null],
  ['45809', null],
  ['', null],
])('the time %j is %j', (text, time) => expect(readTime(text, 'DMY')).toBe(time))

test.each([
  ['1,234.50', null, 123_450, undefined],
  ['1.234,50 €', null, 123_450, 'EUR'],
  ["CHF 1'234.50", null, 123_450, 'CHF'],
  ['1 234,50 zł', null, 123_450, 'PLN'],
  ['$5', null, 500, undefined],
  ['US$5.999', '.', 600, 'USD'],
  ['(5.00)', null, -500, undefined],
  ['-5', null, -500, undefined],
  ['0,125', null, 13, undefined],
  ['.5', null, 50, undefined],
  ['12,34,567.89', null, 123_456_789, undefined],
  ['1,2,3.4', null, null, undefined],
  ['12e3', null, null, undefined],
  ['abc', null, null, undefined],
  ['1.5.2', null, null, undefined],
] as const)('the amount %j with %j is %j cents', (text, decimal, cents, currency) => {
  const amount = readAmount(text, decimal)
  expect(amount?.cents ?? null).toBe(cents)
  expect(amount?.currency).toBe(currency)
})

test('what is written as CSV is read as it was, formulas included', async () => {
  const cell = fc.string({ unit: 'grapheme', maxLength: 20 })
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 5 }), async (rows) => {
      const text = [['id', 'x'], ...rows]
        .map((row) => `${row.map((one) => toCsvCell(one, { raw: true })).join(',')}\r\n`)
        .join('')
      const found = (await all(readRows(piecesOf(text), ','))).slice(1).map(({ cells }) => cells)
      expect(found).toEqual(rows.filter((row) => row.some((one) => one.trim() !== '')))
    }),
    { numRuns: 200 },
  )
})

/** Texts of what matters to a reader: quotes, breaks and delimiters, in any order. */
const oddText = fc
  .array(fc.constantFrom('"', '""', ',', ';', '\n', '\r', '\r\n', ' ', 'a', 'é', '🏨', '"a"', ',"', '",'), {
    maxLength: 40,
  })
  .map((parts) => parts.join(''))

test('any text is read as another parser reads it, wherever it is cut, and its lines are counted', async () => {
  const options = { relax_column_count: true, relax_quotes: true, skip_empty_lines: true }
  const theirs = (text: string): string[][] | null => {
    try {
      return parse(text, { ...options, record_delimiter: ['\r\n', '\n', '\r'] })
    } catch {
      return null
    }
  }
  await fc.assert(
    fc.asyncProperty(oddText, fc.integer({ min: 1, max: 9 }), async (text, size) => {
      const ours = await all(readRows(piecesOf(text, size), ',')).catch((error: Error) => error.name)
      const expected = theirs(text)?.filter((row) => row.some((one) => one.trim() !== ''))
      if (typeof ours === 'string') {
        expect([ours, expected]).toEqual(['CsvProblem', undefined])
        return
      }
      expect(ours.map(({ cells }) => cells)).toEqual(expected)
      const lines = text.split(/\r\n|\n|\r/)
      for (const { line, cells } of ours) {
        const [start = ''] = cells[0]!.split(/\r\n|\n|\r/)
        expect(lines[line - 1]!.replaceAll('"', '')).toContain(start.replaceAll('"', ''))
      }
    }),
    { numRuns: 2_000 },
  )
})

test('any text is read or refused, and amounts never contradict what they show', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ maxLength: 200 }), async (text) => {
      const decimal = decimalShownBy(text)
      if (decimal !== null) expect(readAmount(text, decimal === ',' ? '.' : ',')).toBeNull()
      await read(`domain\n${text}`, { kind: 'customer' }).catch((error: Error) =>
        expect(error.name).toBe('CsvProblem'),
      )
    }),
    { numRuns: 300 },
  )
})
