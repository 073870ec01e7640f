import { expect, it } from 'vitest'
import { together } from '../src/kernel/together.ts'

function reader(atMost?: number) {
  const calls: string[][] = []
  const ask = together(async (keys) => {
    calls.push([...keys])
    if (keys.includes('broken')) throw new Error('It is broken')
    return new Map(keys.filter((key) => key !== 'missing').map((key) => [key, key.toUpperCase()]))
  }, atMost)
  return { calls, ask }
}

it('reads what is asked for in one turn by one call, each key once', async () => {
  const { calls, ask } = reader()
  expect(await Promise.all(['a', 'b', 'a', 'missing'].map(ask))).toEqual(['A', 'B', 'A', undefined])
  expect(calls).toEqual([['a', 'b', 'missing']])
})

it('begins another call beyond the most that one may have', async () => {
  const { calls, ask } = reader(2)
  expect(await Promise.all(['a', 'b', 'b', 'c'].map(ask))).toEqual(['A', 'B', 'B', 'C'])
  expect(calls).toEqual([['a', 'b'], ['c']])
})

it('reads anew in the next turn, also after a failure', async () => {
  const { calls, ask } = reader()
  await expect(Promise.all([ask('broken'), ask('a')])).rejects.toThrow('It is broken')
  expect(await ask('a')).toBe('A')
  expect(await ask('a')).toBe('A')
  expect(calls).toEqual([['broken', 'a'], ['a'], ['a']])
})
