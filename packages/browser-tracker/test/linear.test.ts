import { expect, it } from 'vitest'
import { type Control, readFormFields } from '../src/capture/form-fields.ts'
import { identifyByForm } from '../src/capture/form-identity.ts'
import { cleanText, isEmail, toJson } from '../src/clean.ts'
import { describePage } from '../src/page/page.ts'
import { growth, mostLinearGrowth } from '../../../tests/support/growth.ts'

/** What patterns that search in vain start over at each character. */
const hostile = [
  '@',
  'a@',
  'a.',
  'a-',
  '#',
  '?a=',
  '%',
  ' ',
  '\\',
  'eyJ-',
  '1 ',
  'AB12 ',
  'a1',
  'www.',
  'mail ',
]
const fill = (piece: string, chars: number) => piece.repeat(Math.ceil(chars / piece.length)).slice(0, chars)

it.each(hostile)('work grows with the length of a text up to the longest, no faster: %j', async (piece) => {
  const encoded = encodeURI(piece)
  const form = (chars: number) => {
    const element = document.createElement('form')
    element.innerHTML = '<label>Work mail <textarea name="email"></textarea></label>'
    element.querySelector('textarea')!.value = fill(piece, chars)
    return element
  }
  const field = (chars: number) => ({
    name: 'email',
    value: 'ann@acme.example',
    labels: [fill(piece, chars), 'email'],
    control: document.createElement('input') as Control,
  })
  /** Of each the longest text, and what makes the work for a text of so many characters. */
  const works: Record<string, [longest: number, prepare: (chars: number) => () => unknown]> = {
    address: [8_170, (chars) => describePage.bind(null, `https://x.test/?q=${fill(encoded, chars)}`)],
    path: [8_170, (chars) => describePage.bind(null, `file:///${fill(encoded, chars)}`)],
    email: [32_768, (chars) => isEmail.bind(null, fill(piece, chars))],
    id: [32_768, (chars) => cleanText.bind(null, fill(piece, chars))],
    json: [32_768, (chars) => toJson.bind(null, { text: fill(piece, chars) })],
    field: [
      10_000,
      (chars) => {
        const element = form(chars)
        return () => readFormFields(element, new WeakSet())
      },
    ],
    purpose: [
      10_000,
      (chars) => {
        const [element, given] = [form(chars), field(chars)]
        return () => identifyByForm(element, [given], null, () => undefined)
      },
    ],
  }
  const grown: [name: string, growth: number][] = []
  for (const [name, [longest, prepare]] of Object.entries(works))
    grown.push([name, await growth(longest, prepare)])
  expect(grown.filter(([, times]) => times > mostLinearGrowth)).toEqual([])
})
