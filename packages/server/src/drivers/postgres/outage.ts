import { reasonOf } from '../../kernel/reason-of.ts'
export interface Outage {
  /** Why no statement is tried now; null while the database answers. */
  readonly reason: string | null
  /**
   * Runs a statement. Rejects at once during an outage, and as soon as one is noticed; `isGivenUp` says so to a statement that
   * hasn't been sent yet.
   */
  run<Result>(statement: (isGivenUp: () => boolean) => Promise<Result>): Promise<Result>
  /** Asks whether the database is there: a statement has failed as it does when it isn't. */
  check(): void
  close(): void
}

/** Without any answer for so long, while statements wait for one, the database is asked. */
const silenceMs = 500
const tickMs = 100
/** During an outage the database is asked once in this time. */
const askEveryMs = 1_000

/**
 * Notices that a database has gone away, also when it neither answers nor closes its connections, and that it is back.
 * `ask` resolves if it is there.
 */
export function watchForOutage({
  ask,
  onAway,
  onBack,
}: {
  ask: () => Promise<void>
  onAway: (reason: string) => void
  onBack: () => void
}): Outage {
  const waiting = new Set<{ since: number; giveUp: (error: Error) => void }>()
  let reason: string | null = null
  let answeredAt = 0
  let asking = false
  let closed = false
  let ticking: NodeJS.Timeout | null = null
  let asksNext: NodeJS.Timeout | null = null

  function tick(): void {
    const [oldest] = waiting
    if (oldest === undefined) {
      clearInterval(ticking ?? undefined)
      ticking = null
    } else if (performance.now() - Math.max(answeredAt, oldest.since) > silenceMs) check()
  }

  function check(): void {
    if (asking || closed || asksNext !== null) return
    asking = true
    ask().then(
      () => {
        asking = false
        answeredAt = performance.now()
        if (reason === null || closed) return
        reason = null
        onBack()
      },
      (error: unknown) => {
        asking = false
        if (!closed) noteAway(reasonOf(error))
      },
    )
  }

  function noteAway(why: string): void {
    const isNew = reason === null
    reason = why
    asksNext = setTimeout(() => {
      asksNext = null
      check()
    }, askEveryMs).unref()
    if (isNew) onAway(why)
    for (const { giveUp } of waiting) giveUp(new Error(why))
  }

  return {
    get reason() {
      return reason
    },
    run(statement) {
      if (reason !== null) return Promise.reject(new Error(reason))
      ticking ??= setInterval(tick, tickMs).unref()
      return new Promise((resolve, reject) => {
        let isGivenUp = false
        const entry = {
          since: performance.now(),
          giveUp(error: Error) {
            isGivenUp = true
            waiting.delete(entry)
            reject(error)
          },
        }
        waiting.add(entry)
        const answered = (settle: () => void) => {
          waiting.delete(entry)
          answeredAt = performance.now()
          settle()
        }
        statement(() => isGivenUp).then(
          (result) => answered(() => resolve(result)),
          (error: unknown) => answered(() => reject(error)),
        )
      })
    },
    check,
    close() {
      closed = true
      for (const timer of [ticking, asksNext]) clearTimeout(timer ?? undefined)
    },
  }
}
