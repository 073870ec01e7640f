import { randomBytes } from 'node:crypto'
import { createServer, defineOrganization, memoryStore, type ServerOptions } from '@customer-intel/server'
import { CustomerIntel } from '@customer-intel/node-sdk'
import { Tracker } from '@customer-intel/node-sdk/track'

export interface RealServer {
  /** What `svc` has to be told. */
  env: { SVC_API_URL: string; SVC_API_KEY: string; SVC_PUBLIC_KEY: string }
  /** SQL queries that run now. */
  runningQueries: () => number
  close: () => Promise<unknown>
}

/** A server with three customers, of whom one has done something. */
export async function startRealServer(options: Pick<ServerOptions, 'providers'> = {}): Promise<RealServer> {
  const { apiKey, publicKey, document } = defineOrganization({ name: 'Acme' })
  const secretKey = randomBytes(32)
  const server = createServer({
    ...options,
    store: memoryStore(),
    secretKeys: async () => [secretKey],
    // A query that ends before that was stopped by whoever asked.
    queryTimeoutMs: 3_600_000,
    logger: { warn: () => undefined, error: () => undefined },
  })
  const workspace = await server.workspaces.createOrganization(document.organization, document)
  const { url } = await server.listen({ port: 0 })
  const tracker = new Tracker({ publicKey, baseUrl: url, flushOnExit: false })
  for (const domain of ['acme.example', 'globex.example', 'initech.example'])
    tracker.identify({ email: `jane@${domain}`, traits: { name: `Jane of ${domain}` } })
  tracker.track({ eventName: 'Plan upgraded', email: 'jane@acme.example', properties: { plan: 'team' } })
  await tracker.shutdown({ timeoutMs: 120_000 })
  // On a busy machine the first answers may lack what was sent, and say so.
  const client = new CustomerIntel({ apiKey, baseUrl: url })
  while ((await client.tools.listCustomers()).items.length < 3)
    await new Promise((resolve) => setTimeout(resolve, 100))
  return {
    env: { SVC_API_URL: url, SVC_API_KEY: apiKey, SVC_PUBLIC_KEY: publicKey },
    runningQueries: () => workspace.readModels.counters.runningQueries,
    close: () => server.close(),
  }
}
