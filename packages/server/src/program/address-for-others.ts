import { networkInterfaces } from 'node:os'

/** Where other machines reach a server that listens here; null: they don't, or only its operator knows. */
export function addressForOthers({ host, port }: { host: string; port: number }): string | null {
  if (port === 0 || host === 'localhost' || host === '::1' || host.startsWith('127.')) return null
  if (host !== '0.0.0.0' && host !== '::') return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  const own = addresses.find(({ internal, family }) => !internal && family === 'IPv4')
  return own === undefined ? null : `http://${own.address}:${port}`
}
