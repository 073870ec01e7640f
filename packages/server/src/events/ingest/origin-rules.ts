/**
 * Who may send events from a browser. A rule is one of
 * - an exact origin, `https://app.example.com` (with its port, where it has one);
 * - a host, `example.com` or `example.com:8080`: both schemes, and any port unless one is named;
 * - `*.example.com`: every subdomain, on label borders, and not `example.com` itself;
 * - `null`: the opaque origin of sandboxed frames and files.
 */
export type OriginRule =
  | { kind: 'origin'; origin: string }
  | { kind: 'host'; host: string; port: string | null }
  | { kind: 'subdomains'; suffix: string; port: string | null }
  | { kind: 'null' }

/** Parses a rule; null for an invalid one. */
export function parseOriginRule(text: string): OriginRule | null {
  if (text === 'null') return { kind: 'null' }
  if (/^https?:\/\//i.test(text)) {
    const url = parseUrl(text)
    if (url === null || url.pathname !== '/' || url.search !== '' || url.hash !== '' || url.username !== '')
      return null
    return { kind: 'origin', origin: url.origin }
  }
  const wildcard = text.startsWith('*.')
  const authority = wildcard ? text.slice(2) : text
  if (!/^[^/?#@*\s]+$/.test(authority)) return null
  const url = parseUrl(`https://${authority}`)
  if (url === null) return null
  // The URL parser drops a scheme's default port: it is read from the text.
  const port = /:(\d+)$/.exec(authority)?.[1] ?? null
  if (!wildcard) return { kind: 'host', host: url.hostname, port }
  return url.hostname.includes(':') ? null : { kind: 'subdomains', suffix: `.${url.hostname}`, port }
}

/**
 * Checks `Origin` headers against rules. An empty list means the default: localhost and loopback addresses, on any port.
 * An invalid rule (from editing the file by hand) allows nothing.
 */
export function createOriginCheck(rules: readonly string[]): (origin: string) => boolean {
  const parsed = rules.map(parseOriginRule).filter((rule) => rule !== null)
  const allows =
    rules.length === 0 ? isLoopbackOrigin : (origin: string) => parsed.some((rule) => matches(rule, origin))
  const known = new Map<string, boolean>()
  return (origin) => {
    const answer = known.get(origin)
    if (answer !== undefined) return answer
    // Callers choose the header: the cache must not grow without limit.
    if (known.size >= 1_000) known.clear()
    const allowed = origin.length <= 300 && allows(origin)
    if (origin.length <= 300) known.set(origin, allowed)
    return allowed
  }
}

function matches(rule: OriginRule, origin: string): boolean {
  if (rule.kind === 'null') return origin === 'null'
  const url = parseOrigin(origin)
  if (url === null) return false
  if (rule.kind === 'origin') return url.origin === rule.origin
  if (rule.port !== null && rule.port !== portOf(url)) return false
  return rule.kind === 'host' ? url.hostname === rule.host : url.hostname.endsWith(rule.suffix)
}

function isLoopbackOrigin(origin: string): boolean {
  const host = parseOrigin(origin)?.hostname ?? ''
  return (
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    host === '[::1]' ||
    /^127(\.\d{1,3}){3}$/.test(host)
  )
}

/** An origin as sent by browsers: scheme, host, optional port, nothing else. */
function parseOrigin(origin: string): URL | null {
  const url = /^https?:\/\/[^/?#@\\\s]+$/i.test(origin) ? parseUrl(origin) : null
  return url
}

function portOf(url: URL): string {
  if (url.port !== '') return url.port
  return url.protocol === 'https:' ? '443' : '80'
}

function parseUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null
}
