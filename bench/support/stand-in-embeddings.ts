import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface StandInEmbeddings {
  baseUrl: string
  model: string
  close(): Promise<void>
}

const dimensions = 256

/**
 * An embeddings endpoint without a model: three-letter pieces of words, hashed, and a few ideas that a table of words
 * stands for. It shows that vectors are made, kept and joined with the words' ranking; how well a real model finds
 * what is meant, it doesn't.
 */
export async function startStandInEmbeddings(): Promise<StandInEmbeddings> {
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (text: string) => (body += text))
    request.on('end', () => {
      const { input } = JSON.parse(body) as { input: string[] }
      const data = input.map((text, index) => ({ index, embedding: embed(text) }))
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data }))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    model: 'stand-in',
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Beginnings of words that speak of the same thing. */
const ideas: readonly string[][] = [
  [
    'cancel',
    'leav',
    'churn',
    'quit',
    'kündig',
    'résili',
    'disdett',
    'opzeg',
    'vendor',
    'successor',
    'farewell',
  ],
  ['invoice', 'bill', 'charg', 'refund', 'overdue', 'vat', 'rechnung', 'factur', 'счёт', 'счет', 'payment'],
  ['slow', 'sluggish', 'performance', 'timeout', 'langsam', 'lent', 'speed', 'time'],
  ['login', 'log', 'password', 'sign', 'authenticator', 'sesión', 'saml'],
  ['upsell', 'seat', 'rollout', 'expan', 'pilot', 'trial', 'team', 'opportunit'],
  ['privacy', 'personal', 'dpa', 'erasure', 'datenschutz', 'law', 'legal'],
  ['downtime', 'outage', 'down', 'storing', 'interrupt'],
  ['happy', 'satisf', 'thank', 'best', 'solved', 'reference'],
]

function embed(text: string): number[] {
  const vector = Array.from({ length: dimensions }, () => 0)
  for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) {
    for (const [index, words] of ideas.entries())
      if (words.some((beginning) => word.startsWith(beginning))) vector[index]! += 3
    const padded = ` ${word} `
    for (let at = 0; at + 3 <= padded.length; at++) {
      const slot = ideas.length + (hash(padded.slice(at, at + 3)) % (dimensions - ideas.length))
      vector[slot]! += 0.3
    }
  }
  return vector.some((part) => part > 0) ? vector : vector.fill(1)
}

function hash(text: string): number {
  let value = 2166136261
  for (const character of text) value = Math.imul(value ^ character.codePointAt(0)!, 16777619)
  return value >>> 0
}
