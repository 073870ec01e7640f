import { randomUUID } from 'node:crypto'
import { createOpenApi, operationNames } from '@customer-intel/contract'
import type { Send } from './fill.ts'

/** The public key of every demo, and the id of what is set up in it: those that `/openapi.json` has as examples. */
export const demoPublicKey = exampleOf('/api/i/v1/{publicKey}/events')
export const demoId = exampleOf('/api/agents/{id}')

/** Ids as a server makes them (`newId`), but for those that are to be given next. */
export function createIds(): { newId: () => string; give: (id: string) => void } {
  const next: string[] = []
  return { newId: () => next.shift() ?? randomUUID(), give: (id) => void next.push(id) }
}

/**
 * What a team sets up once there is something to look at: an agent that has run, a signal, a webhook at which nobody
 * listens, and an automation that is switched off, so that a demo sends nothing by itself. `give` says which id the server
 * makes next: that by which examples of the API call it. The webhook's secret is sealed by the server's key.
 */
export async function setUp(send: Send, give: (id: string) => void): Promise<void> {
  const create: Send = (path, body) => {
    give(demoId)
    return send(path, body)
  }
  await create('/api/agents', { type: 'template', templateKey: 'churn' })
  await send(`/api/agents/${demoId}/enable`, {})
  await create('/api/signals', {
    kind: 'EVENT_MATCH',
    name: 'A project was created',
    definition: { grain: 'customer', subjectResolver: 'event_customer', eventNames: ['Project created'] },
  })
  const webhook = { type: 'WEBHOOK_ENDPOINT', url: 'https://hooks.harbor-and-pine.example/intel' }
  await create('/api/destinations', { ...webhook, label: 'On call', isDefault: true })
  const trigger = { triggerType: 'SIGNAL_OCCURRENCE', signalIds: [demoId], destinationIds: [demoId] }
  await create('/api/automations', { name: 'Projects', agentId: demoId, ...trigger, enabled: false })
  await send(`/api/agents/${demoId}/runs`, { clientRequestId: 'monday' })
}

function exampleOf(path: string): string {
  const { paths } = createOpenApi(operationNames)
  const operations = Object.values(paths[path] ?? {}) as {
    parameters?: { in: string; example?: unknown }[]
  }[]
  const found = operations[0]?.parameters?.find((parameter) => parameter.in === 'path')?.example
  if (typeof found !== 'string') throw new Error(`/openapi.json has no example for ${path}`)
  return found
}
