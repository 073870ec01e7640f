import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { engagement } from '../../src/customers/journey.ts'

const dayMs = 86_400_000
const days = (...list: number[]) => list.map((day) => ({ day, at: day * dayMs + 5 }))

describe('Engagement', () => {
  test('three different days within two weeks make a contact engaged, on the third', () => {
    expect(engagement(days(100, 105, 113))).toEqual({ engagedAt: 113 * dayMs + 5, lapsedAt: null })
    expect(engagement(days(100, 105, 114))).toEqual({ engagedAt: null, lapsedAt: null })
  })

  test('after a pause of more than thirty days a contact stays inactive until the threshold is reached again', () => {
    expect(engagement(days(100, 101, 102, 140))).toEqual({
      engagedAt: 102 * dayMs + 5,
      lapsedAt: 132 * dayMs,
    })
    expect(engagement(days(100, 101, 102, 140, 141, 142))).toEqual({
      engagedAt: 102 * dayMs + 5,
      lapsedAt: null,
    })
  })

  test('order and repetition of days make no difference', () => {
    const list = fc.array(
      fc.integer({ min: 0, max: 120 }).map((day) => ({ day, at: day * dayMs })),
      { maxLength: 12 },
    )
    fc.assert(
      fc.property(
        list.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
        ([all, shuffled]) => {
          expect(engagement([...shuffled, ...all])).toEqual(engagement(all))
        },
      ),
    )
  })
})
