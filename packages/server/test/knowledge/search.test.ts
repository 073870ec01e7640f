import type { SearchCustomerContextInput, SourceSearchResult } from '@customer-intel/contract'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { FactRecord, RecordsRecord, StoredRecord } from '../../src/kernel/log/record.ts'
import { eachPosting } from '../../src/search/postings.ts'
import { openProjected, type Projected } from '../support/projected.ts'
import { createSource as source, findProjected, searchProjected } from '../support/search-projected.ts'

const day = (n: number) => Date.UTC(2026, 0, 1) + n * 86_400_000

let projected: Projected
beforeEach(async () => {
  projected = await openProjected()
})
afterEach(() => projected.close())

function records(...list: StoredRecord[]): RecordsRecord {
  return { kind: 'records', receivedAt: day(100), records: list }
}

function fact(factId: string, assertion: string, rest: Partial<FactRecord> = {}): FactRecord {
  return {
    kind: 'fact',
    factId,
    origin: 'stated',
    assertion,
    customer: { domain: 'acme.com' },
    evidence: [{ sourceType: 'EMAIL', sourceId: 'e-1', quote: 'the seats' }],
    ...rest,
  }
}

const search = (input: SearchCustomerContextInput) => searchProjected(projected, input)
const found = (query: string, rest: Partial<SearchCustomerContextInput> = {}) =>
  findProjected(projected, query, rest)

/** What the index holds: which document has which term, and whether that lies merged. */
async function listPostings(): Promise<{ term: number; document: number; merged: boolean }[]> {
  const rows = await projected.rows<{ term: number; postings: string; merged: boolean }>(
    `select term, postings, true as merged from search_postings
    union all select term, postings, false from search_recent`,
  )
  return rows.flatMap(({ term, postings, merged }) => {
    const documents: number[] = []
    eachPosting(postings, (document) => documents.push(document))
    return documents.map((document) => ({ term, document, merged }))
  })
}

