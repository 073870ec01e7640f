import { AppError } from '../kernel/errors.ts'
import type { UserName } from './reads/customer-reads.ts'

/** A reference that means nobody, or several people. */
export function notOneUser(candidates: readonly UserName[]): AppError {
  if (candidates.length === 0) {
    const message =
      'user names nobody: give an id, your own id or an e-mail address, as svc_list_users shows them'
    return new AppError('NOT_FOUND', message, { issues: [{ path: ['user'], message }] })
  }
  const described = candidates.map(
    ({ id, name, email }) => `${id} (${[name, email].filter(Boolean).join(', ') || 'no name'})`,
  )
  return new AppError(
    'AMBIGUOUS_REFERENCE',
    `user names several people: give the id of one. ${described.join('; ')}`,
    { issues: described.map((message) => ({ path: ['user'], message })) },
  )
}
