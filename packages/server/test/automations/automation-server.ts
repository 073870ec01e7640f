import { randomBytes } from 'node:crypto'
import type { Automation, AutomationRun } from '@customer-intel/contract'
import { expect, vi } from 'vitest'
import type { ServerOptions } from '../../src/app/app.ts'
import { memoryStore } from '../../src/drivers/memory/memory-store.ts'
import { openTestServer, type TestServer } from '../support/test-server.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts'

/** A message as it comes at the receiver. */
interface Message {
  data: {
    title: string
    text: string
    payload: { automationRunId: string; customerIds: string[]; occurrences: { eventName: string }[] }
  }
}

/** A server whose clock is the test's, and a receiver of webhooks. */
export interface AutomationServer
  extends Pick<TestServer, 'ask' | 'done'>, Pick<WebhookReceiver<Message>, 'received' | 'answers'> {
  running: TestServer
  /** The origin of the receiver of webhooks. */
  receiverUrl: string
  /** Milliseconds that have passed for the server besides those that did. */
  later: number
  now(): number
  /** From now on it is asked for, and by, another organization. */
  speakFor(organization: { apiKey: string; publicKey: string }): void
  /** The ids of an agent, of a signal of each of these events, and of a destination that is the default. */
  prepare(...eventNames: string[]): Promise<{ agentId: string; signalIds: string[]; destinationId: string }>
  createAutomation(fields: object): Promise<Automation>
  track(email: string, eventName: string, fields?: { timestamp?: number; customerId?: string }): Promise<void>
  runs(automationId: string): Promise<AutomationRun[]>
  /** Waits until so many runs of an automation have this status. */
  waitForRuns(automationId: string, count: number, status?: string): Promise<AutomationRun[]>
  /** Resolves once what was sent before can be read. */
  settled(): Promise<void>
  close(): Promise<void>
}

export async function openAutomationServer(options: Partial<ServerOptions> = {}): Promise<AutomationServer> {
  const receiver = await startWebhookReceiver((text) => JSON.parse(text) as Message)
  const key = randomBytes(32)
  const self = { later: 0 }
  const now = () => Date.now() + self.later
  const running = await openTestServer({
    store: memoryStore(),
    secretKeys: async () => [key],
    allowPrivateAddresses: true,
    metricsToken: 'm-1',
    clock: now,
    ...options,
  })
  let caller: { apiKey: string; publicKey: string } = running

  const asCaller = (headers: Record<string, string> = {}) => ({
    authorization: `Bearer ${caller.apiKey}`,
    ...headers,
  })
  const ask: TestServer['ask'] = (method, path, body, headers) =>
    running.ask(method, path, body, asCaller(headers))
  const done: TestServer['done'] = (method, path, body, headers) =>
    running.done(method, path, body, asCaller(headers))
  const runs = async (id: string): Promise<AutomationRun[]> =>
    (await done('GET', `/api/automations/${id}/runs?limit=100`)).runs

  return Object.assign(self, {
    running,
    receiverUrl: receiver.url,
    received: receiver.received,
    answers: receiver.answers,
    now,
    speakFor: (organization: { apiKey: string; publicKey: string }) => void (caller = organization),
    ask,
    done,
    runs,
    async prepare(...eventNames: string[]) {
      const { agent } = await done('POST', '/api/agents', {
        type: 'custom',
        displayName: 'Watcher',
        instructions: 'Say what happened.',
      })
      await done('POST', `/api/agents/${agent.id}/enable`)
      const { destination } = await done('POST', '/api/destinations', {
        type: 'WEBHOOK_ENDPOINT',
        url: `${receiver.url}/hook`,
        label: 'Ops',
        isDefault: true,
      })
      const signalIds: string[] = []
      for (const name of eventNames) {
        const { signal } = await done('POST', '/api/signals', {
          kind: 'EVENT_MATCH',
          name,
          definition: { grain: 'customer', subjectResolver: 'event_customer', eventNames: [name] },
        })
        signalIds.push(signal.id)
      }
      return { agentId: agent.id, signalIds, destinationId: destination.id }
    },
    createAutomation: async (fields: object) =>
      (await done('POST', '/api/automations', { name: 'Told', triggerType: 'SIGNAL_OCCURRENCE', ...fields }))
        .automation,
    async track(
      email: string,
      eventName: string,
      { timestamp, customerId }: { timestamp?: number; customerId?: string } = {},
    ) {
      const response = await running.ingest(
        {
          source: 'server',
          userIdentity: { email },
          ...(customerId === undefined ? {} : { customerIdentity: { customerId } }),
          events: [
            {
              type: 'custom',
              eventName,
              url: 'https://acme.com/app',
              path: '/app',
              timestamp: timestamp ?? now(),
            },
          ],
        },
        { publicKey: caller.publicKey },
      )
      expect(response.status).toBe(200)
    },
    waitForRuns: (id: string, count: number, status = 'DELIVERED') =>
      vi.waitFor(async () => {
        const all = await runs(id)
        expect(all.filter((run) => run.status === status)).toHaveLength(count)
        return all
      }),
    async settled() {
      await running.workspace.readModels.exact()
    },
    async close() {
      await running.close()
      await receiver.close()
    },
  })
}
