import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeCursor, encodeCursor } from '../../src/kernel/operations/cursor.ts'
import type { CursorScope } from '../../src/kernel/operations/cursor.ts'
import { isAppError } from '../../src/kernel/errors.ts'

const end = fc.record({
  key: fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constant(null),
  ),
  id: fc.string({ unit: 'grapheme' }),
})
const scope: CursorScope = {
  organizationId: 'org_1',
  tool: 'svc_list_customers',
  question: { orderBy: 'name', orderDirection: 'asc', search: 'acme' },
}

/** What comes out of a cursor: the end of a page, or the refusal's code and field. */
function open(cursor: string, within: CursorScope = scope): unknown {
  try {
    return decodeCursor(cursor, within)
  } catch (error) {
    if (isAppError(error)) return { code: error.code, field: error.issues[0]?.path.join('.') }
    throw error
  }
}

const refusal = { code: 'INVALID_TOOL_INPUT', field: 'cursor' }

describe('a cursor', () => {
  test('brings back the end of the page it was made from', () => {
    fc.assert(
      fc.property(end, (place) => {
        const cursor = encodeCursor(place, scope)
        // JSON knows no negative zero.
        const key = Object.is(place.key, -0) ? 0 : place.key
        expect(open(cursor ?? '')).toEqual({ key, id: place.id })
      }),
    )
  })

  test('is text that can stand in a URL and shows no filter', () => {
    const cursor = encodeCursor({ key: 'a', id: 'cus_1' }, scope) ?? ''
    expect(cursor).toMatch(/^[A-Za-z0-9_-]+$/)
    expect(Buffer.from(cursor, 'base64url').toString()).not.toContain('acme')
  })

  test('is refused after any change to it', () => {
    const change = fc.tuple(
      fc.nat(),
      fc.string({ minLength: 1, maxLength: 4 }),
      fc.constantFrom('insert', 'replace', 'cut'),
    )
    fc.assert(
      fc.property(end, change, (place, [at, text, way]) => {
        const cursor = encodeCursor(place, scope) ?? ''
        const index = at % cursor.length
        const rest = way === 'insert' ? cursor.slice(index) : cursor.slice(index + text.length)
        const changed = `${cursor.slice(0, index)}${way === 'cut' ? '' : text}${rest}`
        fc.pre(changed !== cursor)
        expect(open(changed)).toEqual(refusal)
      }),
      { numRuns: 1_000 },
    )
  })

  test('is refused when it says the same in other words', () => {
    const text = Buffer.from(encodeCursor({ key: 5e-324, id: 'cus_1' }, scope) ?? '', 'base64url').toString()
    for (const other of [
      text.replace('5e', '5E'),
      text.replace('5e', '4e'),
      `${text} `,
      text.replace('"c', '"\\u0063'),
    ]) {
      expect(other).not.toBe(text)
      expect(JSON.parse(other)).toEqual(JSON.parse(text))
      expect(open(Buffer.from(other).toString('base64url'))).toEqual(refusal)
    }
  })

  test('is refused when it never was one', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(open(text)).toEqual(refusal)
      }),
    )
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(open(Buffer.from(JSON.stringify(value)).toString('base64url'))).toEqual(refusal)
      }),
    )
  })

  test.each([
    ['another organization', { organizationId: 'org_2' }],
    ['another tool', { tool: 'svc_list_users' }],
    ['other filters', { question: { ...scope.question, search: 'beta' } }],
    ['one filter less', { question: { orderBy: 'name', orderDirection: 'asc' } }],
    ['another order', { question: { ...scope.question, orderDirection: 'desc' } }],
  ])('is refused by %s', (_, other) => {
    const cursor = encodeCursor({ key: 'a', id: 'cus_1' }, scope) ?? ''
    expect(open(cursor, { ...scope, ...other })).toEqual(refusal)
  })

  test('serves the same question however its fields are ordered, and whatever is left undefined', () => {
    const cursor = encodeCursor({ key: 'a', id: 'cus_1' }, scope) ?? ''
    const question = { ownerId: undefined, search: 'acme', orderDirection: 'asc', orderBy: 'name' }
    expect(open(cursor, { ...scope, question })).toEqual({ key: 'a', id: 'cus_1' })
  })

  test('is absent after the last page, and its absence opens the first', () => {
    expect(encodeCursor(null, scope)).toBeNull()
    expect(decodeCursor(undefined, scope)).toBeNull()
  })
})
