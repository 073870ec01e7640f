import { AsyncLocalStorage } from 'node:async_hooks'
import { patienceMs } from '../../../../tests/support/patience.ts'
import { openReadModels } from '../../src/projector/process/open-read-models.ts'
import { createSlots } from '../../src/projector/process/slots.ts'
import { createSqlReads } from '../../src/projector/schema.ts'
import type { OpenReadModels } from '../../src/app/workspaces/open-workspaces.ts'

export interface HeldReadModels {
  open: OpenReadModels
  /** From now on nothing more of the log is applied. */
  hold(): void
  release(): void
  /** What a call gives, and the names of the reads that it made. */
  watch<Result>(call: () => Promise<Result>): Promise<{ result: Result; reads: string[] }>
}

/** Real read models that can be held back behind their log, and tell which reads answered a call. */
export function heldReadModels(): HeldReadModels {
  const slots = createSlots(8)
  const watched = new AsyncLocalStorage<Set<string>>()
  let release = () => {}
  let held: Promise<void> | null = null
  const nowhere = { all: () => Promise.reject(new Error('There is no database here.')) }
  const names = [
    ...Object.keys(createSqlReads(nowhere, Date.now)),
    'refreshFacts',
    'evaluateSignal',
    'runUntrusted',
  ]

  return {
    async open(where) {
      const log: typeof where.log = {
        ...where.log,
        async read(from, until, options) {
          // How far they lag behind is asked for by the first record alone.
          if (options?.maxBytes !== 1) await held
          return where.log.read(from, until, options)
        },
      }
      const readModels = await openReadModels({ ...where, log, slots })
      const fresh = readModels.fresh.bind(readModels)
      const exact = readModels.exact.bind(readModels)
      const within = () => ({ withinMs: held === null ? patienceMs : 20 })
      readModels.fresh = () => fresh(within())
      readModels.exact = () => exact(within())
      const reads = readModels as unknown as Record<string, (...values: unknown[]) => unknown>
      for (const name of names) {
        const read = reads[name]!
        reads[name] = (...values) => {
          watched.getStore()?.add(name)
          return read(...values)
        }
      }
      return readModels
    },
    hold() {
      held ??= new Promise((resolve) => (release = resolve))
    },
    release() {
      held = null
      release()
    },
    async watch(call) {
      const reads = new Set<string>()
      const result = await watched.run(reads, call)
      return { result, reads: [...reads] }
    },
  }
}