describe('Searching by words', () => {
  test('finds other forms of a word, in the language of the text', async () => {
    await projected.apply([
      records(
        source('en', 'The customer said that they are going to cancel all of their contracts in May.'),
        source('de', 'Der Kunde hat uns gesagt, dass er die Verträge mit uns kündigen will.'),
        source('fr', 'Le client nous a dit que les réunions avec son équipe sont annulées.'),
        source('ru', 'Клиент сказал, что они хотят отменить все счета за этот год.'),
      ),
    ])
    expect(await found('cancelling a contract')).toEqual(['en'])
    expect(await found('Vertrag Kündigung')).toEqual(['de'])
    expect(await found('reunion annulée')).toEqual(['fr'])
    expect(await found('счёт')).toEqual(['ru'])
    expect(await found('счетами')).toEqual(['ru'])
  })

  test('finds pairs of characters where a script has no blanks, and numbers in any language', async () => {
    await projected.apply([
      records(
        source('zh', '客户说他们要取消合同。'),
        source('ja', '来月の請求書について質問があります。'),
        source('en', 'The invoice 4711 is not right and we have told you about it.'),
      ),
    ])
    expect(await found('合同')).toEqual(['zh'])
    expect(await found('請求書')).toEqual(['ja'])
    expect(await found('4711')).toEqual(['en'])
  })

  test('ranks by how rare a word is, how often it stands there, and whether in the title', async () => {
    const filler = 'We spoke about the weather and about the people in the office for a long time.'
    await projected.apply([
      records(
        source('once', `${filler} Then about migration.`),
        source('often', `${filler} Migration, migration, migration.`),
        source('title', filler, { title: 'Migration' }),
        ...Array.from({ length: 20 }, (_, index) => source(`other-${index}`, `${filler} Office ${index}.`)),
      ),
    ])
    expect((await found('migration'))[2]).toBe('once')
    expect((await found('office migration')).slice(0, 3).sort()).toEqual(['often', 'once', 'title'])
  })

  test('finds what was meant by a mistyped word, and prefers the right one', async () => {
    await projected.apply([
      records(
        source('right', 'They asked for an integration with the warehouse.'),
        source('near', 'They asked about the interpretation of the contract.'),
      ),
    ])
    expect((await found('integartion'))[0]).toBe('right')
    expect(await found('warehosue')).toEqual(['right'])
    expect(await found('integration')).toEqual(['right'])
    expect(await found('zzz')).toEqual([])
  })

  test('takes words in quotation marks as they stand', async () => {
    await projected.apply([
      records(
        source('phrase', 'We want single sign-on for the whole team.'),
        source('words', 'A single person can sign here, on the line.'),
      ),
    ])
    expect((await found('single sign on')).toSorted()).toEqual(['phrase', 'words'])
    expect(await found('"single sign on"')).toEqual(['phrase'])
    expect(await found('“SINGLE SIGN ON” team')).toEqual(['phrase'])
    expect(await found('"sign single"')).toEqual([])
  })

  test('answers with one result an artifact, and quotes the places at most twice', async () => {
    const text = `${'Nothing here. '.repeat(40)}The renewal is near. ${'Nothing here. '.repeat(40)}A renewal it is. ${'Nothing here. '.repeat(40)}Renewals again.`
    await projected.apply([
      records(source('long', text, { title: 'Talk', permalink: 'https://calls.example/1' })),
    ])
    const { results } = await search({ query: 'renewal' })
    expect(results).toHaveLength(1)
    const [result] = results as SourceSearchResult[]
    expect(result).toMatchObject({
      kind: 'source',
      sourceType: 'CALL',
      sourceId: 'long',
      title: 'Talk',
      permalink: 'https://calls.example/1',
      occurredAt: new Date(day(10)).toISOString(),
      matchCount: 3,
    })
    expect(result!.matches).toHaveLength(2)
    expect(result!.matches[0]!.text).toMatch(/^… .*The renewal is near\..* …$/)
    expect(result!.matches[1]!.text).toContain('A renewal it is.')
  })

  test('quotes from the middle of a text of a million characters', async () => {
    const text = `${'lorem ipsum '.repeat(42_000)}the warehouse burned down ${'lorem ipsum '.repeat(40_000)}`
    await projected.apply([records(source('huge', text))])
    const { results } = await search({ query: 'warehouse' })
    expect((results[0] as SourceSearchResult).matches[0]!.text).toContain('the warehouse burned down')
  })

  test('names the customer and the people of each result', async () => {
    await projected.apply([
      records(
        { kind: 'member', email: 'sam@team.example', name: 'Sam Poe' },
        source('c-1', 'They will double the seats.', {
          participants: [
            { email: 'sam@team.example', name: 'Sam Poe', role: 'host' },
            { email: 'jane@acme.com', name: 'Jane Roe', role: 'guest' },
          ],
        }),
        fact('f-1', 'Globex wants more seats', { customer: { domain: 'globex.com' } }),
      ),
    ])
    const { results } = await search({ query: 'seats' })
    expect(results.find(({ kind }) => kind === 'source')).toMatchObject({
      customer: { domain: 'acme.com' },
      participants: [
        { email: 'sam@team.example', name: 'Sam Poe', affiliation: 'internal' },
        { email: 'jane@acme.com', name: 'Jane Roe', affiliation: 'external' },
      ],
    })
    expect(results.find(({ kind }) => kind === 'fact')).toMatchObject({
      fact: { customer: { domain: 'globex.com' } },
    })
  })

  test('a result by one weak word says so, and comes behind the others', async () => {
    await projected.apply([
      records(
        source(
          'both',
          `The export to the data warehouse failed. ${'We talked about many things. '.repeat(3)}`,
        ),
        source('export', 'The export, the export and the export again.', { title: 'Export' }),
        source('warehouse', 'Our warehouse is near the town.'),
        source('another', 'The export is fine.'),
        source('neither', 'Lunch.'),
      ),
    ])
    const { results, total, weakTotal } = await search({ query: 'export warehouse', includeWeak: true })
    expect({ total, weakTotal }).toEqual({ total: 4, weakTotal: 2 })
    const shown = (results as SourceSearchResult[]).map(({ sourceId, weak, matchedWords }) => ({
      sourceId,
      weak,
      matchedWords,
    }))
    expect(shown.slice(0, 2).toSorted((a, b) => (a.sourceId < b.sourceId ? -1 : 1))).toEqual([
      { sourceId: 'both', weak: false, matchedWords: ['export', 'warehouse'] },
      { sourceId: 'warehouse', weak: false, matchedWords: ['warehouse'] },
    ])
    expect(shown.slice(2).toSorted((a, b) => (a.sourceId < b.sourceId ? -1 : 1))).toEqual([
      { sourceId: 'another', weak: true, matchedWords: ['export'] },
      { sourceId: 'export', weak: true, matchedWords: ['export'] },
    ])
    const scores = results.map(({ score }) => score)
    expect(scores).toEqual(scores.toSorted((left, right) => right - left))
    const alone = await search({ query: 'export' })
    expect(alone.results.map(({ weak }) => weak)).toEqual([false, false, false])
    const strong = await search({ query: 'export warehouse' })
    expect(strong).toEqual({
      ...(await search({ query: 'export warehouse', includeWeak: true })),
      total: 2,
      results: results.slice(0, 2),
    })
  })

  test('weak results are given where there are no others, and the answer says so', async () => {
    await projected.apply([
      records(source('a', 'Our warehouse is near the town.'), source('b', 'The warehouse is full.')),
    ])
    const { results, total, weakTotal, notes } = await search({ query: 'warehouse zzzzzz' })
    expect(results.map(({ weak }) => weak)).toEqual([true, true])
    expect({ total, weakTotal }).toEqual({ total: 2, weakTotal: 2 })
    expect(notes).toEqual([
      'no source or fact has "zzzzzz", or a similar word',
      'none has more than one of the words, or the telling one: these results are weak',
    ])
  })

  test('a word that says nothing makes a result weak where it is all that is there', async () => {
    const german = 'Der Bericht über the Wochenende ist nicht das, was wir für die Kunden wollten.'
    await projected.apply([
      records(source('german', german), source('english', 'The zebra crossed the road.')),
    ])
    const { results } = await search({ query: 'the zebra', includeWeak: true })
    expect((results as SourceSearchResult[]).map(({ sourceId, weak }) => [sourceId, weak])).toEqual([
      ['english', false],
      ['german', true],
    ])
  })

  test('finds facts beside sources', async () => {
    await projected.apply([
      records(
        source('e-1', 'They will double the seats.', { sourceType: 'EMAIL' }),
        fact('f-1', 'Acme wants to double its seats'),
      ),
    ])
    const { results } = await search({ query: 'doubling seats' })
    expect(results.map(({ kind }) => kind).toSorted()).toEqual(['fact', 'source'])
    expect(results.find(({ kind }) => kind === 'fact')).toMatchObject({
      fact: { id: 'f-1', sourceType: 'EMAIL', sourceId: 'e-1' },
      matchCount: 1,
      matches: [{ text: 'Acme wants to double its seats' }],
    })
  })
})

