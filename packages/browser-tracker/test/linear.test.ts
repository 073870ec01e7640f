import { expect, it } from 'vitest'
import { readFormFields } from '../src/capture/form-fields.ts'
import { identifyByForm } from '../src/capture/form-identity.ts'
import { cleanId, isEmail, toJson } from '../src/clean.ts'
import { describePage } from '../src/page/page.ts'
import { slowness } from '../../../tests/support/slowness.ts'

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

const boundMs = 5 * slowness()

/** The fastest of several times: in the others the machine was busy with something else. */
const fastestMs = (work: () => unknown) => {
  let fastest = Infinity
  for (let time = 0; time < 100 && fastest > boundMs; time++) {
    const start = performance.now()
    work()
    fastest = Math.min(fastest, performance.now() - start)
  }
  return fastest
}

it.each(hostile)('no text of the longest size takes more than 5 ms: %j', (piece) => {
  const address = `https://x.test/?q=${fill(encodeURI(piece), 8170)}`
  const path = `file:///${fill(encodeURI(piece), 8170)}`
  const text = fill(piece, 32_768)
  const form = document.createElement('form')
  form.innerHTML = '<label>Work mail <textarea name="email"></textarea></label>'
  form.querySelector('textarea')!.value = fill(piece, 10_000)
  const field = { name: 'email', value: 'ann@acme.example', remarks: [fill(piece, 10_000), 'email'] }

  const works = {
    address: () => describePage(address),
    path: () => describePage(path),
    email: () => isEmail(text),
    id: () => cleanId(text),
    json: () => toJson({ text }),
    field: () => readFormFields(form, new WeakSet()),
    purpose: () => identifyByForm(form, [field], () => undefined),
  }
  const slow = Object.entries(works)
    .map(([name, work]) => [name, fastestMs(work)] as const)
    .filter(([, ms]) => ms > boundMs)
  expect(slow).toEqual([])
})
