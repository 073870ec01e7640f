import { expect, test } from 'vitest'
import { walkPages } from '../src/commands/walk-pages.ts'

const late = { reason: 'The read models are being restarted.', behindSeconds: 3 }

/** Walks pages of one item, each with what is said of it. */
function walk(pages: readonly object[]) {
  let asked = 0
  const call = async () => {
    const nextCursor = asked + 1 < pages.length ? `after-${asked}` : null
    return { ...pages[asked], items: [asked++], nextCursor }
  }
  return walkPages(call, {}, 'items', { isTTY: false } as NodeJS.WriteStream)
}

test.each([
  ['the first', [{ stale: late }, {}, {}]],
  ['one in the middle', [{}, { stale: late }, {}]],
  ['the last', [{}, { stale: late }]],
])('a list lacks the newest where %s of its pages does', async (_, pages) => {
  expect(await walk(pages)).toMatchObject({ items: pages.map((_page, index) => index), stale: late })
})

test('a list of current pages says nothing of it', async () => {
  expect(await walk([{}, {}])).toEqual({ items: [0, 1], nextCursor: null })
})
