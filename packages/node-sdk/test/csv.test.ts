import {
  createServer,
  type CustomerIntelServer,
  defineOrganization,
  memoryStore,
} from '@customer-intel/server'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { importLines, openCsv, type Refusal } from '../src/csv.ts'
import { CustomerIntel } from '../src/index.ts'

let server: CustomerIntelServer
let client: CustomerIntel
const organization = defineOrganization({ name: 'Acme' })
beforeAll(async () => {
  server = createServer({ store: memoryStore(), logger: { warn: () => undefined, error: () => undefined } })
  await server.workspaces.createOrganization(organization.document.organization, organization.document)
  const { url } = await server.listen({ port: 0 })
  client = new CustomerIntel({ apiKey: organization.apiKey, baseUrl: url })
})
afterAll(() => server.close())

/** Bytes of a text, cut where it hurts. */
async function* piecesOf(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

it('a table that is stopped anywhere and gone on with is brought whole, each row once, refusals by line', async () => {
  const rows = Array.from({ length: 4_500 }, (_, at) =>
    at % 1_500 === 7 ? `"Two\nlines ${at}",no domain` : `Company ${at},company-${at}.example`,
  )
  const text = `Name,Domain\n${rows.join('\n')}`
  const { plan, lines } = await openCsv(() => piecesOf(text, 997), { kind: 'customer' })
  expect(plan).toMatchObject({ rows: 4_500, problems: [] })
  const refused: Refusal[] = []
  const onRefused = (refusal: Refusal) => refused.push(refusal)
  const stop = new AbortController()
  let far = { processed: 0, refused: 0, known: 0, line: 0 }
  await expect(
    importLines(client, lines(), {
      signal: stop.signal,
      onRefused,
      onProgress: (so) => {
        far = so
        if (so.processed >= 1_900) stop.abort()
      },
    }),
  ).rejects.toThrow()
  const rest = await importLines(client, lines(), { afterLine: far.line, onRefused })
  expect([far.processed + rest.processed, far.refused + rest.refused]).toEqual([4_497, 3])
  expect(refused.map(({ line }) => line)).toEqual([9, 1_510, 3_011])
  // A busy machine's answers may be from a moment before.
  const counted = async () => (await client.tools.query({ sql: 'select count(*) as n from customers' })).data
  await expect.poll(counted).toEqual([{ n: 4_497 }])
})

const texts = fc.string({ unit: 'grapheme', maxLength: 12 }).filter((text) => !text.includes('\0'))

it('whatever cells hold arrives as it stands in them, wherever the bytes are cut', async () => {
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`
  await fc.assert(
    fc.asyncProperty(
      fc.array(texts, { minLength: 1, maxLength: 20 }),
      fc.integer({ min: 1, max: 50 }),
      async (names, size) => {
        const text = `id,title\n${names.map((name, at) => `id-${at},${cell(`a${name}b`)}`).join('\r\n')}`
        const options = { kind: 'opportunity', map: { id: 'sourceId', title: 'title' } } as const
        const { lines } = await openCsv(() => piecesOf(text, size), { ...options, delimiter: ',' })
        const read: unknown[] = []
        for await (const one of lines())
          read.push('record' in one ? (one.record as { title: string }).title : one)
        expect(read).toEqual(names.map((name) => `a${name}b`))
      },
    ),
    { numRuns: 40 },
  )
})

it('what no request takes is found among the others, and lines before a given one are left alone', async () => {
  async function* lines() {
    yield { line: 1, record: { kind: 'customer', domain: 'first.example' } }
    yield {
      line: 2,
      record: { kind: 'customer', domain: 'second.example', traits: { deep: 'x'.repeat(2_000_000) } },
    }
    yield { line: 3, record: 'no object' }
    yield { line: 4, message: 'is no row' }
    yield { line: 5, record: { kind: 'customer', domain: 'fifth.example' } }
  }
  const refused: number[] = []
  const onRefused = ({ line }: Refusal) => refused.push(line)
  const dryRun = true
  const whole = await importLines(client, lines(), { dryRun, onRefused })
  expect(whole).toEqual({ processed: 2, refused: 3, known: 0, line: 5 })
  expect(refused.toSorted((left, right) => left - right)).toEqual([2, 3, 4])
  expect(await importLines(client, lines(), { dryRun, afterLine: 4 })).toEqual({
    processed: 1,
    refused: 0,
    known: 0,
    line: 5,
  })
})
