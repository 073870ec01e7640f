import { timingSafeEqual } from 'node:crypto'
import type { Grant } from '@customer-intel/contract'
import { hashApiKey, isApiKey, isInForce } from '../platform/api-keys.ts'
import type { Store, Workspace } from '../store/store.ts'
import type { ApiKey } from '../store/workspace-document.ts'

/** Who calls: a key, and the organization that it opens. */
export interface Principal {
  workspace: Workspace
  apiKey: ApiKey
  grants: readonly Grant[]
}

/**
 * Finds whom `Authorization: Bearer ok_…` names. Null when the header is missing, malformed, or names no active key:
 * a caller can't tell these apart. `now` in Unix milliseconds. Throws AppError `UNAVAILABLE` while keys can't be read.
 */
export async function authenticate(
  authorization: string | null | undefined,
  store: Store,
  now: number,
): Promise<Principal | null> {
  const key = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1]
  if (key === undefined || !isApiKey(key)) return null
  const hash = hashApiKey(key)
  const workspace = await store.findByApiKeyHash(hash)
  const apiKey = workspace?.document.apiKeys.find((candidate) => isSameHash(candidate.hash, hash))
  if (!workspace || apiKey === undefined || !isInForce(apiKey, now)) return null
  return { workspace, apiKey, grants: apiKey.grants }
}

function isSameHash(left: string, right: string): boolean {
  return left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right))
}