describe('How much a search finds', () => {
  const said = (id: string, domain: string, text: string) => source(id, text, { customer: { domain } })
  beforeEach(async () => {
    await projected.apply([
      records(
        ...Array.from({ length: 60 }, (_, n) =>
          said(`acme-${n}`, 'acme.com', `They use a competitor, call ${n}.`),
        ),
        said('globex-1', 'globex.com', 'A competitor was named, a competitor indeed, the competitor.'),
        said('globex-2', 'globex.com', 'Lunch.'),
        source('nobody', 'The competitor again.', { customer: undefined }),
        fact('f-1', 'Initech looks at a competitor', { customer: { domain: 'initech.com' } }),
      ),
    ])
  })

  test('is said in total, whatever topK shows', async () => {
    expect(await search({ query: 'competitor', topK: 5 })).toMatchObject({ total: 63, weakTotal: 0 })
    expect(await search({ query: 'competitor', customer: 'acme.com' })).toMatchObject({ total: 60 })
    expect((await search({ query: '"a competitor"' })).total).toBe(62)
    expect((await search({ query: 'competitor' })).notes).toBeUndefined()
  })

  test('is counted by customer, with the best of each', async () => {
    const { results, groups, total, totalCustomers } = await search({
      query: 'competitor',
      groupBy: 'customer',
    })
    expect({ total, totalCustomers }).toEqual({ total: 63, totalCustomers: 3 })
    expect(groups).toHaveLength(4)
    expect(new Map(groups!.map((group) => [group.customer?.domain ?? null, group.total]))).toEqual(
      new Map([
        ['globex.com', 1],
        ['acme.com', 60],
        ['initech.com', 1],
        [null, 1],
      ]),
    )
    const customers = results.map((result) =>
      result.kind === 'fact' ? result.fact.customer : result.customer,
    )
    expect(customers).toEqual(groups!.map(({ customer }) => customer))
    const scores = results.map(({ score }) => score)
    expect(scores).toEqual(scores.toSorted((left, right) => right - left))
    const plain = await search({ query: 'competitor', topK: 1 })
    expect(results[0]).toEqual(plain.results[0])
    expect(plain).not.toHaveProperty('groups')
    const one = await search({ query: 'competitor', groupBy: 'customer', topK: 1 })
    expect(one).toMatchObject({
      total: 63,
      totalCustomers: 3,
      groups: [{ total: expect.any(Number) as number }],
    })
  })

  test('of a phrase is what was looked at, and the answer says what was not', async () => {
    const longer = 'The competitor use is a long story that they never finish to tell us'
    await projected.apply([
      records(...Array.from({ length: 1_000 }, (_, n) => said(`more-${n}`, 'acme.com', `${longer} ${n}.`))),
    ])
    const { total, notes } = await search({ query: '"use a competitor"' })
    expect(total).toBe(60)
    expect(notes).toEqual([
      expect.stringMatching(/^60 more have all words of the phrase and were not looked at/),
    ])
  })

  test.each<[SearchCustomerContextInput, (string | RegExp)[]]>([
    [
      { query: 'rival' },
      ['no source or fact has "rival", or a similar word', /^words are compared, not meanings/],
    ],
    [
      { query: 'competitor', customer: 'initech.com', sourceTypes: ['CHAT'] },
      [
        'sourceTypes ["CHAT"] matches no source or fact',
        'without customer and sourceTypes there are 63',
        /^words/,
      ],
    ],
    [
      { query: 'competitor', after: '2026-05-01T00:00:00Z' },
      [/^after .* matches no/, 'without after there are 63', /^words/],
    ],
    [{ query: 'lunch', customer: 'acme.com' }, ['without customer there are 1', /^words/]],
  ])('is explained where it is nothing: %j', async (input, expected) => {
    const { results, total, notes } = await search(input)
    expect({ results, total }).toEqual({ results: [], total: 0 })
    expect(notes).toEqual(
      expected.map((note) => (typeof note === 'string' ? note : (expect.stringMatching(note) as string))),
    )
  })
})

