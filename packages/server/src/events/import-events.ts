import { isAppError } from '../kernel/errors.ts'
import { ingest, type Ingested, ingestTargetOf } from './ingest/ingest.ts'
import { yieldEvery } from '../kernel/yield-every.ts'
import type { RouteHandler } from '../kernel/operations/route-handler.ts'

/** `POST /api/events`: answers once every accepted event is durable; 207 when others were refused. */
export const importEvents: RouteHandler<'importEvents'> = {
  async run({ body }, { workspace, clock, metrics, setStatus }) {
    const counters = metrics.of(workspace)
    const pause = yieldEvery()
    const target = ingestTargetOf(workspace)
    // Together they share one write to the disk. What was begun is waited for, also when another one fails.
    const outcomes = await Promise.allSettled(
      body.batches.map((batch) => ingest(target, batch, { counters, clock, pause }).catch(refused)),
    )
    const taken = outcomes.map((outcome) => {
      if (outcome.status === 'rejected') throw outcome.reason
      return outcome.value
    })
    const processed = taken.reduce((sum, one) => sum + one.processed, 0)
    const errors = taken.flatMap((one, batch) => one.errors.map((error) => ({ batch, ...error })))
    if (errors.length === 0) return { success: true, processed }
    setStatus(207)
    return { success: false, processed, errors }
  },
}

/** A batch that is malformed as a whole keeps no other out. Throws whatever else it is. */
function refused(error: unknown): Ingested {
  if (!isAppError(error) || error.code !== 'INVALID_REQUEST') throw error
  return { processed: 0, errors: [{ index: -1, message: error.message }], warnings: [] }
}
