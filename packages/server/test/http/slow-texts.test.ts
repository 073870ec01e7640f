// Whatever text a caller sends, the process that accepts events is busy with it for 100 ms at most.
import { randomBytes } from 'node:crypto'
import { getRoute, type OperationName, operationNames, toolNames, tools } from '@customer-intel/contract'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { memoryStore } from '../../src/drivers/memory/memory-store.ts'
import { openTestServer, type TestServer } from '../support/test-server.ts'

const mostMs = 100

/** Markdown, HTML, JSON, what keeps patterns busy, and what isn't plain in Unicode. */
const seeds = [
  '*a_',
  '**',
  '[',
  '[](',
  '![',
  '`a',
  '> ',
  '- ',
  '1. ',
  '|a',
  '|-|\n',
  '~~a',
  '\\*',
  '[a]: b\n',
  '&amp;',

  '<a>',
  '<',
  '<!--',
  '<p a="',
  '</',
  '&#64;',
  '<script>',
  '<![CDATA[',
  '{"a":',
  '[[',
  '"',
  '\\"',
  '\\u0040',
  '1e9,',

  'a',
  ' ',
  '\n',
  '\t ',
  'a-',
  'a.',
  'a@',
  '@a.',
  '%40',
  '?a=',
  '://a:',
  ';a=',
  'aA1',
  '1-1 ',
  '/*',
  "'--",
  '$1',

  'é',
  '😀',
  'e\u0301',
  '\u202e',
  '\u200d',
  'İ',
  'ß',
  '日本',
]

interface Node {
  type: string
  pipe?: readonly Node[]
  entries?: Record<string, Node>
  options?: readonly unknown[]
  literal?: unknown
  item?: Node
  wrapped?: Node
  requirement?: unknown
  metadata?: { jsonSchema?: object }
}

const samples: unknown[] = [
  '0197a6f0-7d3c-7b1e-9a55-3f0d2c1b4a68',
  'jane@acme.com',
  '2026-06-01T12:30:00Z',
  '2026-06-01',
  'https://acme.com/hook',
  'acme.com',
  'EUR',
  'UTC',
  `whsec_${'A'.repeat(40)}`,
  'a',
  1,
  10,
  100,
  { value: 1, unit: 'day' },
  {},
]

/** Input that a schema takes, with the text repeated to its allowed length in every field that takes it. */
function fill(node: Node, seed: string, turn: number): unknown {
  const schema = node as unknown as v.GenericSchema
  const inner = node.pipe?.[0] ?? node
  const taken = (...values: unknown[]) => [...values, ...samples].find((value) => v.is(schema, value))
  switch (inner.type) {
    case 'object':
    case 'strict_object': {
      const filled = Object.entries(inner.entries!).map(
        ([name, entry]) => [name, fill(entry, seed, turn)] as const,
      )
      const all = Object.fromEntries(filled.filter(([, value]) => value !== undefined))
      if (v.is(schema, all)) return all
      // Some fields exclude each other: those that don't fit the others are skipped.
      const fitting: Record<string, unknown> = {}
      for (const [name, value] of filled) if (inner.entries![name]!.type !== 'optional') fitting[name] = value
      for (const [name, value] of filled)
        if (v.is(schema, { ...fitting, [name]: value })) fitting[name] = value
      return fitting
    }
    case 'optional':
    case 'nullable':
    case 'nullish':
      return fill(inner.wrapped!, seed, turn)
    case 'variant':
    case 'union': {
      const options = inner.options as Node[]
      return fill(options[turn % options.length]!, seed, turn)
    }
    case 'array': {
      const item = fill(inner.item!, seed, turn)
      return taken([item], [])
    }
    case 'string':
      return taken(longest(node, seed), longest(node, seed).slice(0, 100))
    case 'unknown':
    case 'custom': {
      const text = seed.repeat(30_000 / seed.length)
      return taken({ [text.slice(0, 50)]: text }, { text: text.slice(0, 1_000) }, text, ...(node.pipe ?? []))
    }
    case 'literal':
      return inner.literal
    case 'picklist':
      return inner.options![turn % inner.options!.length]
    case 'boolean':
      return true
    default:
      return taken()
  }
}

