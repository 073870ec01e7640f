import { limits } from '@customer-intel/contract'
import { AppError } from '../kernel/errors.ts'
import type { Workspace } from '../kernel/workspace/workspace.ts'

/** The streams that are being answered. */
export interface OpenStreams {
  /**
   * The parts that `make` resolves with as bytes, one at a time as they are taken; `abort` is called when the taker is
   * gone, and when the server stops. Rejects as `make` does, and with AppError `RATE_LIMITED` beyond
   * {@link limits.events.streams} of an organization.
   */
  open(
    workspace: Workspace,
    make: () => Promise<AsyncIterable<string>>,
    abort: AbortController,
  ): Promise<ReadableStream<Uint8Array>>
  /** Ends all of them, so that their connections are free. */
  end(): void
}

export function createOpenStreams(): OpenStreams {
  const open = new Set<AbortController>()
  const counts = new WeakMap<Workspace, number>()
  const encoder = new TextEncoder()

  function enter(workspace: Workspace, abort: AbortController): () => void {
    const count = counts.get(workspace) ?? 0
    const max = limits.events.streams
    if (count >= max)
      throw new AppError('RATE_LIMITED', `${max} streams of this workspace are open: end one first`, {
        retryAfterSeconds: 5,
      })
    counts.set(workspace, count + 1)
    open.add(abort)
    return () => {
      if (open.delete(abort)) counts.set(workspace, (counts.get(workspace) ?? 1) - 1)
    }
  }

  return {
    async open(workspace, make, abort) {
      const leave = enter(workspace, abort)
      const parts = await make().catch((error: unknown) => {
        leave()
        throw error
      })
      const taken = parts[Symbol.asyncIterator]()
      return new ReadableStream<Uint8Array>(
        {
          async pull(controller) {
            try {
              const { value, done } = await taken.next()
              if (done !== true) return controller.enqueue(encoder.encode(value))
              leave()
              controller.close()
            } catch (error) {
              leave()
              controller.error(error)
            }
          },
          cancel() {
            leave()
            abort.abort()
          },
        },
        { highWaterMark: 0 },
      )
    },
    end() {
      for (const abort of open) abort.abort()
    },
  }
}
