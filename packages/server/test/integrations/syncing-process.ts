/** Serves a data directory and syncs billing-a of its first organization from an address, until it is killed. Prints `synced`. */
import { setTimeout } from 'node:timers/promises'
import { createServer } from '../../src/app.ts'
import { connectByKey, type KeyProvider } from '../../src/integrations/connect.ts'
import { billingA } from '../../src/integrations/providers/billing-a.ts'
import { createServices } from '../../src/services.ts'
import { fileStore } from '../../src/store/file/file-store.ts'

const [, , directory, origin, apiKey] = process.argv as [string, string, string, string, string]
const options = {
  store: fileStore({ directory, sync: false }),
  secretKeys: async () => [Buffer.alloc(32, 1)],
  providers: { 'billing-a': { baseUrl: origin, clientId: null, clientSecret: null } },
}
const server = createServer(options)
const [organization] = await server.workspaces.listOrganizations()
const workspace = (await server.workspaces.openWorkspace(organization!.id))!
if ((await workspace.connections.read())['billing-a'] === undefined) {
  const services = createServices(options)
  await connectByKey(workspace, billingA as KeyProvider, { config: { apiKey }, force: false }, services)
}
for (;;) {
  const connection = (await workspace.connections.read())['billing-a']!
  if (connection.models['BillingCustomer']?.status === 'SUCCESS') break
  await setTimeout(20)
}
process.stdout.write('synced\n')
