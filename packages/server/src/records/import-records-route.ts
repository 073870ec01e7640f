import { importRecords as importInto } from './import-records.ts'
import { findKnownRecords } from './find-known-records.ts'
import { yieldEvery } from '../kernel/yield-every.ts'
import type { RouteHandler } from '../kernel/operations/route-handler.ts'

/** `POST /api/records`: answers once every accepted record is durable; 207 when others were refused. */
export const importRecordsRoute: RouteHandler<'importRecords'> = {
  async run({ body }, { workspace, clock, setStatus }) {
    const { dryRun } = body
    const { accepted, processed, errors } = await importInto(workspace, body.records, {
      now: clock(),
      pause: yieldEvery(),
      dryRun,
    })
    const known = dryRun ? { known: await findKnownRecords(workspace, accepted) } : {}
    if (errors.length === 0) return { success: true, processed, ...known }
    setStatus(207)
    return { success: false, processed, errors, ...known }
  },
}
