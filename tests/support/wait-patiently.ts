import { vi } from 'vitest'
import { patienceMs } from './patience.ts'

interface Waiting {
  interval?: number
  timeout?: number
}

const { waitFor, waitUntil } = vi

/** Vitest's own default is a second, which no setting changes. */
function patiently(options: number | Waiting = {}): Waiting {
  const { timeout = 0, ...others } = typeof options === 'number' ? { timeout: options } : options
  return { ...others, timeout: Math.max(timeout, patienceMs) }
}

vi.waitFor = (callback, options) => waitFor(callback, patiently(options))
vi.waitUntil = (callback, options) => waitUntil(callback, patiently(options))
