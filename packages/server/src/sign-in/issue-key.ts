import type { Grant } from '@customer-intel/contract'
import { AppError } from '../errors.ts'
import type { Caller, Services } from '../services.ts'
import type { ApiKey } from '../workspaces/workspace-document.ts'

/** The key that a program is to get. */
export type KeyToIssue = Pick<
  ApiKey,
  'name' | 'hash' | 'prefix' | 'keyType' | 'expiresAt' | 'audience' | 'session'
> & {
  /** What the person chose. */
  grants: readonly Grant[]
}

export interface IssuedKey {
  /** What the key may do: what was chosen, as far as the approver may do it. */
  grants: Grant[]
  /** What was chosen and the approver may not do. */
  withheld: Grant[]
}

/**
 * Puts a key in force for a program, by the will of the holder of another one, and keeps who did it as an audit entry.
 * It never may do more than the approver's key. Throws AppError `FORBIDDEN` when the approver's key was issued so
 * itself, or none of the grants can be given; `CONFLICT` when the key is in force already.
 */
export async function issueKey(
  { workspace, apiKey: approver, grants: held }: Caller,
  asked: KeyToIssue,
  { clock, newId, workspaces }: Pick<Services, 'clock' | 'newId' | 'workspaces'>,
  { commandId, correlationId }: { commandId: string; correlationId: string },
): Promise<IssuedKey> {
  if (approver.issuedBy)
    throw new AppError(
      'FORBIDDEN',
      'That key was itself made by a sign-in: approve with a key that svc-server keys issue made',
    )
  const grants = asked.grants.filter((grant) => held.includes(grant))
  const withheld = asked.grants.filter((grant) => !held.includes(grant))
  if (grants.length === 0)
    throw new AppError('FORBIDDEN', 'Nothing can be granted: your key has none of the grants that are ticked')
  if ((await workspaces.findByApiKeyHash(asked.hash)) !== null) throw conflict()
  const now = new Date(clock()).toISOString()
  const key: ApiKey = { ...asked, id: newId(), grants, active: true, createdAt: now, issuedBy: approver.id }
  const { id, name, prefix, keyType } = key
  // The entry comes first, as of every change: no key is without one.
  await workspace.audit.append({
    id: newId(),
    at: now,
    commandId,
    correlationId,
    apiKeyId: approver.id,
    resource: { type: 'api_key', id },
    before: {},
    after: { name, prefix, keyType, grants },
  })
  await workspace.updateDocument(({ apiKeys }) => {
    if (apiKeys.some(({ hash }) => hash === key.hash)) throw conflict()
    apiKeys.push(key)
  })
  return { grants, withheld }
}

function conflict(): AppError {
  return new AppError('CONFLICT', 'This request was approved already')
}
