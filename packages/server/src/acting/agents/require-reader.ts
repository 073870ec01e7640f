import { mayReadCustomers } from './run-for-caller.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Caller } from '../../kernel/operations/services.ts'

/**
 * Callers who decide where customers' data is sent must be allowed to read it: throws AppError `FORBIDDEN` without
 * `customer_intelligence:read`. `instead`: what they may do without it.
 */
export function requireReader(caller: Pick<Caller, 'grants'>, instead: string): void {
  if (mayReadCustomers(caller)) return
  throw new AppError(
    'FORBIDDEN',
    `This sends what is known of customers to destinations: it needs an API key with the grant customer_intelligence:read, too. ${instead}`,
  )
}
