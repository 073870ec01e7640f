import { isUuid } from '@customer-intel/contract'
import { AppError } from '../kernel/errors.ts'
import { explainEvent as explain } from './explain/explain-event.ts'
import type { RouteHandler } from '../kernel/operations/route-handler.ts'

/** How much of the end of the log one request searches, in bytes; a segment more at most. */
const searchBytes = 64 * 1024 * 1024

/** `GET /api/debug/events/{uuid}`: what became of an event, and whose it is. */
export const explainEventRoute: RouteHandler<'explainEvent'> = {
  async run({ params: { uuid } }, { workspace }) {
    if (!isUuid(uuid)) {
      const message = 'uuid must be a UUID such as 018f2f5e-7c1a-7d43-9a3b-0123456789ab.'
      throw new AppError('INVALID_REQUEST', message, { issues: [{ path: ['uuid'], message }] })
    }
    return explain(workspace, uuid.toLowerCase(), { searchBytes })
  },
}
