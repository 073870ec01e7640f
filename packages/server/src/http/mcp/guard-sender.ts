import type { Call } from '../endpoint.ts'
import type { Reply } from '../reply.ts'
import { findForeignSender } from './check-sender.ts'

/**
 * Lets through who may ask, and lets a page that asked read the answer. `refuse` answers the others, by the reason for
 * people.
 */
export function guardSender(
  publicUrl: string | null,
  refuse: (reason: string) => Reply,
  handle: (call: Call) => Reply | Promise<Reply>,
): (call: Call) => Promise<Reply> {
  return async (call) => {
    const foreign = findForeignSender(call, publicUrl)
    if (foreign !== null) return refuse(foreign)
    const reply = await handle(call)
    return { ...reply, headers: { ...reply.headers, ...corsHeaders(call) } }
  }
}

/** What a browser asks before a page of an allowed origin may send these headers. */
export function preflightHeaders(methods: string, headers: string): Record<string, string> {
  return {
    'access-control-allow-methods': methods,
    'access-control-allow-headers': headers,
    'access-control-max-age': '86400',
  }
}

/** The page may read the answer: where it may not ask, it was turned away before. */
function corsHeaders(call: Call): Record<string, string> {
  const origin = call.header('origin')
  if (origin === null) return { vary: 'origin' }
  return {
    vary: 'origin',
    'access-control-allow-origin': origin,
    'access-control-expose-headers': 'www-authenticate, x-request-id',
  }
}
