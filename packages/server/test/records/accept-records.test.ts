import { limits } from '@customer-intel/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CustomerKey, SourceRecord, StoredRecord } from '../../src/kernel/log/record.ts'
import { acceptRecords } from '../../src/records/accept-records.ts'

const now = Date.parse('2026-06-15T12:00:00Z')
const known = new Map<string, CustomerKey>([
  ['cAcme', { customerId: 'acme' }],
  ['cGlobex', { domain: 'globex.com' }],
  ['cJane', { email: 'jane@gmail.com' }],
  ['cWorker', { email: 'ann@acme.com' }],
  ['cNobody', { userId: 'u-17' }],
])

const accept = (...records: unknown[]) =>
  acceptRecords(records, { now, resolveCustomerKeys: async () => known })

/** The stored form of a record that is taken. */
async function stored(record: unknown): Promise<StoredRecord> {
  const accepted = await accept(record)
  expect(accepted.errors).toEqual([])
  // As it comes out of the log: what is undefined isn't there.
  return JSON.parse(JSON.stringify(accepted.records[0])) as StoredRecord
}

/** Why a record is refused. */
async function refused(record: unknown): Promise<string> {
  const { records, processed, errors } = await accept(record)
  expect({ records, processed }).toEqual({ records: [], processed: 0 })
  expect(errors).toHaveLength(1)
  return errors[0]!.message
}

const source = { kind: 'source', sourceType: 'CALL', sourceId: 'c-17', occurredAt: '2026-06-01T12:30:00Z' }
const evidence = [{ sourceType: 'CALL', sourceId: 'c-17', quote: 'We may leave.' }]
const fact = {
  kind: 'fact',
  factId: 'f-1',
  assertion: 'They may leave',
  customer: { customerId: 'acme' },
  evidence,
}
const revenue = { kind: 'revenue', customer: { customerId: 'acme' }, date: '2026-06-01', mrrCents: 49_900 }
const user = { kind: 'user', userId: 'u-17' }

