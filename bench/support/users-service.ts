import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Plays the list of users of `auth-analytics-b` fast: what it costs is next to nothing. */
export async function serveUsers(count: number): Promise<{ origin: string; close: () => void }> {
  const begun = Date.now() - 30 * 86_400_000
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://users')
    const offset = Number(searchParams.get('offset') ?? 0)
    const limit = Math.min(Number(searchParams.get('limit') ?? 10), count - offset)
    const users = Array.from({ length: Math.max(limit, 0) }, (_, index) => userAt(offset + index, begun))
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(users))
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Ten people a company. */
function userAt(index: number, begun: number) {
  const at = begun + index * 10
  return {
    id: `user_${index}`,
    external_id: null,
    first_name: 'Ada',
    last_name: `Number ${index}`,
    primary_email_address_id: `address_${index}`,
    email_addresses: [
      { id: `address_${index}`, email_address: `person${index}@company-${Math.floor(index / 10)}.example` },
    ],
    external_accounts: [{ provider: 'oauth_google' }],
    created_at: at,
    updated_at: at,
    last_sign_in_at: at,
    banned: false,
  }
}
