import { type Role, roleGrants } from '@customer-intel/contract'
import { AppError } from '../../kernel/errors.ts'
import type { Caller } from '../../kernel/operations/services.ts'

/**
 * Throws AppError `FORBIDDEN` when the caller may not make somebody this, or act for somebody who is: nobody gives what
 * they haven't, and owners are named by owners, or by a key that may do everything.
 */
export function requireMayGive({ grants, user }: Pick<Caller, 'grants' | 'user'>, role: Role): void {
  const missing = roleGrants[role].filter((grant) => !grants.includes(grant))
  if (missing.length > 0)
    throw new AppError(
      'FORBIDDEN',
      `Only who has all grants of the role ${role} may do this: ${missing.join(', ')} missing`,
    )
  if (role === 'owner' && user && user.role !== 'owner')
    throw new AppError('FORBIDDEN', 'Only an owner may do this to owners, or name one')
}