describe('What a search is narrowed to', () => {
  beforeEach(async () => {
    await projected.apply([
      records(
        source('acme-call', 'About the renewal.'),
        source('acme-mail', 'About the renewal.', { sourceType: 'EMAIL', occurredAt: day(20) }),
        source('globex-call', 'About the renewal.', {
          customer: { domain: 'globex.com' },
          occurredAt: day(30),
        }),
        fact('f-mail', 'The renewal is in doubt', { occurredAt: day(40) }),
      ),
    ])
  })

  test.each<[string, Partial<SearchCustomerContextInput>, string[]]>([
    ['nothing', {}, ['acme-call', 'acme-mail', 'f-mail', 'globex-call']],
    ['a customer', { customer: 'acme.com' }, ['acme-call', 'acme-mail', 'f-mail']],
    ['types of sources', { sourceTypes: ['EMAIL'] }, ['acme-mail', 'f-mail']],
    ['no type', { sourceTypes: [] }, ['acme-call', 'acme-mail', 'f-mail', 'globex-call']],
    ['a time, both ends included', { after: iso(20), before: iso(30) }, ['acme-mail', 'globex-call']],
    ['all of these', { customer: 'acme.com', sourceTypes: ['CALL'], before: iso(20) }, ['acme-call']],
  ])('%s', async (_, input, expected) => {
    expect((await found('renewal', input)).toSorted()).toEqual(expected)
  })

  test('so many results', async () => {
    expect(await found('renewal', { topK: 2 })).toHaveLength(2)
  })

  test('says which customer it was', async () => {
    const { customer } = await search({ query: 'renewal', customer: 'acme.com' })
    expect(customer).toMatchObject({ domain: 'acme.com' })
    expect((await search({ query: 'renewal', customer: null })).customer).toBeNull()
  })
})

function iso(n: number): string {
  return new Date(day(n)).toISOString()
}

