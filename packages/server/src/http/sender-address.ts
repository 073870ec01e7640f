import { cutText } from '@customer-intel/contract'
/** Addresses of this machine and of private networks, where a proxy may be. */
const nearby = /^(?:127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|::1$|f[cd]|fe80:)/i

/**
 * Who sent a request, to limit what one sender can do; null where nobody knows. A proxy nearby says for whom it speaks; from
 * anybody else the header is only a claim. Of an IPv6 address the network, which is one sender's.
 */
export function senderAddress(
  peer: string | undefined,
  forwardedFor: string | null | undefined,
): string | null {
  if (peer === undefined) return null
  const direct = peer.replace(/^::ffff:/i, '')
  const forwarded = nearby.test(direct) ? forwardedFor?.split(',').at(-1)?.trim() : undefined
  return networkOf(cutText(forwarded || direct, 60))
}

function networkOf(address: string): string {
  const groups = address.split(':')
  return groups.length > 4 && !groups.slice(0, 4).includes('') ? groups.slice(0, 4).join(':') : address
}
