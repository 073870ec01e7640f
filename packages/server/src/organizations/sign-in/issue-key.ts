import type { Grant } from '@customer-intel/contract'
import { AppError } from '../../kernel/errors.ts'
import type { Caller, Services } from '../../kernel/operations/services.ts'
import type { ApiKey } from '../../kernel/workspace/workspace-document.ts'

/** The key for a program. */
export type KeyToIssue = Pick<
  ApiKey,
  'name' | 'hash' | 'prefix' | 'keyType' | 'expiresAt' | 'audience' | 'session'
> & {
  /** The person's choice. */
  grants: readonly Grant[]
}

export interface IssuedKey {
  /** The key's grants: those chosen that the approver has. */
  grants: Grant[]
  /** Chosen grants that the approver doesn't have. */
  withheld: Grant[]
}

/**
 * Makes a key valid for a program, by decision of another key's holder, with an audit entry. It never has more grants
 * than the approver's key. Throws AppError `FORBIDDEN` when the approver's key was itself issued this way, or none of the
 * grants can be given; `CONFLICT` when the key is valid already.
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
  // The entry is written first, as for every change: no key is without one.
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