describe('The index follows what is brought', () => {
  test('a source that is replaced is found by its new words alone', async () => {
    await projected.apply([records(source('c-1', 'About the warehouse.'))])
    await projected.apply([records(source('c-1', 'About the renewal.'))])
    expect(await found('warehouse')).toEqual([])
    expect(await found('renewal')).toEqual(['c-1'])
  })

  test('a source that moves to another customer, its text the same, is found there', async () => {
    await projected.apply([records(source('c-1', 'About the renewal.'), source('c-2', 'Other.'))])
    await projected.apply([
      records(source('c-1', 'About the renewal.', { customer: { domain: 'globex.com' } })),
    ])
    expect(await found('renewal', { customer: 'globex.com' })).toEqual(['c-1'])
    expect(await found('renewal', { customer: 'acme.com' })).toEqual([])
  })

  test('the latest of equally good results comes first', async () => {
    await projected.apply(
      [records(source('a', 'About the renewal.'))],
      [records(source('b', 'About the renewal.'))],
    )
    expect(await found('renewal')).toEqual(['b', 'a'])
  })

  test('merging postings loses and doubles none, and forgets what is no more', async () => {
    const text = (index: number, letter = 'w') =>
      Array.from({ length: 200 }, (_, word) => `${letter}${(index * 200 + word) % 10_000}`).join(' ')
    const batch = (from: number, more = '', letter = 'w') =>
      records(
        ...Array.from({ length: 250 }, (_, index) =>
          source(`s-${from + index}`, `${text(from + index, letter)}${more}`),
        ),
      )
    const batches = [0, 250, 500, 750, 1_000, 1_250]
    for (const from of batches) await projected.apply([batch(from)])
    for (let version = 1; version <= 3; version++) await projected.apply([batch(0, ` version${version}`)])
    for (let round = 0; (await countGone()) > 0 && round < 20; round++)
      await projected.apply([batch(2_000 + round * 250, '', 'y')])

    const postings = await listPostings()
    expect(postings.filter(({ merged }) => merged).length).toBeGreaterThan(0)
    expect(new Set(postings.map(({ term, document }) => `${term} ${document}`)).size).toBe(postings.length)
    const documents = await projected.rows<{ document: number }>('select document from search_documents')
    expect(new Set(postings.map(({ document }) => document))).toEqual(
      new Set(documents.map(({ document }) => document)),
    )
    const expected = batches
      .flatMap((from) => Array.from({ length: 250 }, (_, index) => from + index))
      .filter((index) => text(index).split(' ').includes('w4242'))
      .map((index) => `s-${index}`)
    const results = await found('w4242', { topK: 50 })
    expect(results.toSorted()).toEqual(expected.toSorted())
    expect(await found('version2')).toEqual([])
  })

  async function countGone(): Promise<number> {
    const [row] = await projected.rows<{ gone: number }>('select count(*) as gone from search_gone')
    return row!.gone
  }
})

describe('Bad input', () => {
  beforeEach(async () => {
    await projected.apply([
      records(source('c-1', 'Robert\'); drop table sources; -- 100% of_it "quoted" the end.')),
    ])
  })

  test.each([
    ['only stop words', 'the of and'],
    ['only punctuation', '?!… ---'],
    ['five hundred quotes', '"'.repeat(500)],
    ['five hundred opened and closed quotes', '"a" '.repeat(500)],
    ['control characters', 'a\u0000b\u001f\u007f\u0085 c'],
    ['half a surrogate pair', 'drop \ud800 \udfff'],
    ['SQL', "'; drop table sources; select * from members where '1'='1"],
    ['patterns', '(.*)+$ [a-z]{1,1000} \\ %_'],
    ['two thousand characters', 'x'.repeat(2_000)],
    ['two thousand characters of short words', 'ab cd ef '.repeat(222)],
    ['five hundred mistyped words', Array.from({ length: 250 }, (_, index) => `quot${index}e`).join(' ')],
    ['emoji and marks without letters', '🙂🙃 \u0301\u0302'],
    ['right-to-left marks', '\u202eabc\u202c'],
  ])('%s are answered', async (_, query) => {
    const outcome = await search({ query }).catch((error: unknown) => error)
    if (outcome instanceof Error) expect(outcome).toMatchObject({ code: 'INVALID_TOOL_INPUT' })
    else expect(outcome).toMatchObject({ customer: null })
    expect(await found('robert')).toEqual(['c-1'])
  })

  test('whatever the query, there is an answer', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', minLength: 2, maxLength: 200 }), async (query) => {
        const outcome = await search({ query }).catch((error: unknown) => error)
        if (outcome instanceof Error) expect(outcome).toMatchObject({ code: 'INVALID_TOOL_INPUT' })
      }),
      { numRuns: 100 },
    )
  })

  test.each([
    [{ query: 'a' }, 'query'],
    [{ query: '  a  ' }, 'query'],
    [{ query: 'x'.repeat(2_001) }, 'query'],
    [{ query: 'renewal', topK: 51 }, 'topK'],
    [{ query: 'renewal', sourceTypes: ['FAX'] }, 'sourceTypes'],
    [{ query: 'renewal', after: '2026-02-01T00:00:00Z', before: '2026-01-01T00:00:00Z' }, 'before'],
  ])('refuses %j and names the field', async (input, field) => {
    await expect(search(input as SearchCustomerContextInput)).rejects.toMatchObject({
      code: 'INVALID_TOOL_INPUT',
      issues: [{ path: expect.arrayContaining([field]) as unknown }],
    })
  })

  test('refuses a customer that there is not', async () => {
    await expect(search({ query: 'renewal', customer: 'nobody' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })
})
