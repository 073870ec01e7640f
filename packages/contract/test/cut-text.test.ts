import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutText, shortened } from '../src/cut-text.ts'

/** Texts without half a character; many of their characters are two units long. */
const texts = fc.string({
  unit: fc.oneof(fc.constantFrom('a', '😀', 'é', '𝒳'), fc.string({ unit: 'binary' })),
})
const isWhole = (text: string) => !/\p{Surrogate}/u.test(text)

describe('a text that is cut', () => {
  it('keeps as many whole characters as fit', () => {
    expect(cutText('😀😀', 3)).toBe('😀')
    expect(cutText(`${'a'.repeat(999)}😀`, 1_000)).toBe('a'.repeat(999))
    expect(cutText('😀', 0)).toBe('')
    fc.assert(
      fc.property(texts, fc.nat(20), (text, length) => {
        const cut = cutText(text, length)
        expect(text.startsWith(cut) && isWhole(cut)).toBe(true)
        expect(cut.length).toBeGreaterThanOrEqual(Math.min(text.length, length - 1))
        expect(cut.length).toBeLessThanOrEqual(length)
      }),
    )
  })

  it('is never longer with its ellipsis', () => {
    expect(shortened('abc', 3)).toBe('abc')
    expect(shortened('a😀bc', 3)).toBe('a…')
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 20 }), (text, length) => {
        const short = shortened(text, length)
        expect(isWhole(short) && short.length <= length).toBe(true)
      }),
    )
  })
})
