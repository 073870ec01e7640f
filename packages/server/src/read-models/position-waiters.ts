import type { Position } from '../store/ports.ts'

/** Those who wait until the projection has passed a position. */
export interface PositionWaiters {
  /** How far the projection is. */
  readonly reached: Position
  readonly size: number
  /** Tells those who waited for this position or an earlier one. */
  reach(position: Position): void
  /** Resolves true once the position is passed, false after `firstMs`, or `againMs` after the clocks were restarted. */
  wait(position: Position, limits: { firstMs: number; againMs?: number }): Promise<boolean>
  /** The wait proper begins now, for everybody who gave `againMs`. */
  restartClocks(): void
  /** Nobody's wait will end otherwise. */
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
