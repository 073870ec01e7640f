import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { callTool } from './support/ask.ts'
import type { Case, CaseContext } from './support/case.ts'
import { ndcg } from './support/ndcg.ts'
import { percentile } from './support/percentile.ts'
import { createRandom, type Random } from './support/random.ts'
import { apiKey, freePort, type RunningServer, startServer } from './support/server-program.ts'
import { startStandInEmbeddings } from './support/stand-in-embeddings.ts'
import { figure } from './support/table.ts'
import { waitUntil } from './support/wait-until.ts'

const fullSize = 100_000
const customers = 2_000
const types = ['CALL', 'EMAIL', 'SUPPORT_TICKET', 'CHAT']
const day = 86_400_000

interface SearchAnswer {
  results: { kind: string; sourceId: string }[]
}

/** Bringing in a large corpus, searching it over HTTP, and how good the ranking is on a small labelled set. */
export const search: Case = async (context) => {
  const rows = [...(await measureSpeed(context)), ...(await measureQuality(context))]
  return {
    title: 'Search',
    about: `${(fullSize * context.scale).toLocaleString('en-US')} sources of 1 KB of ${customers.toLocaleString('en-US')} customers over two years, one reader, POST /api/tools/call. nDCG@10 on the labelled set in bench/search-set. “Hybrid” joins the vectors of a stand-in without a model: it shows that the two rankings are joined, not how well a real model finds what is meant. The floor is a tool call that reads one small table, asked in turns with the search.`,
    columns: ['What', 'Median', 'p95', 'Floor', 'Times the floor'],
    rows,
  }
}

async function measureSpeed(context: CaseContext): Promise<string[][]> {
  const size = Math.round(fullSize * context.scale)
  const random = createRandom(7)
  const words = createVocabulary(random)
  const dataDirectory = join(context.scratch, 'search')
  mkdirSync(dataDirectory, { recursive: true })
  const server = await startServer(context.command, { dataDirectory, port: await freePort() })
  const begun = performance.now()
  for (let from = 0; from < size; from += 1_000) {
    await bring(
      server,
      Array.from({ length: Math.min(1_000, size - from) }, (_, index) =>
        createSource(random, words, from + index, size),
      ),
    )
  }
  const last = { ...createSource(random, words, size, size), text: 'The word is xylophone.' }
  await bring(server, [last])
  await untilFound(server, 'xylophone', last.sourceId, 1_200_000)
  const seconds = (performance.now() - begun) / 1_000
  context.log(`brought in ${size} sources in ${seconds.toFixed(0)} s`)
  const rows = [['sources brought in and searchable, a second', figure(size / seconds), '', '', '']]
  const since = new Date(Date.now() - 365 * day).toISOString()
  const questions: [string, (index: number) => object][] = [
    [
      'three words, by customer, types and time',
      (index) => ({
        query: threeWords(random, words),
        customer: domainOf(index),
        sourceTypes: ['CALL', 'EMAIL'],
        after: since,
      }),
    ],
    [
      'three words, one of them in every second text',
      () => ({ query: `${words[0]} ${threeWords(random, words)}` }),
    ],
    ['three words, all sources', () => ({ query: threeWords(random, words) })],
    ['a mistyped word, all sources', () => ({ query: mistype(rare(random, words)) })],
    ['a phrase, all sources', () => ({ query: `"${rare(random, words)} ${rare(random, words)}"` })],
  ]
  for (const [name, input] of questions) {
    const times: number[] = []
    const floors: number[] = []
    for (let index = -5; index < 60; index++) {
      const asked = performance.now()
      await callTool(server, 'svc_search_customer_context', input(Math.abs(index)))
      const answered = performance.now()
      await callTool(server, 'svc_list_workspace_users', {})
      if (index < 0) continue
      times.push(answered - asked)
      floors.push(performance.now() - answered)
    }
    const median = percentile(times, 0.5)
    const floor = percentile(floors, 0.5)
    const p95 = figure(percentile(times, 0.95), 'ms')
    rows.push([name, figure(median, 'ms'), p95, figure(floor, 'ms'), (median / floor).toFixed(1)])
    context.log(rows.at(-1)!.join(' · '))
  }
  const delays: number[] = []
  for (let index = 0; index < 20; index++) {
    const source = {
      ...createSource(random, words, size + 1 + index, size),
      text: `Only here: zyx${index}q.`,
    }
    const sent = performance.now()
    await bring(server, [source])
    await untilFound(server, `zyx${index}q`, source.sourceId)
    delays.push(performance.now() - sent)
  }
  rows.push([
    'from sending a source until it is found',
    figure(percentile(delays, 0.5), 'ms'),
    figure(percentile(delays, 0.95), 'ms'),
    '',
    '',
  ])
  await server.stop()
  return rows
}

