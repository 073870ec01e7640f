import { version } from '../../kernel/version.ts'

/** Where programs look that know only a host: the path of registry documents, and that of server cards. */
export const serverCardPaths = ['/.well-known/mcp/server.json', '/.well-known/mcp/server-card.json']

/**
 * Describes this server for programs before they connect, and where its protocol is. Registries and server cards
 * (SEP-2127) share this form. `endpoint`: the address of `/mcp`.
 */
export function serverCard(endpoint: string): object {
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    name: `${namespaceOf(endpoint)}/customer-intel`,
    version,
    title: 'Customer Intel',
    description: 'Customers: who they are, what they do, what they pay, and what was said.',
    remotes: [
      {
        type: 'streamable-http',
        url: endpoint,
        supportedProtocolVersions: ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'],
      },
    ],
  }
}

/** The host in reverse order, as such names are written. */
function namespaceOf(address: string): string {
  const { hostname } = new URL(address)
  const isName = /[a-z]/i.test(hostname) && !hostname.startsWith('[')
  return isName ? hostname.split('.').toReversed().join('.') : hostname.replaceAll(/[^\d.a-f]+/gi, '-')
}
