/**
 * Whether a code may be sent there: https, http on this machine, or a program's own scheme, which is a domain in reverse
 * (`com.example.app:`) and so none that a browser executes or reads itself (RFC 8252, 7.1).
 */
export function isRedirectUri(uri: string): boolean {
  if (uri.length > 1_000 || !/^[\x21-\x7e]+$/.test(uri) || !URL.canParse(uri)) return false
  const url = new URL(uri)
  if (uri.includes('#') || url.username !== '' || url.password !== '') return false
  if (url.protocol === 'https:') return true
  return url.protocol === 'http:' ? isLoopback(url) : url.protocol.includes('.')
}

/** Equal texts. For loopback, where a program uses a free port, any port (RFC 8252). */
export function isSameRedirect(registered: string, asked: string): boolean {
  if (registered === asked) return true
  return [registered, asked].every((uri) => URL.canParse(uri) && isLoopback(new URL(uri)))
    ? withoutPort(registered) === withoutPort(asked)
    : false
}

/** For `form-action` of a Content-Security-Policy, which has no syntax for IPv6 addresses. */
export function cspSourceOf(uri: string): string {
  const { protocol, host } = new URL(uri)
  return /^https?:$/.test(protocol) && !host.startsWith('[') ? `${protocol}//${host}` : protocol
}

/** The target, for people. */
export function placeOf(uri: string): string {
  const url = new URL(uri)
  if (isLoopback(url)) return 'a program on this computer'
  return url.protocol === 'https:' ? url.host : `the program that opens ${url.protocol} links`
}

function isLoopback({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

function withoutPort(uri: string): string {
  const url = new URL(uri)
  url.port = ''
  return url.href
}
