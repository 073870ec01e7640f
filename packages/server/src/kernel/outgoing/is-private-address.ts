import { BlockList, isIP } from 'node:net'

/**
 * Addresses of this machine, its network, or nobody: IANA's special-purpose registries for IPv4 and IPv6. IPv4 in IPv6
 * (`::ffff:10.0.0.1`) counts as the IPv4 address.
 */
const special = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  special.addSubnet(network, prefix, 'ipv4')

/** IPv4 addresses in IPv6. */
const mapped = new BlockList()
mapped.addSubnet('::ffff:0:0', 96, 'ipv6')

/** Only 2000::/3 of IPv6 is routed; documentation and embedded IPv4 ranges in it are excluded again. */
const global6 = new BlockList()
global6.addSubnet('2000::', 3, 'ipv6')
const tunnels6 = new BlockList()
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  tunnels6.addSubnet(network, prefix, 'ipv6')

/** Whether an IP address isn't public. Invalid addresses count as private. */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return special.check(address, 'ipv4')
  if (family !== 6) return true
  if (mapped.check(address, 'ipv6')) return special.check(address, 'ipv6')
  return !global6.check(address, 'ipv6') || tunnels6.check(address, 'ipv6')
}
