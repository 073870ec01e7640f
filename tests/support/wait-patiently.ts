import { writeSync } from 'node:fs'
import { inspect } from 'node:util'
import { expect, vi } from 'vitest'
import { patienceMs } from './patience.ts'

interface Waiting {
  interval?: number
  timeout?: number
}

/** A test that waits for longer than this says what for, long before it fails. */
const reasonAfterMs = 8_000
/** Not what a test may put in its place. */
const now = performance.now.bind(performance)

/** Files share a worker, and this file is evaluated before each. */
const holder = globalThis as {
  waits?: Pick<typeof vi, 'waitFor' | 'waitUntil'> & { poll: typeof expect.poll }
}
const { waitFor, waitUntil, poll } = (holder.waits ??= {
  waitFor: vi.waitFor,
  waitUntil: vi.waitUntil,
  poll: expect.poll,
})

/** Vitest's own default is a second, which no setting changes. */
function patiently(options: number | Waiting = {}): Waiting {
  const { timeout = 0, ...others } = typeof options === 'number' ? { timeout: options } : options
  return { ...others, timeout: Math.max(timeout, patienceMs) }
}

/** What is tried again and again, which says once what it last came to when that takes long. */
function givingReason<Result>(attempt: () => Result): () => Result {
  const name = expect.getState().currentTestName ?? 'before the tests'
  const begun = now()
  let isSaid = false
  function say(reason: unknown) {
    if (isSaid || now() - begun < reasonAfterMs) return
    isSaid = true
    const text = reason instanceof Error ? reason.message : inspect(reason)
    // Not through the console, where it would fail the test.
    writeSync(2, `still waiting: ${name}: ${text.slice(0, 2_000)}\n`)
  }
  return () => {
    try {
      const result = attempt()
      if (result instanceof Promise) result.then(say, say)
      else say(result)
      return result
    } catch (error) {
      say(error)
      throw error
    }
  }
}

vi.waitFor = (callback, options) => waitFor(givingReason(callback), patiently(options))
vi.waitUntil = (callback, options) => waitUntil(givingReason(callback), patiently(options))
expect.poll = (callback, options) => poll(givingReason(callback), options)
