import { cutText } from '@customer-intel/contract'

/** The headers that tell which site a request comes from. */
interface Sender {
  header: (name: string) => string | null
}

/**
 * Why this request is refused, for people; null when it isn't. A page on the internet can use a host name of its own that
 * resolves to this machine (DNS rebinding): so the host must be an address, a name of this machine or its network, or
 * that of `publicUrl`. Requests from pages of other sites are refused, too.
 */
export function findForeignSender({ header }: Sender, publicUrl: string | null): string | null {
  const host = hostNameOf(header('host'))
  const publicHost = publicUrl === null ? null : new URL(publicUrl).hostname
  if (host !== null && !isLocalName(host) && host !== publicHost)
    return `This server isn't known as ${cutText(host, 100)}: set SVC_PUBLIC_URL to the address that it is reached by`
  const origin = header('origin')
  if (origin === null || isAllowedOrigin(origin, { header }, publicUrl)) return null
  return `Pages of ${cutText(origin, 100)} may not ask this server`
}

function isAllowedOrigin(origin: string, { header }: Sender, publicUrl: string | null): boolean {
  if (!URL.canParse(origin)) return false
  const { host, hostname, protocol, origin: own } = new URL(origin)
  if (protocol !== 'https:' && protocol !== 'http:') return false
  if (publicUrl !== null && own === new URL(publicUrl).origin) return true
  const asked = header('host')
  // Another program on this machine, such as an inspector, for a server on this machine.
  if (isLoopback(hostname)) return asked === null || isLoopback(hostNameOf(asked) ?? '')
  return asked !== null && host === asked.toLowerCase()
}

/** Without the port; null without a host, empty for an invalid one. */
function hostNameOf(host: string | null): string | null {
  if (host === null) return null
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : ''
}

/** An address, or a name without a dot: neither can be registered on the internet. */
function isLocalName(host: string): boolean {
  return host !== '' && (isLoopback(host) || /^(?:[\d.]+|\[.*\]|[^.]+)$/.test(host))
}

function isLoopback(host: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(host) || host.endsWith('.localhost')
}
