import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type DeviceStatement, ownerSpans } from '../../src/customers/identity/device-owner.ts'

function said(at: number, person: string): DeviceStatement {
  return { at, person, eventId: `${at}-${person}` }
}

describe('Whose a shared device is', () => {
  test("what came before anybody was identified is the first person's", () => {
    expect(ownerSpans([said(10, 'jane')])).toEqual([{ from: -Infinity, person: 'jane' }])
  })

  test("from a person's event on it is theirs, until the next person's", () => {
    expect(ownerSpans([said(30, 'jane'), said(10, 'jane'), said(20, 'joe')])).toEqual([
      { from: -Infinity, person: 'jane' },
      { from: 20, person: 'joe' },
      { from: 30, person: 'jane' },
    ])
  })

  test('the answer goes by event time, not by arrival', () => {
    const statements = fc.array(
      fc.record({
        at: fc.integer({ min: 0, max: 8 }),
        person: fc.constantFrom('a', 'b', 'c'),
        eventId: fc.uuid(),
      }),
      { maxLength: 12 },
    )
    fc.assert(
      fc.property(
        statements.chain((list) =>
          fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
        ),
        ([list, shuffled]) => {
          expect(ownerSpans(shuffled)).toEqual(ownerSpans(list))
        },
      ),
      { numRuns: 1_000 },
    )
  })
})
