/** What of a request tells which site it was made from. */
interface Sender {
  header: (name: string) => string | null
}

/**
 * Why this request may not come in, for people; null when it may. A page on the internet can name a host of its own that
 * resolves to this machine (DNS rebinding): a host is an address, a name of this machine or its network, or the one that
 * `publicUrl` says. And a page of another site may not ask at all.
 */
export function findForeignSender({ header }: Sender, publicUrl: string | null): string | null {
  const host = hostNameOf(header('host'))
  const publicHost = publicUrl === null ? null : new URL(publicUrl).hostname
  if (host !== null && !isLocalName(host) && host !== publicHost)
    return `This server isn't known as ${host.slice(0, 100)}: set SVC_PUBLIC_URL to the address that it is reached by`
  const origin = header('origin')
  if (origin === null || isAllowedOrigin(origin, { header }, publicUrl)) return null
  return `Pages of ${origin.slice(0, 100)} may not ask this server`
}

function isAllowedOrigin(origin: string, { header }: Sender, publicUrl: string | null): boolean {
  if (!URL.canParse(origin)) return false
  const { host, hostname, protocol, origin: own } = new URL(origin)
  if (protocol !== 'https:' && protocol !== 'http:') return false
  if (publicUrl !== null && own === new URL(publicUrl).origin) return true
  const asked = header('host')
  // Another program of this machine, such as an inspector, where this server is one too.
  if (isLoopback(hostname)) return asked === null || isLoopback(hostNameOf(asked) ?? '')
  return asked !== null && host === asked.toLowerCase()
}

/** Without the port; null for none, empty for what is no host. */
function hostNameOf(host: string | null): string | null {
  if (host === null) return null
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : ''
}

/** An address, or a name without a dot: neither can be had on the internet. */
function isLocalName(host: string): boolean {
  return host !== '' && (isLoopback(host) || /^(?:[\d.]+|\[.*\]|[^.]+)$/.test(host))
}

function isLoopback(host: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(host) || host.endsWith('.localhost')
}
