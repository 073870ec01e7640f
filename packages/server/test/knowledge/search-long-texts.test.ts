import { expect, it } from 'vitest'
import { indexText } from '../../src/search/terms.ts'
import { listWords } from '../../src/search/words.ts'

it('the words of a long text are listed in linear time, also by compiled code', () => {
  const text = 'ab Cd '.repeat(20_000)
  for (let run = 0; run < 30; run++) {
    const start = performance.now()
    expect(listWords(text).length).toBe(40_000)
    expect(performance.now() - start).toBeLessThan(2_000)
  }
})

it('words of plain texts keep their place, and which of them are in capitals', async () => {
  expect(listWords('IT is Ok, 3D!')).toEqual([
    { word: 'it', start: 0, end: 2, capitals: true },
    { word: 'is', start: 3, end: 5, capitals: false },
    { word: 'ok', start: 6, end: 8, capitals: false },
    { word: '3d', start: 10, end: 12, capitals: false },
  ])
  expect([...(await indexText('The Renewal', 'WHO renews?')).terms.keys()]).toContain('*:who')
})
