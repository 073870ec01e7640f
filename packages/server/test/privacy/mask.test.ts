import { expect, test } from 'vitest'
import { createMask } from '../../src/privacy/mask.ts'
import { jane } from './person-jane.ts'

const mask = createMask(jane())

test('an address is masked however it is written, and wherever it stands in a text', () => {
  expect(mask.keys('write to JANE@acme.com.')).toBe('write to [erased].')
  expect(mask.keys('https://x.test/?to=jane%40acme.com&n=1')).toBe('https://x.test/?to=[erased]&n=1')
  expect(mask.keys('mailto%3Ajane%40acme.com')).toBe('mailto%3A[erased]')
  expect(mask.keys('…jane@acme.com, <jane@acme.com>')).toBe('…[erased], <[erased]>')
})

const spellings = [
  'jane@acme.com',
  'JANE@Acme.Com',
  'jane%40acme.com',
  '%6Aane%40acme%2ecom',
  'jane%2540acme.com',
  'jane%252540acme%25252Ecom',
  'jane\\u0040acme.com',
  '\\u006Aane\\u0040acme\\u002ecom',
  'jane\\\\u0040acme.com',
  'jane\\x40acme.com',
  'jane&#64;acme.com',
  'jane&#x40;acme&period;com',
  'jane&commat;acme.com',
  'jane&amp;#064;acme.com',
]
const places: [string, string][] = [
  ['', ''],
  ['/u/-', '-'],
  ['/u/-', '-/settings'],
  ['/u/', '-settings.html'],
  ['/avatars/', '.png'],
  ['https://x.test/?to=', '&n=1'],
  ['https://x.test/?next=%2Fu%2F', '%26n=1'],
  ['https://x.test/?next=%252Fu%252F-', '%2526n=1'],
  ['{\\"to\\":\\"', '\\"}'],
  ['{\\"url\\":\\"https:\\\\/\\\\/x\\\\/', '\\"}'],
  ['first\\n', '\\nnext'],
  ['\\u003c', '\\u003e'],
  ['mailto:', '. Then'],
  ['&lt;', '&gt;'],
]
test.each(spellings)('an address is masked in every spelling, wherever it stands: %s', (spelling) => {
  for (const [before, after] of places)
    expect(mask.keys(before + spelling + after)).toMatch(/^[^@]*(?:\[erased\])[^@]*$/)
  for (const [before, after] of places)
    expect(mask.keys(before + spelling + after).startsWith(before)).toBe(true)
})

test('addresses of others stay in texts, encoded too, and as a whole', () => {
  const texts = [
    'to mary-jane@acme.com, mary.jane@acme.com',
    'mary%2Djane%40acme.com',
    'mary%252Ejane%2540acme.com',
    'jane@acme.com.au',
    'x jane@acme.com.au y',
    'jane@acme.com-foo.com',
    'maryjane@acme.com',
    'jane@acme.company',
  ]
  for (const text of texts) expect(mask.keys(text)).toBe(text)
})

test('addresses of others that look alike stay', () => {
  for (const text of ['mary-jane@acme.com', 'mary.jane@acme.com', 'jane@acme.com.au', 'jane@acme.community'])
    expect(mask.keys(text)).toBe(text)
})

test('a userId is masked as a word of a text; a short one only where a field says that it is an id', () => {
  expect(mask.keys({ note: 'see u-4711!', other: 'u-47112' })).toEqual({
    note: 'see ******!',
    other: 'u-47112',
  })
  const short = createMask(jane({ keys: ['user:42'] }))
  expect(short.keys({ quantity: '42', userId: '42', actor_id: 42, count: 42 })).toEqual({
    quantity: '42',
    userId: '**',
    actor_id: 0,
    count: 42,
  })
})

test('lists, objects and the names of their fields are gone through; what holds nothing is the very same', () => {
  const value = { a: [{ b: { 'jane@acme.com': 1 } }], c: 'x' }
  expect(mask.keys(value)).toEqual({ a: [{ b: { '[erased]': 1 } }], c: 'x' })
  const other = { a: [{ b: ['bob@acme.com'] }], n: 1, none: null }
  expect(mask.keys(other)).toBe(other)
})

test('an id that joins events becomes one that nobody else has', () => {
  expect(mask.keys({ customerId: 'jane@acme.com' })).toEqual({ customerId: 'x7Kq2mZp9RtB' })
})

test('a full name is masked as words, whatever is between them, and a first name is not', () => {
  expect(mask.names('Call with jane\ndoe and Jane D.')).toBe('Call with [erased] and Jane D.')
  expect(createMask(jane({ names: ['Jane'] })).names('Jane')).toBe('Jane')
})

test('no text becomes longer', () => {
  const short = createMask(jane({ keys: ['email:a@b.c'] }))
  expect(short.keys('a@b.c')).toBe('*****')
})

test('a very long name is found and masked, however it is written', () => {
  const words = Array.from({ length: 700 }, (_, index) => `Word${index}`)
  const name = words.join(' ')
  const long = createMask({ ...jane(), names: [name, 'x'.repeat(32_768)] })
  expect(long.mentions(`by ${name.toUpperCase()}!`)).toBe(true)
  expect(long.mentions(encodeURIComponent(name))).toBe(true)
  expect(long.mentions('x'.repeat(40_000))).toBe(true)
  expect(long.mentions('somebody else')).toBe(false)
  for (const text of [name, encodeURIComponent(name)])
    expect(long.names(`by ${text}, today`)).toMatch(/^by (?:\[erased\](?: |%20)?)+, today$/)
})

test('a key that was never accepted, from a log that was written by hand, does not keep an erasure from going on', () => {
  const id = 'x'.repeat(100_000)
  const long = createMask({ ...jane(), keys: [`user:${id}`, `email:${id}1@acme.com`] })
  expect(long.mentions(`by ${id}`)).toBe(true)
  expect(long.keys({ userId: id, path: '/a%20b' })).toEqual({ userId: '[erased]', path: '/a%20b' })
})
