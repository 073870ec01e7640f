import type { Position } from '../../kernel/store/ports.ts'

/** Waits until the projection has reached a position. */
export interface PositionWaiters {
  /** The position of the projection. */
  readonly reached: Position
  readonly size: number
  /** Resolves the waits for this position and for earlier ones. */
  reach(position: Position): void
  /** Resolves true once the position is reached, false after `firstMs`, or `againMs` after `restartClocks`. */
  wait(position: Position, limits: { firstMs: number; againMs?: number }): Promise<boolean>
  /** Restarts the timeout of every wait that has `againMs`. */
  restartClocks(): void
  /** Ends all waits, unreached. */
  giveUp(): void
}

interface Waiter {
  position: Position
  done: (reached: boolean) => void
  againMs: number | undefined
  timer?: NodeJS.Timeout
}

export function createPositionWaiters(): PositionWaiters {
  const waiters = new Set<Waiter>()
  let reached: Position = 0

  function giveUpAfter(waiter: Waiter, ms: number): void {
    clearTimeout(waiter.timer)
    waiter.timer = setTimeout(() => {
      waiters.delete(waiter)
      waiter.done(false)
    }, ms)
  }

  return {
    get reached() {
      return reached
    },
    get size() {
      return waiters.size
    },
    reach(position) {
      reached = position
      for (const waiter of waiters) {
        if (waiter.position > position) continue
        waiters.delete(waiter)
        clearTimeout(waiter.timer)
        waiter.done(true)
      }
    },
    wait(position, { firstMs, againMs }) {
      return new Promise<boolean>((done) => {
        const waiter: Waiter = { position, done, againMs }
        waiters.add(waiter)
        giveUpAfter(waiter, firstMs)
      })
    },
    restartClocks() {
      for (const waiter of waiters) if (waiter.againMs !== undefined) giveUpAfter(waiter, waiter.againMs)
    },
    giveUp() {
      for (const waiter of waiters) giveUpAfter(waiter, 0)
    },
  }
}