describe('a record that is taken', () => {
  it('keeps no secret of traits or of its own fields, nested ones included', async () => {
    const traits = {
      plan: 'pro',
      tokens_used: 12,
      password: 'a',
      wachtwoord: 'b',
      note: 'card 4111 1111 1111 1111',
      page: 'https://x.test/?token=abc&tab=2',
    }
    const kept = { plan: 'pro', tokens_used: 12, page: 'https://x.test/?token=REDACTED&tab=2' }
    expect(await stored({ ...user, traits })).toMatchObject({ traits: kept })
    expect(await stored({ kind: 'customer', customerId: 'acme', traits })).toMatchObject({ traits: kept })
    const record = { stage: 'won', more: { password: 'a', list: [{ api_key: 'b', size: 1 }] } }
    const { record: own } = (await stored({ ...source, record })) as SourceRecord
    expect(own).toEqual({ stage: 'won', more: { list: [{ size: 1 }] } })
    expect(JSON.stringify(await stored({ ...user, traits }))).not.toMatch(/password|wachtwoord|4111|abc/)
  })

  it('keeps a source with its times in milliseconds, its type canonical and its addresses normalised', async () => {
    expect(
      await stored({
        ...source,
        sourceType: ' crm ',
        occurredAt: '2026-06-01T14:30:00.5+02:00',
        title: 'Renewal',
        permalink: 'https://crm.example/deals/17',
        customer: { email: ' Jane@Acme.com ' },
        participants: [{ email: 'Jane@ACME.com', name: ' Jane ', role: 'buyer' }, { name: 'Bob' }],
        record: { stage: 'won', amounts: [1, { deep: true }] },
      }),
    ).toEqual({
      kind: 'source',
      sourceType: 'OPPORTUNITY',
      sourceId: 'c-17',
      occurredAt: Date.parse('2026-06-01T12:30:00.500Z'),
      title: 'Renewal',
      permalink: 'https://crm.example/deals/17',
      customer: { email: 'jane@acme.com' },
      participants: [{ email: 'jane@acme.com', name: 'Jane', role: 'buyer' }, { name: 'Bob' }],
      record: { stage: 'won', amounts: [1, { deep: true }] },
    })
  })

  it('keeps a fact as stated', async () => {
    expect(await stored(fact)).toEqual({ ...fact, origin: 'stated' })
  })

  it('keeps a company by its registrable domain', async () => {
    expect(
      await stored({ kind: 'customer', domain: 'EU.Acme.co.uk', ownerEmail: 'Sam@Team.example' }),
    ).toEqual({ kind: 'customer', domain: 'acme.co.uk', ownerEmail: 'sam@team.example' })
  })

  it('keeps members, and money as whole cents', async () => {
    const member = {
      kind: 'member',
      email: 'Sam@Team.example',
      name: 'Sam',
      managerEmail: 'Kim@team.example',
    }
    expect(await stored(member)).toEqual({
      ...member,
      email: 'sam@team.example',
      managerEmail: 'kim@team.example',
    })
    expect(await stored({ ...revenue, currency: 'eur', paidCents: 0 })).toEqual({
      ...revenue,
      currency: 'EUR',
      paidCents: 0,
    })
  })

  it('names its customer by a key, whatever an id stood for', async () => {
    for (const [id, key] of known) {
      expect(await stored({ ...revenue, customer: { id } })).toMatchObject({ customer: key })
    }
  })

  it('has a user belong to a company, found through an id or a colleague’s address', async () => {
    const companyOf = async (customer: object) =>
      (await stored({ ...user, customer })) as { customer?: unknown }
    expect(await companyOf({ id: 'cAcme' })).toMatchObject({ customer: { customerId: 'acme' } })
    expect(await companyOf({ id: 'cWorker' })).toMatchObject({ customer: { domain: 'acme.com' } })
    expect(await companyOf({ email: 'bob@eu.globex.com' })).toMatchObject({
      customer: { domain: 'globex.com' },
    })
  })

  it('asks for all ids of a body at once, and for none where none is named', async () => {
    const asked: (readonly string[])[] = []
    const resolveCustomerKeys = async (ids: readonly string[]) => {
      asked.push(ids)
      return known
    }
    await acceptRecords([fact, source], { now, resolveCustomerKeys })
    expect(asked).toEqual([])
    const named = ['cAcme', 'cGlobex', 'cAcme'].map((id) => ({ ...source, customer: { id } }))
    await acceptRecords(named, { now, resolveCustomerKeys })
    expect(asked).toEqual([['cAcme', 'cGlobex']])
  })

  it('waits whenever it is told to', async () => {
    let turns = 0
    const pause = (): Promise<void> => {
      turns += 1
      return Promise.resolve()
    }
    await acceptRecords([fact, source], { now, resolveCustomerKeys: async () => known, pause })
    expect(turns).toBe(4)
  })
})

describe('records with the same key in one body', () => {
  it('count each, and the last one alone is stored, where it stands', async () => {
    const other = { ...source, sourceId: 'c-18' }
    const { records, processed } = await accept({ ...source, title: 'old' }, other, {
      ...source,
      title: 'new',
    })
    expect(processed).toBe(3)
    expect(records).toMatchObject([{ sourceId: 'c-18' }, { sourceId: 'c-17', title: 'new' }])
  })

  it('leave a good one in place when the later one is refused', async () => {
    const { records, errors } = await accept(source, { ...source, title: 7 })
    expect(records).toMatchObject([{ sourceId: 'c-17' }])
    expect(errors.map(({ index }) => index)).toEqual([1])
  })
})

