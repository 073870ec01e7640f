import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Grant } from '@customer-intel/contract'
import type { ApiKey, PublicKey } from '../kernel/workspace/workspace-document.ts'

/** What an API key looks like: `ok_` and at least 32 letters, digits, `-` or `_`. */
export function isApiKey(text: string): boolean {
  return /^ok_[A-Za-z0-9_-]{32,200}$/.test(text)
}

/** What a public key looks like: `pk_` and letters, digits, `-` or `_`. */
export function isPublicKey(text: string): boolean {
  return /^pk_[A-Za-z0-9_-]{1,190}$/.test(text)
}

/** SHA-256, hex. A key has 256 random bits: there is nothing to guess, so a slow hash would only slow every request. */
export function hashApiKey(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

/** A new secret of 256 random bits, `ok_…`. Show it once; only its hash is kept. */
export function generateApiKey(): string {
  return `ok_${randomBytes(32).toString('base64url')}`
}

/** A new public key, `pk_…`: it names an organization and is no secret. */
export function generatePublicKey(): string {
  return `pk_${randomBytes(18).toString('base64url')}`
}

/** The first 9 characters, for people to tell keys apart. */
export function prefixOfApiKey(key: string): string {
  return key.slice(0, 9)
}

/** Whether a key opens its organization at this moment, Unix milliseconds: it was not revoked, and its time is not over. */
export function isInForce({ active, expiresAt }: ApiKey, now: number): boolean {
  return active && (!expiresAt || now < Date.parse(expiresAt))
}

/** The line that an organization keeps of an API key. */
export function toApiKey(
  key: string,
  options: {
    name: string
    grants: readonly Grant[]
    now: number
    keyType?: ApiKey['keyType']
    issuedBy?: ApiKey['issuedBy']
  },
): ApiKey {
  return {
    id: randomUUID(),
    name: options.name,
    prefix: prefixOfApiKey(key),
    hash: hashApiKey(key),
    grants: [...options.grants],
    keyType: options.keyType ?? 'api',
    active: true,
    createdAt: new Date(options.now).toISOString(),
    ...(options.issuedBy && { issuedBy: options.issuedBy }),
  }
}

/** The line that an organization keeps of a public key. */
export function toPublicKey(key: string, now: number): PublicKey {
  return { key, active: true, createdAt: new Date(now).toISOString() }
}