async function measureQuality(context: CaseContext): Promise<string[][]> {
  const documents = readSet<{ id: string; sourceType: string; title: string; text: string }>('documents')
  const queries = readSet<{ query: string; kind: string; relevant: Record<string, number> }>('queries')
  const standIn = await startStandInEmbeddings()
  const lexical = await rank('lexical', {})
  const hybrid = await rank('hybrid', {
    SVC_EMBEDDINGS_BASE_URL: standIn.baseUrl,
    SVC_EMBEDDINGS_MODEL: standIn.model,
  })
  await standIn.close()
  const kinds = ['all', ...new Set(queries.map(({ kind }) => kind))]
  return kinds.flatMap((kind) =>
    [['lexical', lexical] as const, ['hybrid, stand-in', hybrid] as const].map(([name, rankings]) => {
      const scores = queries.flatMap((query, index) =>
        kind === 'all' || query.kind === kind ? [ndcg(rankings[index]!, query.relevant)] : [],
      )
      const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length
      return [`nDCG@10, ${kind} (${scores.length} queries), ${name}`, mean.toFixed(2), '', '', '']
    }),
  )

  async function rank(name: string, environment: Record<string, string>): Promise<string[][]> {
    const dataDirectory = join(context.scratch, `search-${name}`)
    mkdirSync(dataDirectory, { recursive: true })
    const server = await startServer(context.command, { dataDirectory, port: await freePort(), environment })
    await bring(
      server,
      documents.map(({ id, ...document }) => ({ ...toSource(id), ...document })),
    )
    const first = documents[0]!
    await untilFound(server, first.title, first.id)
    // A query that no word answers: found once the vectors are there.
    if (name === 'hybrid') await untilFound(server, 'churn', first.id)
    const rankings: string[][] = []
    for (const { query } of queries) {
      const { results } = await ask(server, query, 10)
      rankings.push(results.map(({ sourceId }) => sourceId))
    }
    await server.stop()
    return rankings
  }
}

function readSet<Item>(name: string): Item[] {
  return JSON.parse(readFileSync(new URL(`search-set/${name}.json`, import.meta.url), 'utf8')) as Item[]
}

function ask(server: RunningServer, query: string, topK: number): Promise<SearchAnswer> {
  return callTool<SearchAnswer>(server, 'svc_search_customer_context', { query, topK })
}

async function untilFound(
  server: RunningServer,
  query: string,
  sourceId: string,
  timeoutMs?: number,
): Promise<void> {
  await waitUntil(
    `${sourceId} to be found by ${query}`,
    async () => (await ask(server, query, 50)).results.some((result) => result.sourceId === sourceId),
    { everyMs: 5, ...(timeoutMs === undefined ? {} : { timeoutMs }) },
  )
}

async function bring(server: RunningServer, records: object[]): Promise<void> {
  const response = await fetch(`${server.url}/api/records`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ records }),
  })
  if (response.status !== 200)
    throw new Error(`/api/records answered ${response.status}: ${await response.text()}`)
}

function toSource(sourceId: string) {
  return {
    kind: 'source',
    sourceType: 'CALL',
    sourceId,
    occurredAt: new Date().toISOString(),
    customer: { domain: domainOf(0) },
    title: '',
    text: '',
  }
}

function createSource(random: Random, words: readonly string[], index: number, size: number) {
  let text = ''
  while (text.length < 1_000) text += `${random.below(5) < 2 ? random.pick(glue) : rare(random, words)} `
  return {
    ...toSource(`s-${index}`),
    sourceType: types[index % types.length]!,
    occurredAt: new Date(Date.now() - 730 * day + (730 * day * index) / (size + 1_000)).toISOString(),
    customer: { domain: domainOf(random.skewed(customers)) },
    title: `${rare(random, words)} ${rare(random, words)}`,
    text: `${index % 2 === 0 ? words[0] : ''} ${text}`,
  }
}

function domainOf(customer: number): string {
  return `company-${customer}.example`
}

const glue = [
  'the',
  'of',
  'and',
  'to',
  'in',
  'we',
  'you',
  'is',
  'that',
  'for',
  'it',
  'with',
  'are',
  'this',
  'they',
]
const syllables = 'ba ce di fo gu ha ke li mo nu pa re si to vu wa ze cra ble tri sto'.split(' ')

/** Made-up words, the first the most common ones. */
function createVocabulary(random: Random): string[] {
  const words = new Set<string>()
  while (words.size < 30_000) {
    words.add(Array.from({ length: 2 + random.below(3) }, () => random.pick(syllables)).join(''))
  }
  return [...words]
}

/** As words of a language come: the tenth most common a tenth as often as the first. */
function rare(random: Random, words: readonly string[]): string {
  return words[Math.floor(words.length ** (random.integer() / 2 ** 32)) % words.length]!
}

/** What somebody searches for: not the hundred most common words. */
function threeWords(random: Random, words: readonly string[]): string {
  return Array.from({ length: 3 }, () => words[100 + random.skewed(words.length - 100)]!).join(' ')
}

function mistype(word: string): string {
  return `${word.slice(0, 2)}${word.slice(3)}`
}
