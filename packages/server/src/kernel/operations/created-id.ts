import { derivedUuid } from '../log/derived-uuid.ts'
import type { RouteContext } from './route-handler.ts'

/** So long a repetition is known as one, as answers under an `Idempotency-Key` are kept; in milliseconds. */
const repeatedMs = 24 * 60 * 60_000

interface Created {
  id: string
  /** ISO 8601. */
  createdAt: string
  archivedAt?: string | null
}

/**
 * The id of what a command creates. Under an `Idempotency-Key` it follows from the request, so that a repetition of one whose
 * answer wasn't kept, since the server was killed, finds among `all` what was made already.
 */
export function createdId(
  { requestName, workspace, newId, clock }: RouteContext,
  all: readonly Created[],
): string {
  if (requestName === null) return newId()
  const id = derivedUuid(`created ${workspace.organization.id} ${requestName}`)
  const made = all.find((one) => one.id === id)
  const isOld = made !== undefined && clock() - Date.parse(made.createdAt) > repeatedMs
  return isOld || (made?.archivedAt ?? null) !== null ? newId() : id
}