function longest(node: Node, seed: string): string {
  const bound = node.pipe?.find(({ type }) => type === 'max_length')?.requirement
  const length = Math.min(typeof bound === 'number' ? bound : 100_000, 100_000)
  return seed.repeat(Math.ceil(length / seed.length)).slice(0, length)
}

let server: TestServer
beforeAll(async () => {
  const key = randomBytes(32)
  server = await openTestServer({
    store: memoryStore(),
    secretKeys: async () => [key],
    feedbackPerHour: 0,
  })
  await server.done('POST', '/api/destinations', {
    type: 'WEBHOOK_ENDPOINT',
    url: 'https://hooks.example/',
    label: 'Ops',
    isDefault: true,
  })
})
afterAll(() => server.close())

/** The longest time of the processor without a turn for others, in milliseconds. */
async function longestTurnMs(work: () => Promise<void>): Promise<number> {
  const usedMs = () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1_000
  }
  let longest = 0
  let last = usedMs()
  let isOver = false
  const turn = (): void => {
    const used = usedMs()
    longest = Math.max(longest, used - last)
    last = used
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  await work()
  isOver = true
  turn()
  return longest
}

/** The least of up to five: others want the processor, too. */
async function answerMs(
  path: string,
  method: string,
  body: unknown,
): Promise<{ ms: number; status: number }> {
  const text = body === undefined ? null : JSON.stringify(body)
  let ms = Infinity
  let status = 0
  for (let time = 0; time < 5 && ms > mostMs; time++) {
    const request = new Request(`http://localhost${path}`, {
      method,
      headers: { authorization: `Bearer ${server.apiKey}`, 'content-type': 'application/json' },
      ...(text !== null && { body: text }),
    })
    const taken = await longestTurnMs(async () => {
      const response = await server.server.fetch(request)
      status = response.status
      await response.arrayBuffer()
    })
    ms = Math.min(ms, taken)
  }
  return { ms, status }
}

async function findSlow(path: string, method: string, bodyOf: (seed: string, turn: number) => unknown) {
  const slow: string[] = []
  const statuses = new Set<number>()
  for (const [turn, seed] of seeds.entries()) {
    const { ms, status } = await answerMs(path, method, bodyOf(seed, turn))
    statuses.add(status)
    if (ms > mostMs) slow.push(`${JSON.stringify(seed)} took ${Math.round(ms)} ms`)
  }
  return { slow, failures: [...statuses].filter((status) => status >= 500 && status !== 503) }
}

const withTexts = operationNames.filter(
  (operation) => getRoute(operation).body !== undefined && getRoute(operation).tool === undefined,
)

test.each(withTexts)('the texts of %s', async (operation: OperationName) => {
  const { path, method, body } = getRoute(operation)
  const address = path
    .replace('{publicKey}', server.publicKey)
    .replaceAll(/\{\w+\}/g, '0197a6f0-7d3c-7b1e-9a55-3f0d2c1b4a68')
  const found = await findSlow(address, method, (seed, turn) => fill(body as unknown as Node, seed, turn))
  expect(found).toEqual({ slow: [], failures: [] })
})

test.each(toolNames)('the texts of %s', async (tool) => {
  const input = tools[tool].input as unknown as Node
  const found = await findSlow('/api/tools/call', 'POST', (seed, turn) => ({
    tool,
    input: fill(input, seed, turn),
  }))
  expect(found).toEqual({ slow: [], failures: [] })
})

test('a message is no exception before it is delivered', async () => {
  for (const seed of seeds) {
    const input = { title: 'Slow', markdown: longest({ type: 'string' }, seed), dryRun: true }
    const { ms, status } = await answerMs('/api/tools/call', 'POST', { tool: 'svc_send_notification', input })
    expect({ seed, status, ms }).toMatchObject({ status: 200 })
    expect(ms, seed).toBeLessThan(mostMs)
  }
})
