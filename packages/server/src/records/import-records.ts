import { AppError, isAppError } from '../kernel/errors.ts'
import { internalPeople } from '../customers/identity/internal-people.ts'
import { appendRecords } from '../kernel/log/append-records.ts'
import type { Workspace } from '../kernel/workspace/workspace.ts'
import { type AcceptedRecords, acceptRecords } from './accept-records.ts'

export interface ImportRecordsOptions {
  /** Server time, Unix milliseconds. */
  now: number
  /** Called regularly: returns a promise to wait for, so that other work can run, or null. Default: none. */
  pause?: () => Promise<void> | null
  /** Validate them, append nothing. Default false. */
  dryRun?: boolean
}

/**
 * Imports records into an organization's log. Resolves once every accepted record is durable; rejects with AppError
 * `LOG_UNAVAILABLE` otherwise, when some of them may be durable: sending all of them again is harmless.
 */
export async function importRecords(
  { log, readModels, document }: Pick<Workspace, 'log' | 'readModels' | 'document'>,
  candidates: readonly unknown[],
  { now, pause, dryRun = false }: ImportRecordsOptions,
): Promise<Omit<AcceptedRecords, 'records'>> {
  const { records, ...outcome } = await acceptRecords(candidates, {
    now,
    pause,
    internal: internalPeople([], document.settings.domains),
    async resolveCustomerKeys(ids) {
      const { current } = await readModels.fresh()
      const keys = await readModels.resolveCustomerKeys(ids)
      if (current || keys.size === ids.length) return keys
      // A customer that was created a moment ago must not be rejected as unknown.
      const exact = await readModels.exact().catch(explainUnavailable)
      return exact.resolveCustomerKeys(ids)
    },
  })
  if (!dryRun) await appendRecords(log, records, { receivedAt: now, pause })
  return outcome
}

function explainUnavailable(cause: unknown): never {
  if (!isAppError(cause)) throw cause
  const remedy =
    'Nothing was stored: send it again, or name customers by customerId, domain, email or userId, which needs no look-up.'
  const message = `Customers can't be looked up by their public id now. ${remedy}`
  throw new AppError('READS_UNAVAILABLE', message, { cause, retryAfterSeconds: 5 })
}
