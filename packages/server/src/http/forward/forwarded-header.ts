import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Call } from '../endpoint.ts'

/** Of a request that one node passes on to another one, and of the answer that refuses it. */
export const forwardedHeader = 'x-svc-forwarded'

/** What the node says that was asked. */
export interface Forwarded {
  organizationId: string
  /** Who asked it, as {@link Call.sender}. */
  sender: string | null
}

type Signed = Pick<Call, 'method' | 'target' | 'requestId'>

/** Signed with the secret of the node that is asked, for this request alone. */
export function writeForwarded({ organizationId, sender }: Forwarded, call: Signed, secret: string): string {
  const text = Buffer.from(JSON.stringify([organizationId, sender])).toString('base64url')
  return `${text}.${sign(text, call, secret)}`
}

/** Null for a header that no node wrote for this request. */
export function readForwarded(header: string, call: Signed, secret: string): Forwarded | null {
  const [text = '', signature = ''] = header.split('.', 2)
  const [given, right] = [signature, sign(text, call, secret)].map((part) => Buffer.from(part))
  if (given!.length !== right!.length || !timingSafeEqual(given!, right!)) return null
  const [organizationId, sender] = JSON.parse(Buffer.from(text, 'base64url').toString()) as [
    string,
    string | null,
  ]
  return { organizationId, sender }
}

function sign(text: string, { method, target, requestId }: Signed, secret: string): string {
  return createHmac('sha256', secret)
    .update(`${text}\n${method}\n${target}\n${requestId}`)
    .digest('base64url')
}
