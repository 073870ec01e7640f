import { expect, it } from 'vitest'
import { changeUntil, createLogRewrites } from '../../src/kernel/work/log-rewrites.ts'

const quiet = new AbortController().signal
const untilAborted = (signal: AbortSignal) =>
  new Promise<void>((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))))

it('a rewrite begins once the work beside it has stopped, and none begins before it is done', async () => {
  const rewrites = createLogRewrites()
  const order: string[] = []
  let finish = () => {}
  const finishing = new Promise<void>((resolve) => (finish = resolve))
  const working = rewrites.shared(quiet, async (signal) => {
    // What it had begun to write when it was stopped lies before the rewrite.
    await untilAborted(signal).catch(() => order.push('stopped'))
    await finishing
    order.push('written')
  })
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  const rewriting = rewrites.exclusive(async () => {
    order.push('begun')
    await held
    return 'rewritten'
  })
  let asked = false
  expect(await rewrites.shared(quiet, async () => void (asked = true))).toBe(false)
  expect(asked).toBe(false)
  finish()
  expect(await working).toBe(false)
  release()
  expect(await rewriting).toBe('rewritten')
  expect(order).toEqual(['stopped', 'written', 'begun'])
  expect(await rewrites.shared(quiet, async () => void (asked = true))).toBe(true)
  expect(asked).toBe(true)
})

it('of two rewrites at once the last one to end lets work begin again, also where one fails', async () => {
  const rewrites = createLogRewrites()
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  const failed = rewrites.exclusive(() => Promise.reject(new Error('the disk is full')))
  const slow = rewrites.exclusive(() => held)
  await expect(failed).rejects.toThrow('the disk is full')
  expect(await rewrites.shared(quiet, async () => undefined)).toBe(false)
  release()
  await slow
  expect(await rewrites.shared(quiet, async () => undefined)).toBe(true)
})

it('work that fails by itself says so, and is stopped by its own signal too', async () => {
  const rewrites = createLogRewrites()
  await expect(rewrites.shared(quiet, () => Promise.reject(new Error('of its own')))).rejects.toThrow(
    'of its own',
  )
  const stopping = new AbortController()
  const stopped = rewrites.shared(stopping.signal, untilAborted)
  stopping.abort()
  await expect(stopped).rejects.toThrow('stopped')
  await rewrites.exclusive(async () => undefined)
})

it('a change ends with its signal', () => {
  const stopping = new AbortController()
  const payload = Buffer.from('{}')
  const change = changeUntil(stopping.signal, { isUnwanted: () => true, payload: () => null })
  expect(change.payload(payload)).toBeNull()
  expect(change.isUnwanted(payload)).toBe(true)
  stopping.abort(new Error('another process works'))
  expect(() => change.payload(payload)).toThrow('another process works')
  expect(() => change.isUnwanted(payload)).toThrow('another process works')
})
