import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isEmail, isSensitiveField, isSensitiveValue, redactQuery, redactUrl } from '@customer-intel/contract'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { parseOriginRule } from '../../src/ingest/origin-rules.ts'
import { sanitise } from '../../src/ingest/sanitise.ts'
import { shortenNumbers } from '../../src/log/shorten-numbers.ts'
import { createMask } from '../../src/privacy/mask.ts'
import { growsTooFast, hostileUnits, repeat } from '../support/hostile-text.ts'

const packages = fileURLToPath(new URL('../../..', import.meta.url))
const folders = [
  'contract/src',
  ...['explain', 'http', 'identity', 'ingest', 'log', 'platform', 'privacy', 'records'].map(
    (folder) => `server/src/${folder}`,
  ),
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

describe('the time of a search grows with the text', () => {
  const patterns = findPatterns()

  it('is shown of every pattern in the folders that take callers’ texts', () => {
    expect(patterns.length).toBeGreaterThan(40)
  })

  it('a pattern that takes the square of it is found out', () => {
    const search = (text: string) => text.replace(/\S@\S+\.[a-z]/i, '')
    expect(hostileUnits(String.raw`\S@\S+\.[a-z]`).some((unit) => growsTooFast(search, unit, length))).toBe(
      true,
    )
  })

  it.each(patterns)('$file: $pattern', ({ pattern }) => {
    const search = (text: string) => text.replace(pattern, '')
    const slow = hostileUnits(pattern.source).filter((unit) => growsTooFast(search, unit, length))
    expect(slow).toEqual([])
  })
})

const mask = createMask({
  keys: ['email:jane.doe@acme.com', 'user:u-17-jane'],
  names: ['Jane Maria Doe'],
  publicIds: ['uAbCdEf12345'],
  alias: 'alias',
})

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
    ['shortenNumbers', (text) => shortenNumbers(Buffer.from(`[1,${JSON.stringify(text)}]`))],
    ['mask', (text) => mask.names(mask.keys({ text }))],
  ]
  const units = hostileUnits(String.raw`@.:/?&=#;%_-+"\eyJ`).concat(
    ['eyJaaaaaaaa.', 'eyJaaaaaaaa.a.', '?a=b&', '?a=;b=', '%3Fa=', '1 ', '1111111111111 ', 'AA00 AA00 '],
    ['jane.doe', 'jane.doe@', 'jane.doe@acme.com', 'Jane ', 'Jane Maria ', '%6A', 'u-17-', 'uAbCdEf'],
    ['driv', 'aA', '"', '\\\\', '\\u0040', '://a', '://a:', '11-11-', '%2540'],
  )
  it.each(works)('%s', (_name, work) => {
    expect(units.filter((unit) => growsTooFast(work, unit, length))).toEqual([])
  })

  it('a whole event, at the limits, whatever its texts are', () => {
    const slow = units.filter((unit) =>
      growsTooFast(
        (text) => {
          const address = text.slice(0, text.length / 128)
          const formFields = Object.fromEntries(
            Array.from({ length: 32 }, (_, field) => [
              `${field}${repeat(unit, 400)}`,
              text.slice(field, text.length / 32),
            ]),
          )
          sanitise({ type: 'form', url: `/?a=${address}`, path: address, referrer: address, formFields })
        },
        unit,
        1_048_576,
        20,
      ),
    )
    expect(slow).toEqual([])
  })
})
