import type { Call } from '../endpoint.ts'
import { addressOf } from '../address-of.ts'

const maxAgeSeconds = 30 * 24 * 60 * 60

/** Whether the caller reaches this server by TLS, as far as it knows. */
export function isSecure(call: Call, publicUrl: string | null): boolean {
  return addressOf(call, publicUrl).startsWith('https:')
}

/** The secret of the session's cookie; null without one. */
export function readSessionCookie(call: Call, publicUrl: string | null): string | null {
  const name = nameOf(isSecure(call, publicUrl))
  for (const pair of (call.header('cookie') ?? '').split(';')) {
    const [key, value = ''] = pair.trim().split('=', 2)
    if (key === name && /^[A-Za-z0-9_-]{43}$/.test(value)) return value
  }
  return null
}

/** The header that sets the cookie; with null, the one that removes it. */
export function sessionCookie(call: Call, publicUrl: string | null, secret: string | null): string {
  const secure = isSecure(call, publicUrl)
  return [
    `${nameOf(secure)}=${secret ?? ''}`,
    'Path=/',
    'HttpOnly',
    // Strict would make somebody who comes by a link look signed out.
    'SameSite=Lax',
    `Max-Age=${secret === null ? 0 : maxAgeSeconds}`,
    ...(secure ? ['Secure'] : []),
  ].join('; ')
}

/** By plain http browsers refuse the prefix, and Secure would lock everybody out. */
function nameOf(secure: boolean): string {
  return secure ? '__Host-svc_session' : 'svc_session'
}
