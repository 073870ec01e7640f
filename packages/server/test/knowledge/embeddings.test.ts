import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createDocumentEmbedder } from '../../src/search/embed-documents.ts'
import { createEmbeddings, createQueryEmbedder } from '../../src/search/embeddings.ts'
import { searchArtifacts } from '../../src/search/search-artifacts.ts'
import type { SourceRecord } from '../../src/kernel/log/record.ts'
import { createSqlSearchReads } from '../../src/search/search-reads.ts'
import type { SearchReads } from '../../src/search/search-read-types.ts'
import { openProjected, type Projected } from '../support/projected.ts'

let projected: Projected
let reads: SearchReads
let server: Server
let baseUrl: string
/** What the endpoint was asked, and how it answers. */
let requests: { authorization: string | undefined; model: string; input: string[] }[]
let answer: (texts: string[]) => { status: number; body: unknown }

/** Texts about leaving point one way, and all others the other way: enough to tell meaning from words. */
const vectorOf = (text: string) => (/leav|churn|cancel|going elsewhere/i.test(text) ? [1, 0.1] : [0.1, 1])
const vectors = (texts: string[]) => ({
  status: 200,
  body: { data: texts.map((text, index) => ({ index, embedding: vectorOf(text) })) },
})

beforeEach(async () => {
  projected = await openProjected()
  reads = createSqlSearchReads(projected.database)
  requests = []
  answer = vectors
  server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (text: string) => (body += text))
    request.on('end', () => {
      const { model, input } = JSON.parse(body) as { model: string; input: string[] }
      requests.push({ authorization: request.headers.authorization, model, input })
      const { status, body: answered } = answer(input)
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answered))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/`
})

afterEach(async () => {
  server.closeAllConnections()
  server.close()
  await projected.close()
})

const embeddings = (model = 'small') => createEmbeddings({ baseUrl, apiKey: 'secret', model })

async function bring(...texts: [id: string, text: string][]): Promise<void> {
  const records = texts.map(([sourceId, text]): SourceRecord => ({
    kind: 'source',
    sourceType: 'CALL',
    sourceId,
    occurredAt: 0,
    text,
  }))
  await projected.apply([{ kind: 'records', receivedAt: 0, records }])
}

const count = async () =>
  (await projected.rows<{ model: string }>('select model from search_vectors')).map(({ model }) => model)

/** Embeds what there is. */
const embedAll = (model = 'small') =>
  createDocumentEmbedder(embeddings(model))({ readModels: reads }, new AbortController().signal)

async function found(query: string, warnings: string[] = []): Promise<string[]> {
  const embedQuery = createQueryEmbedder(embeddings(), {
    clock: Date.now,
    warn: (message) => warnings.push(message),
  })
  const { artifacts } = await searchArtifacts(reads, query, { filter: {}, limit: 10, embedQuery })
  return artifacts.map(({ artifact }) => artifact.slice(artifact.indexOf(':') + 1))
}

describe('With an embeddings endpoint', () => {
  test('a search finds what is meant, in other words, and keeps what the words find', async () => {
    await bring(
      ['leaving', 'They are going elsewhere next year.'],
      ['weather', 'The weather was nice.'],
      ['churn', 'Churn is a word in this text.'],
    )
    await embedAll()
    const results = await found('churn')
    expect(results.slice(0, 2)).toEqual(['churn', 'leaving'])
    expect(requests[0]).toMatchObject({ authorization: 'Bearer secret', model: 'small' })
  })

  test('customers are grouped by what the words and what the meaning find; the total counts the words', async () => {
    await bring(
      ['leaving', 'They are going elsewhere next year.'],
      ['churn', 'Churn is a word in this text.'],
      ['again', 'Churn, again.'],
    )
    await embedAll()
    const embedQuery = createQueryEmbedder(embeddings(), { clock: Date.now, warn: () => undefined })
    const options = { filter: {}, limit: 10, embedQuery }
    const { artifacts, total } = await searchArtifacts(reads, 'churn', options)
    expect(artifacts.map(({ artifact }) => artifact)).toContain('CALL:leaving')
    expect(total).toBe(2)
    const grouped = await searchArtifacts(reads, 'churn', { ...options, byCustomer: true })
    expect(grouped.artifacts).toHaveLength(1)
    expect(grouped.customers!.totalOf(grouped.artifacts[0]!.document)).toBe(2)
  })

  test('what was made is kept, and only what is missing is made', async () => {
    await bring(['a', 'One.'], ['b', 'Two.'])
    await embedAll()
    await bring(['c', 'Three.'], ['a', 'One.'])
    await embedAll()
    expect(requests.flatMap(({ input }) => input)).toEqual(['Two.', 'One.', 'Three.'])
    expect(await count()).toHaveLength(3)
  })

  test('another model embeds everything again', async () => {
    await bring(['a', 'One.'])
    await embedAll()
    await embedAll('large')
    expect(await count()).toEqual(['large'])
  })

  test('a failing endpoint is asked again, and searches go by words meanwhile', async () => {
    await bring(['a', 'Churn it is.'])
    let failing = true
    answer = (texts) => (failing ? { status: 503, body: {} } : vectors(texts))
    const warnings: string[] = []
    expect(await found('churn', warnings)).toEqual(['a'])
    expect(warnings).toEqual([
      'A query was searched by its words alone: the embeddings endpoint answered 503',
    ])
    await expect(embedAll()).rejects.toThrow('the embeddings endpoint answered 503')
    failing = false
    await embedAll()
    expect(await count()).toHaveLength(1)
  })

  test.each([
    ['no vectors', { data: [] }],
    ['something else', { error: 'no' }],
    ['vectors without numbers', { data: [{ index: 0, embedding: ['x'] }] }],
  ])('an answer with %s is none', async (_, body) => {
    answer = () => ({ status: 200, body })
    await expect(embeddings().embed(['x'], AbortSignal.timeout(30_000))).rejects.toThrow(
      /^the embeddings endpoint /,
    )
  })

  test('a phrase asks for these words, and for nothing like them', async () => {
    await bring(['leaving', 'They are going elsewhere.'], ['churn', 'About churn rates.'])
    await embedAll()
    expect(await found('"churn rates"')).toEqual(['churn'])
  })
})
