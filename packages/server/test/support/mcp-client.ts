import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { CustomerIntelServer } from '../../src/app/app.ts'

/** `modern`: the current revision of the protocol; `legacy`: the one before, which opens with a handshake. */
export type Era = 'modern' | 'legacy'

/** The protocol's official client, connected to `/mcp` of a server. Without a URL it calls the server's `fetch`. */
export async function connectMcp(
  server: Pick<CustomerIntelServer, 'fetch'>,
  { apiKey, era = 'modern', url, query = '' }: { apiKey: string; era?: Era; url?: string; query?: string },
): Promise<Client> {
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    { versionNegotiation: { mode: era === 'legacy' ? 'legacy' : { pin: '2026-07-28' } } },
  )
  const transport = new StreamableHTTPClientTransport(new URL(`/mcp${query}`, url ?? 'http://localhost'), {
    requestInit: { headers: { authorization: `Bearer ${apiKey}` } },
    ...(url === undefined && { fetch: (to, init) => server.fetch(new Request(to, init)) }),
  })
  await client.connect(transport)
  return client
}

/** The text of a tool's result, parsed. */
export function textOf<Body>({ content }: { content: readonly object[] }): Body {
  const [first] = content as { text: string }[]
  return JSON.parse(first!.text) as Body
}
