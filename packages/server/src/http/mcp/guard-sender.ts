import type { Call } from '../endpoint.ts'
import type { Reply } from '../reply.ts'
import { findForeignSender } from './check-sender.ts'

/**
 * Lets allowed senders through, and lets their pages read the response. `refuse` responds to the others, with the reason
 * for people.
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

/** The response to a browser's preflight for these headers, from an allowed origin. */
export function mcpPreflightHeaders(methods: string, headers: string): Record<string, string> {
  return {
    'access-control-allow-methods': methods,
    'access-control-allow-headers': headers,
    'access-control-max-age': '86400',
  }
}

/** Lets the page read the response: only allowed senders get here. */
function corsHeaders(call: Call): Record<string, string> {
  const origin = call.header('origin')
  if (origin === null) return { vary: 'origin' }
  return {
    vary: 'origin',
    'access-control-allow-origin': origin,
    'access-control-expose-headers': 'www-authenticate, x-request-id',
  }
}
