import { AppError } from '../kernel/errors.ts'

/** A body that is being received. */
export interface Receiving {
  pause(): void
  resume(): void
  refuse(error: AppError): void
}

/** One body's share of the budget, from its first byte until it is processed. */
export interface HeldBody {
  /** More bytes have arrived. May pause or refuse the body. */
  add(bytes: number): void
  /** The whole body has arrived: it is neither paused nor refused any more. */
  complete(): void
  /**
   * Call it before unzipping to this many bytes. Resolves in order of calls, once there is room. Throws AppError
   * `UNAVAILABLE` (503) when too many are waiting, or after too long a wait.
   */
  expand(bytes: number): Promise<void>
  /** The number of unzipped bytes that it holds from now on. */
  keep(bytes: number): void
  /** It is processed. May be called again. */
  release(): void
}

/** Limits what all bodies together hold, however slowly they arrive. */
export interface BodyBudget {
  /** Call it before the first byte arrives, and `release` afterwards in any case. */
  open(body: Receiving): HeldBody
}

interface Entry {
  body: Receiving
  bytes: number
  /** Unzipped bytes, a part of `bytes`. */
  expanded: number
  since: number
}

interface Waiting {
  since: number
  bytes: number
  entry: Entry
  resolve: () => void
  reject: (error: AppError) => void
}

/** While others wait, a body that takes longer than this is refused, and so is one that has waited longer. */
const slowMs = 3_000
const checkMs = 250
/** Maximal number of bodies that wait to be unzipped. */
const maxWaiting = 200

/**
 * Beyond `maxBytes` only the oldest body is received, and the others wait; beyond twice that they are refused, since each
 * paused connection still holds what was in transit. A third of it at most, or one body, is unzipped at once.
 */
export function createBodyBudget(maxBytes = 6 * 1024 * 1024): BodyBudget {
  /** Oldest first. */
  const receiving = new Set<Entry>()
  const paused = new Set<Entry>()
  const waiting: Waiting[] = []
  let held = 0
  let expanded = 0
  let timer: NodeJS.Timeout | null = null

  const isOldest = (entry: Entry): boolean => receiving.values().next().value === entry

  function add(entry: Entry, bytes: number): void {
    entry.bytes += bytes
    held += bytes
    if (held <= maxBytes || isOldest(entry)) return
    if (held > 2 * maxBytes) refuse(entry)
    else {
      entry.body.pause()
      paused.add(entry)
      watch()
    }
  }

  function refuse(entry: Entry): void {
    release(entry)
    entry.body.refuse(tooMuch())
  }

  function release(entry: Entry): void {
    receiving.delete(entry)
    paused.delete(entry)
    held -= entry.bytes
    expanded -= entry.expanded
    entry.bytes = 0
    entry.expanded = 0
    expandNext()
    resumeNext()
  }

  function keep(entry: Entry, bytes: number): void {
    const given = entry.expanded - bytes
    entry.bytes -= given
    entry.expanded -= given
    held -= given
    expanded -= given
    expandNext()
    resumeNext()
  }

  function resumeNext(): void {
    for (const entry of receiving) {
      if (paused.size === 0) return
      if (paused.delete(entry)) entry.body.resume()
      if (held > maxBytes) return
    }
  }

  function expandNext(): void {
    for (;;) {
      const next = waiting[0]
      if (next === undefined || (expanded > 0 && expanded + next.bytes > maxBytes / 3)) return
      waiting.shift()
      next.entry.bytes += next.bytes
      next.entry.expanded += next.bytes
      held += next.bytes
      expanded += next.bytes
      next.resolve()
    }
  }

  function watch(): void {
    timer ??= setInterval(refuseSlow, checkMs).unref()
  }

  function refuseSlow(): void {
    const until = performance.now() - slowMs
    for (const entry of receiving) {
      if (paused.size === 0 || entry.since > until) break
      refuse(entry)
    }
    while (waiting[0] !== undefined && waiting[0].since <= until) waiting.shift()?.reject(tooMuch())
    if (paused.size > 0 || waiting.length > 0 || timer === null) return
    clearInterval(timer)
    timer = null
  }

  return {
    open(body) {
      const entry: Entry = { body, bytes: 0, expanded: 0, since: performance.now() }
      receiving.add(entry)
      return {
        add: (bytes) => add(entry, bytes),
        complete() {
          receiving.delete(entry)
          paused.delete(entry)
          // Another one is the oldest now.
          resumeNext()
        },
        expand: (bytes) =>
          new Promise((resolve, reject) => {
            if (waiting.length >= maxWaiting) {
              reject(tooMuch())
              return
            }
            waiting.push({ since: performance.now(), bytes, entry, resolve, reject })
            watch()
            expandNext()
          }),
        keep: (bytes) => keep(entry, bytes),
        release: () => release(entry),
      }
    },
  }
}

function tooMuch(): AppError {
  const message = 'Too much is being received at once: send this again'
  return new AppError('UNAVAILABLE', message, { retryAfterSeconds: 1 })
}
