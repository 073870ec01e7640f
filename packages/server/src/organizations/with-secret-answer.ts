import type { OperationName } from '@customer-intel/contract'
import type { RouteHandler } from '../kernel/operations/route-handler.ts'

/** A command whose answer holds a secret that is kept as a hash alone: so the answer isn't kept for a repetition, either. */
export function withSecretAnswer<Name extends OperationName>(
  handler: RouteHandler<Name>,
): RouteHandler<Name> {
  return { ...handler, isRepeatable: () => true }
}
