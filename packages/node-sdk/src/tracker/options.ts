import { resolveBaseUrl } from '../base-url.ts'
import { environment, hostProcess } from '../runtime.ts'
import type { TrackerOptions } from './types.ts'

/** The API takes at most 100 events per request. */
const maxEventsPerRequest = 100

/** The options with their defaults, checked. Throws a TypeError that names the option. */
export function resolveTrackerOptions(options: TrackerOptions) {
  const publicKey = (options.publicKey ?? environment('SVC_PUBLIC_KEY'))?.trim()
  if (!publicKey?.startsWith('pk_')) {
    throw new TypeError('publicKey is required and begins with pk_: pass it, or set SVC_PUBLIC_KEY')
  }
  const { serverless = false, source = 'server' } = options
  const number = (name: keyof TrackerOptions, fallback: number) => positive(name, options[name] ?? fallback)
  return {
    ...options,
    publicKey,
    source,
    serverless,
    baseUrl: resolveBaseUrl(options.baseUrl),
    flushIntervalMs: number('flushIntervalMs', 10_000),
    maxBatchSize: Math.min(maxEventsPerRequest, number('maxBatchSize', maxEventsPerRequest)),
    timeoutMs: number('timeoutMs', 10_000),
    maxConcurrency: number('maxConcurrency', 4),
    maxQueueSize: number('maxQueueSize', 100_000),
    maxQueueBytes: number('maxQueueBytes', 64 * 1024 * 1024),
    exitTimeoutMs: number('exitTimeoutMs', 5_000),
    flushOnExit: options.flushOnExit ?? (!serverless && hostProcess() !== undefined),
    warn: options.warn ?? ((message: string) => console.warn(message)),
    // Called as a plain function: some runtimes refuse a fetch that is called as a method.
    fetch: options.fetch ?? ((...args: Parameters<typeof fetch>) => globalThis.fetch(...args)),
  }
}

/** A whole number above zero. */
function positive(name: string, value: unknown): number {
  if (typeof value !== 'number' || !(value >= 1))
    throw new TypeError(`${name} must be a number of at least 1`)
  return Math.floor(value)
}
