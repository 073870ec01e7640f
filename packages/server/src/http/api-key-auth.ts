import { timingSafeEqual } from 'node:crypto'
import { hashApiKey, isApiKey, isInForce } from '../organizations/api-keys.ts'
import type { Caller } from '../kernel/operations/services.ts'
import { isAccessOpen } from '../organizations/sign-in/oauth-session.ts'
import type { Workspaces } from '../kernel/workspace/workspace.ts'
import type { ApiKey } from '../kernel/workspace/workspace-document.ts'

/**
 * The caller of `Authorization: Bearer ok_…`. Null when the header is missing or malformed, or has no valid key: a caller
 * can't tell these apart. A key with an audience is valid there only: `audience` is the caller's. `now` in Unix
 * milliseconds. Throws AppError `UNAVAILABLE` while keys can't be read, and `RATE_LIMITED` when the sender has tried many.
 */
export async function authenticate(
  authorization: string | null | undefined,
  workspaces: Workspaces,
  now: number,
  { sender, audience = null }: { sender: string | null; audience?: ApiKey['audience'] },
): Promise<Caller | null> {
  const hash = hashOfAuthorization(authorization)
  if (hash === null) return null
  const workspace = await workspaces.findByApiKeyHash(hash, sender)
  const apiKey = workspace?.document.apiKeys.find((candidate) => isSameHash(candidate.hash, hash))
  if (!workspace || apiKey === undefined || !isInForce(apiKey, now)) return null
  if (apiKey.audience && apiKey.audience !== audience) return null
  if (apiKey.session && !isAccessOpen(apiKey.session, now)) return null
  return { workspace, apiKey, grants: apiKey.grants }
}

/** Of the key in `Authorization: Bearer ok_…`; null when there is none. */
export function hashOfAuthorization(authorization: string | null | undefined): string | null {
  const key = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1]
  return key === undefined || !isApiKey(key) ? null : hashApiKey(key)
}

function isSameHash(left: string, right: string): boolean {
  return left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right))
}
