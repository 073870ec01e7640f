import { createHash, createHmac, randomBytes } from 'node:crypto'
import { type Grant, grants as allGrants, limits, readOnlyGrants } from '@customer-intel/contract'
import { hashApiKey, prefixOfApiKey } from '../api-keys.ts'

/**
 * A program that waits for a person to give it an API key. Everything is in its id, so that nothing is stored before the
 * approval, and any node can handle it. The id contains the key's hash: only the holder of the poll token can compute the
 * key itself.
 */
export interface LoginRequest {
  id: string
  /** Of the key that becomes valid with the approval. */
  keyHash: string
  keyPrefix: string
  /** The program's name for itself: not verified. */
  client: string
  /** The requested grants. */
  grants: readonly Grant[]
  /** Unix milliseconds. */
  expiresAt: number
  /** For people to compare, such as `BCDF-GHJK`. */
  userCode: string
}

export interface NewLoginRequest {
  login: LoginRequest
  /** The program's secret. */
  pollToken: string
}

/** Starts a login. `now` in Unix milliseconds. */
export function createLoginRequest(options: {
  client: string
  grants?: readonly Grant[] | undefined
  now: number
}): NewLoginRequest {
  const pollToken = randomBytes(32).toString('base64url')
  const key = keyOfPollToken(pollToken)
  const expiresAt = Math.ceil((options.now + limits.cliAuth.lifetimeMs) / 1_000) * 1_000
  const asked = {
    keyHash: hashApiKey(key),
    keyPrefix: prefixOfApiKey(key),
    client: options.client,
    grants: inOrder(options.grants ?? readOnlyGrants),
    expiresAt,
  }
  return { login: withId(asked), pollToken }
}

/**
 * Parses a request from its id; null for an invalid one. An id that ends later than one that starts now is invalid:
 * nobody can make a longer-lived link.
 */
export function readLoginRequest(id: string, now: number): LoginRequest | null {
  const content = parse(Buffer.from(id, 'base64url').toString('utf8'))
  if (!Array.isArray(content) || content.length !== 5) return null
  const [hash, keyPrefix, client, seconds, names] = content as unknown[]
  if (typeof hash !== 'string' || !/^[A-Za-z0-9_-]{43}$/.test(hash)) return null
  if (typeof keyPrefix !== 'string' || !/^ok_[A-Za-z0-9_-]{6}$/.test(keyPrefix)) return null
  if (typeof client !== 'string' || client.length > limits.cliAuth.clientLength) return null
  if (!Number.isSafeInteger(seconds)) return null
  const expiresAt = Number(seconds) * 1_000
  if (expiresAt > now + limits.cliAuth.lifetimeMs + clockSkewMs) return null
  const grants = names === 0 ? readOnlyGrants : Array.isArray(names) ? inOrder(names) : []
  if (grants.length === 0) return null
  const keyHash = Buffer.from(hash, 'base64url').toString('hex')
  return withId({ keyHash, keyPrefix, client, grants, expiresAt })
}

/** The API key of a poll token's holder, after the approval. */
export function keyOfPollToken(pollToken: string): string {
  return `ok_${createHmac('sha256', pollToken).update('customer-intel cli key').digest('base64url')}`
}

/** Distinct, in the contract's order: the same request has one id, and one code. */
function inOrder(names: readonly unknown[]): Grant[] {
  return allGrants.filter((grant) => names.includes(grant))
}

/** Between nodes. */
const clockSkewMs = 60_000

function withId(asked: Omit<LoginRequest, 'id' | 'userCode'>): LoginRequest {
  const { keyHash, keyPrefix, client, grants, expiresAt } = asked
  const content = [
    Buffer.from(keyHash, 'hex').toString('base64url'),
    keyPrefix,
    client,
    expiresAt / 1_000,
    // The usual case is short: people copy it from terminals.
    grants.join() === readOnlyGrants.join() ? 0 : grants,
  ]
  const id = Buffer.from(JSON.stringify(content)).toString('base64url')
  return { ...asked, id, userCode: userCodeOf(id) }
}

/** Without vowels, which form words, and without similar letters: the set of RFC 8628. */
const letters = 'BCDFGHJKLMNPQRSTVWXZ'

/** Of the whole id: another request has another code. */
function userCodeOf(id: string): string {
  const digest = createHash('sha256').update(`user code ${id}`).digest()
  const code = [...digest.subarray(0, 8)].map((byte) => letters[byte % letters.length]).join('')
  return `${code.slice(0, 4)}-${code.slice(4)}`
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}
