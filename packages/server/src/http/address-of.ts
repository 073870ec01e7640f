import type { Call } from './endpoint.ts'

/**
 * The server's address for this caller, without a slash at the end. A TLS proxy states it in headers; a caller who forges
 * them only gets links that don't work.
 */
export function addressOf(call: Call, publicUrl: string | null): string {
  if (publicUrl !== null) return withoutEndSlashes(publicUrl)
  const { origin } = call
  const isTls = call.header('x-forwarded-proto')?.split(',', 1)[0]?.trim() === 'https'
  return isTls ? origin.replace(/^http:/, 'https:') : origin
}

function withoutEndSlashes(text: string): string {
  let end = text.length
  while (text[end - 1] === '/') end -= 1
  return text.slice(0, end)
}