describe('a record that is refused', () => {
  const cases: [what: string, record: unknown, where: string, remedy: string][] = [
    ['nothing', null, '', 'must be an object'],
    ['a list', [], 'kind', 'is required'],
    ['another kind', { kind: 'extraction' }, 'kind', 'must be one of'],
    ['an unknown key', { ...source, owner: 'x' }, 'owner', 'is not a known field'],
    [
      'an unknown key inside',
      { ...source, participants: [{ mail: 'x' }] },
      'participants[0].mail',
      'known field',
    ],
    ['an unknown source type', { ...source, sourceType: 'FAX' }, 'sourceType', 'must be one of CALL'],
    ['no id', { ...source, sourceId: ' ' }, 'sourceId', 'must not be empty'],
    ['a time without a zone', { ...source, occurredAt: '2026-06-01T12:30:00' }, 'occurredAt', 'with a zone'],
    [
      'a day that is none',
      { ...source, occurredAt: '2026-02-30T00:00:00Z' },
      'occurredAt',
      'a day that exists',
    ],
    [
      'a time before 1970',
      { ...source, occurredAt: '1969-12-31T23:59:59Z' },
      'occurredAt',
      'between 1970 and 2036',
    ],
    [
      'a time far ahead',
      { ...source, occurredAt: '2036-06-15T12:00:01Z' },
      'occurredAt',
      'between 1970 and 2036',
    ],
    ['a text too long', { ...source, text: 'x'.repeat(1_000_001) }, 'text', 'at most 1000000 characters'],
    [
      'a free part too large',
      { ...source, record: { a: 'x'.repeat(1_000_001) } },
      'record',
      'at most 1000000 bytes',
    ],
    [
      'a link that runs code',
      { ...source, permalink: 'javascript:alert(1)' },
      'permalink',
      'whole web address',
    ],
    [
      'a participant’s placeholder',
      { ...source, participants: [{ email: 'test@example.com' }] },
      'participants[0].email',
      'placeholder',
    ],
    [
      'an address that is none',
      { ...source, customer: { email: 'jane' } },
      'customer.email',
      'e-mail address',
    ],
    [
      'two ways to the customer',
      { ...source, customer: { id: 'cAcme', domain: 'acme.com' } },
      'customer',
      'exactly one way',
    ],
    ['no way to the customer', { ...source, customer: {} }, 'customer', 'exactly one way'],
    [
      'a forged id',
      { ...source, customer: { id: 'cForged' } },
      'customer.id',
      'names no customer of this organization',
    ],
    [
      'a placeholder for an id',
      { ...fact, customer: { customerId: 'undefined' } },
      'customer.customerId',
      'placeholder',
    ],
    [
      'a free-mail domain',
      { ...fact, customer: { domain: 'gmail.com' } },
      'customer.domain',
      'give customerId instead',
    ],
    ['no evidence', { ...fact, evidence: [] }, 'evidence', 'must not be empty'],
    [
      'an empty quote',
      { ...fact, evidence: [{ ...evidence[0], quote: '' }] },
      'evidence[0].quote',
      'must not be empty',
    ],
    ['too much evidence', { ...fact, evidence: Array(51).fill(evidence[0]) }, 'evidence', 'at most 50 items'],
    ['too sure', { ...fact, confidence: 1.1 }, 'confidence', 'at most 1'],
    ['a type of our own facts', { ...fact, factType: 'QUIET_ACCOUNT' }, 'factType', 'must be one of'],
    [
      'a customer without a key',
      { kind: 'customer', name: 'Acme' },
      'customerId',
      'is required when there is no domain',
    ],
    ['a fact whose id breaks lists', { ...fact, factId: 'f\u001f1' }, 'factId', 'control characters'],
    ['a free-mail company', { kind: 'customer', domain: 'web.de' }, 'domain', 'no company’s domain'],
    ['a domain that is none', { kind: 'customer', domain: 'acme' }, 'domain', 'must be a domain'],
    ['a nested trait', { kind: 'customer', domain: 'acme.com', traits: { a: {} } }, 'traits.a', 'flatten'],
    ['a user without a key', { kind: 'user', name: 'Jane' }, 'email', 'is required when there is no userId'],
    ['a user of a person', { ...user, customer: { id: 'cJane' } }, 'customer.id', 'belongs to no company'],
    [
      'a user of a nameless person',
      { ...user, customer: { id: 'cNobody' } },
      'customer.id',
      'belongs to no company',
    ],
    [
      'a user of a free-mailer',
      { ...user, customer: { email: 'jane@gmail.com' } },
      'customer.email',
      'belongs to no company',
    ],
    ['a member without a name', { kind: 'member', email: 'sam@team.example' }, 'name', 'is required'],
    ['parts of a cent', { ...revenue, mrrCents: 0.5 }, 'mrrCents', 'whole number'],
    ['a negative price', { ...revenue, mrrCents: -1 }, 'mrrCents', 'at least 0'],
    ['more money than counts', { ...revenue, mrrCents: 2 ** 53 }, 'mrrCents', 'at most 9007199254740991'],
    ['a date in words', { ...revenue, date: '1 June' }, 'date', 'must be a date'],
    ['a day that is none', { ...revenue, date: '2026-02-29' }, 'date', 'a day that exists'],
    ['a day far ahead', { ...revenue, date: '2036-06-16' }, 'date', 'between 1970 and 2036'],
    ['a currency that is none', { ...revenue, currency: '€' }, 'currency', 'ISO 4217'],
  ]
  it.each(cases)('%s: is told where and what to do', async (_what, record, where, remedy) => {
    const message = await refused(record)
    expect(message).toContain(where === '' ? 'records[0] ' : `records[0].${where} `)
    expect(message).toContain(remedy)
  })

  it('with a NUL or half a character is taken, with U+FFFD in its place', async () => {
    const { records, errors } = await accept({
      ...source,
      text: 'a\0b',
      title: 'x\ud800',
      record: { a: ['\0'] },
    })
    expect(errors).toEqual([])
    expect(records[0]).toMatchObject({ text: 'a\ufffdb', title: 'x\ufffd', record: { a: ['\ufffd'] } })
  })

  it('is told one fault at a time, in the order of the body, and harms no other', async () => {
    const { records, processed, errors } = await accept(
      { ...source, customer: { id: 'cForged' } },
      source,
      { kind: 'nothing', twice: true },
      fact,
    )
    expect(records).toHaveLength(2)
    expect(processed).toBe(2)
    expect(errors.map(({ index, path }) => [index, path])).toEqual([
      [0, ['records', 0, 'customer', 'id']],
      [2, ['records', 2, 'kind']],
    ])
  })

  it('names a number that no number can be', async () => {
    const traits = JSON.parse('{"sum":1e400}') as object
    expect(await refused({ ...user, traits })).toContain('traits.sum must be a string, a finite number')
  })

  it('never repeats what it holds', async () => {
    expect(await refused({ ...source, title: 'secret'.repeat(1_000) })).not.toContain('secret')
  })
})

