import { AppError } from '../errors.ts'

/** A body that is being received. */
export interface Receiving {
  pause(): void
  resume(): void
  refuse(error: AppError): void
}

/** Bounds what all bodies together hold while they are received, however slowly they come. */
export interface BodyBudget {
  /** Called once before, and `release` once after. */
  begin(body: Receiving): void
  /** So many bytes more are held. May pause the body, or refuse it. */
  hold(body: Receiving, bytes: number): void
  release(body: Receiving): void
}

/** While others wait, a body that takes longer than this is refused. */
const slowMs = 3_000
const lookMs = 250

/**
 * Beyond `maxBytes` the oldest body goes on and the others wait for it; beyond three times that they are refused: what
 * each connection brings unasked adds up too.
 */
export function createBodyBudget(maxBytes = 8 * 1024 * 1024): BodyBudget {
  /** The oldest first. */
  const receiving = new Map<Receiving, { bytes: number; since: number }>()
  const paused = new Set<Receiving>()
  let held = 0
  let timer: NodeJS.Timeout | null = null

  const isOldest = (body: Receiving): boolean => receiving.keys().next().value === body

  function refuse(body: Receiving): void {
    release(body)
    const message = 'Too much is being received at once: send this again'
    body.refuse(new AppError('UNAVAILABLE', message, { retryAfterSeconds: 1 }))
  }

  function release(body: Receiving): void {
    held -= receiving.get(body)?.bytes ?? 0
    receiving.delete(body)
    paused.delete(body)
    for (const other of receiving.keys()) {
      if (paused.delete(other)) other.resume()
      if (held > maxBytes || paused.size === 0) return
    }
  }

  function refuseSlow(): void {
    const now = performance.now()
    for (const [body, { since }] of receiving) {
      if (paused.size === 0 || now - since < slowMs) break
      refuse(body)
    }
    if (paused.size > 0 || timer === null) return
    clearInterval(timer)
    timer = null
  }

  return {
    begin: (body) => void receiving.set(body, { bytes: 0, since: performance.now() }),
    hold(body, bytes) {
      const own = receiving.get(body)
      if (own === undefined) return
      own.bytes += bytes
      held += bytes
      if (held <= maxBytes || isOldest(body)) return
      if (held > 3 * maxBytes) refuse(body)
      else {
        body.pause()
        paused.add(body)
        timer ??= setInterval(refuseSlow, lookMs).unref()
      }
    },
    release,
  }
}
