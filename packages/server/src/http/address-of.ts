import type { Call } from './endpoint.ts'

/**
 * Where the caller reaches this server, without a slash at the end. A proxy that speaks TLS says so; whoever lies about it
 * gets links that don't work, and nobody else does.
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
