import { connectionsOf } from '../../src/integrations/connections.ts'
import { randomBytes } from 'node:crypto'
import { expect, vi } from 'vitest'
import { type Sandbox, startSandbox } from '../../../../examples/provider-sandbox/src/sandbox.ts'
import { readConfig } from '../../src/app/config.ts'
import { memoryStore } from '../../src/drivers/memory/memory-store.ts'
import type { ServerOptions } from '../../src/app/app.ts'
import { openTestServer, type TestServer } from './test-server.ts'

export interface IntegrationServer extends TestServer {
  sandbox: Sandbox
  /** Calls a tool. */
  call<Output>(tool: string, input?: unknown): Promise<Output>
  /** Resolves once the provider's sync, and one that was asked for, are over, with how it stands. */
  synced(provider: string): Promise<Record<string, unknown>>
  /** Asks for a sync and waits for it. */
  sync(provider: string): Promise<Record<string, unknown>>
}

/** A server with real read models, and a sandbox that plays the providers. */
export async function openIntegrationServer({
  companies = 12,
  ...options
}: Partial<ServerOptions> & { companies?: number } = {}): Promise<IntegrationServer> {
  const sandbox = await startSandbox({ companies })
  const key = randomBytes(32)
  const test = await openTestServer({
    store: memoryStore(),
    secretKeys: async () => [key],
    providers: readConfig(sandbox.environment).providers,
    ...options,
  })
  const synced = async (provider: string) => {
    // Asked often: no assertion, since each that fails costs a millisecond.
    await vi.waitFor(
      async () => {
        const connection = (await connectionsOf(test.workspace).read())[provider as 'billing-a']!
        const { requestedAt, startedAt, models } = connection
        if (requestedAt === null && startedAt === null && Object.keys(models).length > 0) return
        throw new Error(`${provider} isn’t done: ${JSON.stringify({ requestedAt, startedAt, models })}`)
      },
      { interval: 50 },
    )
    // On a busy machine answers may lag behind the log for a while, and say so.
    await test.workspace.readModels.exact({ withinMs: 60_000 })
    return (await test.ask('GET', `/api/integrations/sync-status?provider=${provider}`)).body
  }
  return {
    ...test,
    sandbox,
    synced,
    async call<Output>(tool: string, input: unknown = {}) {
      const { status, body } = await test.ask('POST', '/api/tools/call', { tool, input })
      expect({ status, error: body['error'] }).toEqual({ status: 200, error: undefined })
      return body as Output
    },
    async sync(provider) {
      expect((await test.ask('POST', '/api/integrations/sync', { provider })).body).toMatchObject({
        started: true,
      })
      return synced(provider)
    },
    async close() {
      await test.close()
      await sandbox.close()
    },
  }
}
