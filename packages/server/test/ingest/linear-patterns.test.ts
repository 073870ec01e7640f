import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  type FormEvent,
  isEmail,
  isSensitiveField,
  isSensitiveValue,
  limits,
  redactQuery,
  redactUrl,
} from '@customer-intel/contract'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { processorMs } from '../../../../tests/support/growth.ts'
import { accept } from '../../src/events/ingest/accept.ts'
import { parseOriginRule } from '../../src/events/ingest/origin-rules.ts'
import { sanitise } from '../../src/events/ingest/sanitise.ts'
import { shortenJson } from '../../src/kernel/log/shorten-json.ts'
import { createMask } from '../../src/privacy/mask.ts'
import { findSlowUnit, hostileUnits, repeat } from '../support/hostile-text.ts'

const packages = fileURLToPath(new URL('../../..', import.meta.url))
const folders = [
  'contract/src',
  ...['customers', 'events', 'http', 'kernel', 'privacy', 'records'].map((folder) => `server/src/${folder}`),
]

interface Pattern {
  file: string
  pattern: RegExp
}

/** Every regular expression that is written as one. */
function findPatterns(): Pattern[] {
  const found: Pattern[] = []
  for (const folder of folders) {
    const names = readdirSync(packages + folder, { recursive: true, encoding: 'utf8' })
    for (const name of names.filter((candidate) => candidate.endsWith('.ts'))) {
      const file = `${folder}/${name}`
      const source = ts.createSourceFile(file, readFileSync(packages + file, 'utf8'), ts.ScriptTarget.Latest)
      const visit = (node: ts.Node): void => {
        if (ts.isRegularExpressionLiteral(node)) {
          const [, body = '', flags = ''] = /^\/([^]*)\/(\w*)$/.exec(node.text) ?? []
          found.push({ file, pattern: new RegExp(body, flags) })
        }
        ts.forEachChild(node, visit)
      }
      visit(source)
    }
  }
  return found
}

const length = 32_768
const { bodyBytes } = limits.ingest

describe('the time of a search grows with the text', () => {
  const patterns = findPatterns()

  it('is shown of every pattern in the folders that take callers’ texts', () => {
    expect(patterns.length).toBeGreaterThan(40)
  })

  it('a pattern that takes the square of it is found out', async () => {
    const search = (text: string) => text.replace(/\S@\S+\.[a-z]/i, '')
    const units = hostileUnits(String.raw`\S@\S+\.[a-z]`)
    expect(await findSlowUnit(search, units, length)).toBeDefined()
  })

  it.each(patterns)('$file: $pattern', async ({ pattern }) => {
    const search = (text: string) => text.replace(pattern, '')
    expect(await findSlowUnit(search, hostileUnits(pattern.source), length)).toBeUndefined()
  })
})

const mask = createMask({
  keys: ['email:jane.doe@acme.com', 'user:u-17-jane'],
  names: ['Jane Maria Doe'],
  publicIds: ['uAbCdEf12345'],
  alias: 'alias',
})

const options = {
  receivedAt: Date.parse('2026-06-15T12:00:00Z'),
  createUuid: () => '0197a6f0-7d3c-7b1e-9a55-3f0d2c1b4a68',
  storable: false,
}

describe('what is done with a text takes time in proportion to it', () => {
  const works: [string, (text: string) => unknown][] = [
    ['redactUrl', (text) => redactUrl(text)],
    ['redactUrl of a value', (text) => redactUrl(`https://acme.com/?q=${text}`)],
    ['redactUrl of nested addresses', (text) => redactUrl(`/?u=${encodeURIComponent(`/?v=${text}`)}`)],
    ['redactQuery', (text) => redactQuery(`#${text}`)],
    ['isSensitiveValue', isSensitiveValue],
    ['isSensitiveField', (text) => isSensitiveField(text, text)],
    ['isEmail', isEmail],
    ['parseOriginRule', parseOriginRule],
    ['shortenJson', (text) => shortenJson(Buffer.from(`[1,${JSON.stringify(text)}]`))],
    ['mask', (text) => mask.names(mask.keys({ text }))],
  ]
  const units = hostileUnits(String.raw`@.:/?&=#;%_-+"\eyJ`).concat(
    ['eyJaaaaaaaa.', 'eyJaaaaaaaa.a.', '?a=b&', '?a=;b=', '%3Fa=', '1 ', '1111111111111 ', 'AA00 AA00 '],
    ['jane.doe', 'jane.doe@', 'jane.doe@acme.com', 'Jane ', 'Jane Maria ', '%6A', 'u-17-', 'uAbCdEf'],
    ['driv', 'aA', '"', '\\\\', '\\u0040', '://a', '://a:', '11-11-', '%2540'],
  )
  it.each(works)('%s', async (_name, work) => {
    expect(await findSlowUnit(work, units, length)).toBeUndefined()
  })

  it('a whole event, at the limits, whatever its texts are', async () => {
    const work = (text: string) => sanitise(formOf(text))
    expect(await findSlowUnit(work, units, bodyBytes, 20)).toBeUndefined()
  })

  // Proportion bounds no time: what takes ten times as long of every text is in proportion, too. An event takes 5 ms at
  // most, about as long as to parse two megabytes of JSON; machines differ in what they do faster.
  it('a batch with an event at the limits takes less than to parse twelve megabytes of JSON', async () => {
    const json = JSON.stringify(
      Array.from({ length: 12_500 }, (_, id) => ({ id, tags: ['a', 'b'], text: ' '.repeat(48) })),
    )
    const mostMs = 12 * (await shortestMs(() => () => JSON.parse(json)))
    for (const unit of units) {
      const shortest = await shortestMs(() => {
        const batch = { visitorId: options.createUuid(), events: [formOf(repeat(unit, bodyBytes))] }
        return async () => expect(await accept(batch, options)).toMatchObject({ processed: 1 })
      }, mostMs)
      expect(shortest, unit).toBeLessThan(mostMs)
    }
  })
})

/** The shortest of five times that each prepared work takes the processor; one that is short `enough` ends that. */
async function shortestMs(prepare: () => () => unknown, enough = 0): Promise<number> {
  let shortest = Infinity
  for (let time = 0; time < 5 && shortest > enough; time++)
    shortest = Math.min(shortest, await processorMs(prepare()))
  return shortest
}

/** Over a text as long as a body may be: a form of about that length, with addresses and values as long as they may be. */
function formOf(text: string): FormEvent {
  const address = text.slice(0, text.length / 128 - 32)
  const formFields = Object.fromEntries(
    Array.from({ length: 30 }, (_, field) => [
      `${field}${text.slice(0, 400)}\u0001`,
      text.slice(field, text.length / 32),
    ]),
  )
  return { type: 'form', url: `https://a.b/?a=${address}`, path: address, referrer: address, formFields }
}