describe('whatever comes', () => {
  const text = fc.string({ unit: 'binary', maxLength: 40 })
  const anyOf = (...values: unknown[]) =>
    fc.oneof(...values.map((value) => fc.constant(value)), fc.anything())
  const anything = fc.record(
    {
      kind: fc.constantFrom('source', 'fact', 'customer', 'user', 'member', 'revenue', 'other'),
      sourceType: anyOf('CALL', 'crm'),
      sourceId: fc.oneof(text, fc.anything()),
      factId: text,
      occurredAt: anyOf('2026-06-01T12:30:00Z', '9999-01-01T00:00:00Z'),
      date: anyOf('2026-06-01', '0001-01-01'),
      customer: anyOf({ id: 'cAcme' }, { id: 'x' }, { domain: 'acme.com' }, { email: 'a@b.co' }),
      customerId: fc.oneof(text, fc.anything()),
      email: anyOf('jane@acme.com', 'test@test.com'),
      domain: anyOf('acme.com', 'gmail.com'),
      name: text,
      mrrCents: fc.oneof(fc.integer(), fc.anything()),
      evidence: anyOf(evidence),
      assertion: text,
      record: fc.anything(),
    },
    { requiredKeys: ['kind'] },
  )

  it('each record is either taken or refused, none throws, and what is taken can be stored', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(anything, fc.anything()), { maxLength: 20 }), async (candidates) => {
        const { records, processed, errors } = await acceptRecords(candidates, {
          now,
          resolveCustomerKeys: async () => known,
        })
        expect(processed + errors.length).toBe(candidates.length)
        expect(records.length).toBeLessThanOrEqual(processed)
        for (const record of records) {
          const written = JSON.stringify(record)
          expect(written).not.toMatch(/\\u0000|\\ud[89ab]/)
          expect(JSON.parse(written)).toMatchObject({ kind: record.kind })
        }
      }),
      { numRuns: 300 },
    )
  })

  it('what was taken once is taken again, and stored the same', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anything, { maxLength: 10 }), async (candidates) => {
        const first = await accept(...candidates)
        const again = await accept(...candidates, ...candidates)
        expect(again.records).toEqual(first.records)
        expect(again.processed).toBe(2 * first.processed)
      }),
      { numRuns: 200 },
    )
  })

  it('the bound on a body is what the contract says', () => {
    expect(limits.records).toMatchObject({ recordsPerRequest: 1_000, bodyBytes: 8 * 1024 * 1024 })
  })
})
