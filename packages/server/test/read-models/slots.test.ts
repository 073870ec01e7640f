import { availableParallelism } from 'node:os'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSlots, type SlotHolder, type Slots } from '../../src/projector/process/slots.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** One that holds a slot from `isThere` on, and lets it go `takesMs` after it was asked to. */
function holderOf(
  slots: Slots,
  { usedAt = 0, isBusy = false, isUrgent = true, takesMs = 0, startsMs = 0 } = {},
) {
  const one: SlotHolder & { isThere: boolean; readyAt: number | null } = {
    isThere: false,
    readyAt: null,
    usedAt,
    isBusy,
    yield() {
      setTimeout(() => {
        one.isThere = false
        slots.release(one)
      }, takesMs)
    },
  }
  void slots.acquire(one, { isUrgent: () => isUrgent }).then(() => {
    one.isThere = true
    if (startsMs === 0) one.readyAt = performance.now()
    else setTimeout(() => (one.readyAt = performance.now()), startsMs)
  })
  return one
}
/** One that is asked again and again, and starts in 300 ms; `count` is how many turns it has had. */
function alwaysRequested(slots: Slots, usedAt: number): { count: number } {
  const turns = { count: 0 }
  const holder: SlotHolder & { readyAt: number | null } = {
    usedAt,
    isBusy: true,
    readyAt: null,
    yield() {
      slots.release(holder)
      ask()
    },
  }
  function ask() {
    holder.readyAt = null
    void slots.acquire(holder, { isUrgent: () => true }).then(() => {
      turns.count += 1
      setTimeout(() => (holder.readyAt = performance.now()), 300)
    })
  }
  ask()
  return turns
}
const there = (...holders: { isThere: boolean }[]) => holders.map(({ isThere }) => isThere)

test('where all slots are taken the holder goes that was needed least recently, and none that is busy', async () => {
  const slots = createSlots(3)
  const busy = holderOf(slots, { usedAt: 1, isBusy: true })
  const late = holderOf(slots, { usedAt: 3 })
  const early = holderOf(slots, { usedAt: 2 })
  await vi.advanceTimersByTimeAsync(100)
  expect(there(busy, late, early)).toEqual([true, true, true])
  const next = holderOf(slots)
  await vi.advanceTimersByTimeAsync(1)
  expect(there(busy, late, early, next)).toEqual([true, true, false, true])
})

test('where all are busy each has its turn, so that none starves', async () => {
  const slots = createSlots(1)
  const first = holderOf(slots, { isBusy: true, takesMs: 50 })
  const second = holderOf(slots, { isBusy: true, takesMs: 50 })
  const third = holderOf(slots, { isBusy: true })
  await vi.advanceTimersByTimeAsync(1_900)
  expect(there(first, second, third)).toEqual([true, false, false])
  await vi.advanceTimersByTimeAsync(400)
  expect(there(first, second, third)).toEqual([false, true, false])
  await vi.advanceTimersByTimeAsync(2_300)
  expect(there(first, second, third)).toEqual([false, false, true])
})

test('those for whom somebody waits go before those for whom nobody does', async () => {
  const slots = createSlots(1)
  const first = holderOf(slots, { takesMs: 10 })
  await vi.advanceTimersByTimeAsync(0)
  const unasked = holderOf(slots, { isUrgent: false, isBusy: true })
  const asked = holderOf(slots, { isBusy: true })
  await vi.advanceTimersByTimeAsync(100)
  expect(there(first, unasked, asked)).toEqual([false, false, true])
})

test('one for whom nobody waits has its turn too, however many are asked without a pause', async () => {
  const slots = createSlots(1)
  const turns = [0, 0].map((_, index) => alwaysRequested(slots, index))
  const unasked = holderOf(slots, { isUrgent: false, isBusy: true })
  await vi.advanceTimersByTimeAsync(12_500)
  expect(unasked.isThere).toBe(true)
  expect(turns.map(({ count }) => count)).toEqual([3, 2])
})

test('of 30 with two slots each has one turn before anybody’s third, though two are asked without a pause', async () => {
  const slots = createSlots(2)
  const greedy = [alwaysRequested(slots, 0), alwaysRequested(slots, 1)]
  const others = Array.from({ length: 28 }, () => {
    const other = { turns: 0 }
    const holder: SlotHolder & { isBusy: boolean; usedAt: number; readyAt: number | null } = {
      usedAt: 0,
      isBusy: true,
      readyAt: null,
      yield: () => slots.release(holder),
    }
    void slots.acquire(holder, { isUrgent: () => true }).then(() => {
      other.turns += 1
      setTimeout(() => {
        holder.readyAt = holder.usedAt = performance.now()
        // Its one question is answered, and nobody asks another one.
        setTimeout(() => (holder.isBusy = false), 20)
      }, 300)
    })
    return other
  })
  for (let ms = 0; others.some(({ turns }) => turns === 0) && ms < 100_000; ms += 50)
    await vi.advanceTimersByTimeAsync(50)
  expect(others.every(({ turns }) => turns === 1)).toBe(true)
  for (const { count } of greedy) expect(count).toBeLessThanOrEqual(2)
})

test('one whose start takes longer than a turn has its turn after it', async () => {
  const slots = createSlots(1)
  const slow = holderOf(slots, { isBusy: true, startsMs: 5_000 })
  const other = holderOf(slots, { isBusy: true })
  // As long as its start took: else most of the time would be spent on starting.
  await vi.advanceTimersByTimeAsync(9_900)
  expect(there(slow, other)).toEqual([true, false])
  await vi.advanceTimersByTimeAsync(300)
  expect(there(slow, other)).toEqual([false, true])
})

test('one that never gets ready lets others in', async () => {
  const slots = createSlots(1)
  const never = holderOf(slots, { isBusy: true, startsMs: 1e9 })
  const other = holderOf(slots)
  await vi.advanceTimersByTimeAsync(31_000)
  expect(there(never, other)).toEqual([false, true])
})

test('of those that nobody waits for some start at a time, and one that somebody waits for starts at once', async () => {
  const slots = createSlots(1_000)
  const inBackground = Array.from({ length: 200 }, () =>
    holderOf(slots, { isUrgent: false, startsMs: 1_000 }),
  )
  await vi.advanceTimersByTimeAsync(500)
  const starting = inBackground.filter(({ isThere }) => isThere).length
  expect(starting).toBeGreaterThan(0)
  expect(starting).toBeLessThanOrEqual(availableParallelism())
  const urgent = holderOf(slots, { startsMs: 1_000 })
  await vi.advanceTimersByTimeAsync(1)
  expect(urgent.isThere).toBe(true)
  await vi.advanceTimersByTimeAsync(220_000)
  expect(inBackground.every(({ isThere }) => isThere)).toBe(true)
})
