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
 * Beyond `maxBytes` a body waits for others to be done, and beyond twice that it is refused: what each connection brings
 * unasked adds up too.
 */
export function createBodyBudget(maxBytes = 16 * 1024 * 1024): BodyBudget {
  /** The oldest first. */
  const receiving = new Map<Receiving, { bytes: number; since: number }>()
  const paused = new Set<Receiving>()
  let held = 0
  let timer: NodeJS.Timeout | null = null

  function refuse(body: Receiving): void {
    release(body)
    const message = 'Too much is being received at once: send this again'
    body.refuse(new AppError('UNAVAILABLE', message, { retryAfterSeconds: 1 }))
  }

  function release(body: Receiving): void {
    held -= receiving.get(body)?.bytes ?? 0
    receiving.delete(body)
    paused.delete(body)
    for (const other of paused) {
      if (held > maxBytes) return
      paused.delete(other)
      other.resume()
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
      if (held > 2 * maxBytes) refuse(body)
      else if (held > maxBytes) {
        body.pause()
        paused.add(body)
        timer ??= setInterval(refuseSlow, lookMs).unref()
      }
    },
    release,
  }
}
