import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { ReceivedWebhook } from './webhook.ts'

/** Maximal difference between the signed time and ours. */
const toleranceMs = 5 * 60_000
/** Maximal number of signatures in a header that are checked. */
const maxSignatures = 10

/** `X-Hub-Signature: sha256=<hex>` over the bytes. */
export function isHubSigned(
  { header, bytes }: ReceivedWebhook,
  secrets: readonly string[],
  algorithm: 'sha1' | 'sha256',
): boolean {
  const [, given] = new RegExp(`^${algorithm}=([0-9a-f]+)$`, 'i').exec(header('x-hub-signature') ?? '') ?? []
  if (given === undefined) return false
  return secrets.some((secret) =>
    isEqual(given.toLowerCase(), createHmac(algorithm, secret).update(bytes).digest('hex')),
  )
}

/** `t=<seconds>,v1=<hex>,v1=<hex>` over `<seconds>.<bytes>`: one signature per secret during a rotation. */
export function isTimeSigned(
  { header, bytes, now }: ReceivedWebhook,
  secrets: readonly string[],
  headerName: string,
): boolean {
  const parts = (header(headerName) ?? '')
    .split(',', maxSignatures + 1)
    .map((part) => part.trim().split('=', 2))
  const seconds = parts.find(([name]) => name === 't')?.[1] ?? ''
  if (!/^\d{1,12}$/.test(seconds) || Math.abs(now - Number(seconds) * 1_000) > toleranceMs) return false
  const given = parts.flatMap(([name, value]) => (name === 'v1' && value !== undefined ? [value] : []))
  return secrets.some((secret) => {
    const expected = createHmac('sha256', secret).update(`${seconds}.`).update(bytes).digest('hex')
    return given.some((signature) => isEqual(signature, expected))
  })
}

/** A header that contains the secret itself. */
export function bearsSecret(
  { header }: ReceivedWebhook,
  secrets: readonly string[],
  headerName: string,
): boolean {
  const given = header(headerName)
  return given !== null && secrets.some((secret) => isEqual(given, secret))
}

/** In constant time. */
function isEqual(left: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(left), digest(right))
}
