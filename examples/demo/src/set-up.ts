import { createOpenApi, servedOperations } from '@customer-intel/contract'
import type { CustomerIntelServer } from '@customer-intel/server'
import type { Send } from './fill.ts'

type Workspace = Awaited<ReturnType<CustomerIntelServer['workspaces']['createOrganization']>>

/** The public key of every demo, and the id of what is set up in it: those that `/openapi.json` has as examples. */
export const demoPublicKey = exampleOf('/api/i/v1/{publicKey}/events')
const demoId = exampleOf('/api/agents/{id}')

/**
 * What a team sets up once there is something to look at: an agent that has run, a signal, a webhook at which nobody
 * listens, and an automation that is switched off, so that a demo sends nothing by itself. Each has the id by which
 * examples of the API call it. The webhook's secret is sealed by the server's key.
 */
export async function setUp(send: Send, workspace: Workspace): Promise<void> {
  const { agents, signals, automations, destinations } = workspace
  const name = (documents: typeof agents | typeof signals | typeof automations | typeof destinations) =>
    documents.change((all: { id: string }[]) => {
      for (const one of all) one.id = demoId
    })
  await send('/api/agents', { type: 'template', templateKey: 'churn' })
  await name(agents)
  await send(`/api/agents/${demoId}/enable`, {})
  await send('/api/signals', {
    kind: 'EVENT_MATCH',
    name: 'A project was created',
    definition: { grain: 'customer', subjectResolver: 'event_customer', eventNames: ['Project created'] },
  })
  await name(signals)
  const webhook = { type: 'WEBHOOK_ENDPOINT', url: 'https://hooks.harbor-and-pine.example/intel' }
  await send('/api/destinations', { ...webhook, label: 'On call', isDefault: true })
  await name(destinations)
  const trigger = { triggerType: 'SIGNAL_OCCURRENCE', signalIds: [demoId], destinationIds: [demoId] }
  await send('/api/automations', { name: 'Projects', agentId: demoId, ...trigger, enabled: false })
  await name(automations)
  await send(`/api/agents/${demoId}/runs`, { clientRequestId: 'monday' })
}

function exampleOf(path: string): string {
  const { paths } = createOpenApi(servedOperations)
  const operations = Object.values(paths[path] ?? {}) as {
    parameters?: { in: string; example?: unknown }[]
  }[]
  const found = operations[0]?.parameters?.find((parameter) => parameter.in === 'path')?.example
  if (typeof found !== 'string') throw new Error(`/openapi.json has no example for ${path}`)
  return found
}
