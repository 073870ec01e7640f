// What every operation says while the read models lag behind the log: each is asked, so that none drops it.
import { randomUUID } from 'node:crypto'
import {
  type PlatformOperation,
  type RouteDefinition,
  routes,
  toolNames,
  tools,
} from '@customer-intel/contract'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { patienceMs } from '../../../../tests/support/patience.ts'
import { exampleInput } from '../support/example-input.ts'
import { heldReadModels } from '../support/held-read-models.ts'
import { type IntegrationServer, openIntegrationServer } from '../support/integration-server.ts'
import type { Answer } from '../support/test-server.ts'

interface Call {
  /**
   * What it says. `stale`: that its answer lacks something. `unavailable`: nothing, by 503, since it has to be exact.
   * `no reads`: it comes from elsewhere.
   */
  says: 'stale' | 'unavailable' | 'no reads'
  params?: Record<string, string>
  query?: Record<string, string>
  body?: object
  /** Default 200. */
  status?: number
}

const held = heldReadModels()
const eventId = randomUUID()
const nobody = 'nobody.example'
let test: IntegrationServer
let ids: Record<
  | 'agentId'
  | 'agentRunId'
  | 'automationId'
  | 'automationRunId'
  | 'customerId'
  | 'destinationId'
  | 'signalId'
  | 'after'
  | 'sessionId',
  string
>

const seatAdded = {
  source: 'server',
  userIdentity: { email: 'jane@acme.example' },
  events: [{ type: 'custom', eventName: 'Seat added', url: 'server://app', path: '/' }],
}
const definition = { grain: 'customer', subjectResolver: 'event_customer', eventNames: ['Seat added'] }
const signal = { kind: 'EVENT_MATCH', name: 'Seats', definition }
const webhook = { type: 'WEBHOOK_ENDPOINT', url: 'https://hooks.invalid/a', label: 'Ops' }
const written = () => ({
  name: 'Seats',
  agentId: ids.agentId,
  triggerType: 'SIGNAL_OCCURRENCE',
  signalIds: [ids.signalId],
  destinationIds: [ids.destinationId],
  enabled: true,
})
const records = [
  { kind: 'customer', customerId: 'acct_acme', name: 'Acme', domain: 'acme.example' },
  {
    kind: 'source',
    sourceType: 'CALL',
    sourceId: 'call-1',
    occurredAt: '2026-05-01T00:00:00Z',
    title: 'Call',
    text: 'They pay.',
    customer: { domain: 'acme.example' },
  },
  {
    kind: 'fact',
    factId: 'fact-1',
    assertion: 'They pay.',
    customer: { domain: 'acme.example' },
    factType: 'CHURN_RISK',
    evidence: [{ sourceType: 'CALL', sourceId: 'call-1', quote: 'They pay.' }],
  },
]

/** In this order: what is archived or disconnected comes last. */
const calls = (): Record<PlatformOperation, Call> => {
  const agent = { id: ids.agentId }
  const automation = { id: ids.automationId }
  const destination = { id: ids.destinationId }
  const unknown = { id: randomUUID() }
  return {
    validateApiKey: { says: 'no reads' },
    callTool: { says: 'stale', body: { tool: 'svc_list_customers' } },
    listTools: { says: 'no reads' },
    submitFeedback: { says: 'no reads', body: { body: 'Good.' }, status: 201 },
    listIntegrations: { says: 'no reads' },
    getIntegrationCapabilities: { says: 'no reads' },
    connectIntegration: { says: 'no reads', body: { provider: 'crm-a' } },
    getIntegrationConnectionStatus: { says: 'no reads', query: { sessionId: ids.sessionId } },
    getIntegrationSyncStatus: { says: 'no reads', query: { provider: 'billing-a' } },
    listSyncRuns: { says: 'no reads' },
    syncIntegration: { says: 'no reads', body: { provider: 'billing-a' } },
    runIntegrationSetupStep: { says: 'no reads', body: { provider: 'billing-a', step: 'webhooks' } },
    disconnectIntegration: { says: 'no reads', body: { provider: 'billing-a' } },
    importEvents: { says: 'no reads', body: { batches: [seatAdded] } },
    // A customer that can't be found may have come a moment ago.
    importRecords: {
      says: 'unavailable',
      body: { records: [{ kind: 'revenue', customer: unknown, date: '2026-01-01', mrrCents: 1 }] },
    },
    importCsv: {
      says: 'unavailable',
      body: { kind: 'revenue', csv: `ref,mrr\n${unknown.id},1\n`, map: { ref: 'customer.id' } },
    },
    exportPerson: { says: 'unavailable', body: { person: 'jane@acme.example' } },
    erasePerson: { says: 'unavailable', body: { person: 'jane@acme.example' } },
    getErasure: { says: 'no reads', params: unknown, status: 404 },
    explainEvent: { says: 'stale', params: { uuid: eventId } },
    followEvents: { says: 'unavailable', query: { after: ids.after } },
    listRejections: { says: 'no reads' },
    getIngestStats: { says: 'no reads' },
    getCustomerActivation: { says: 'no reads' },
    updateCustomerActivation: { says: 'no reads', body: { eventName: 'Seat added' } },
    previewCustomerActivation: { says: 'stale', body: { eventName: 'Seat added' } },
    getWorkspaceSettings: { says: 'no reads' },
    updateWorkspaceSettings: { says: 'no reads', body: { defaultTimezone: 'Europe/Paris' } },
    getReportSettings: { says: 'no reads' },
    updateReportSettings: {
      says: 'no reads',
      body: { chatChannelId: 'C1', chatChannelName: 'ops' },
    },
    getReportSettingsOptions: { says: 'no reads' },
    listViews: { says: 'no reads' },
    createView: { says: 'no reads', body: { name: 'A', list: 'customers', state: {} } },
    getView: { says: 'no reads', params: unknown, status: 404 },
    updateView: {
      says: 'no reads',
      params: unknown,
      body: { name: 'A', list: 'customers', state: {} },
      status: 404,
    },
    archiveView: { says: 'no reads', params: unknown, status: 404 },
    listQuestions: { says: 'no reads' },
    createQuestion: { says: 'no reads', body: { name: 'A', sql: 'select 1' } },
    getQuestion: { says: 'no reads', params: unknown, status: 404 },
    updateQuestion: { says: 'no reads', params: unknown, body: { name: 'A', sql: 'select 1' }, status: 404 },
    archiveQuestion: { says: 'no reads', params: unknown, status: 404 },
    listDashboards: { says: 'no reads' },
    createDashboard: { says: 'no reads', body: { name: 'A', tiles: [] } },
    getDashboard: { says: 'no reads', params: unknown, status: 404 },
    updateDashboard: { says: 'no reads', params: unknown, body: { name: 'A', tiles: [] }, status: 404 },
    archiveDashboard: { says: 'no reads', params: unknown, status: 404 },
    listAudit: { says: 'no reads' },
    getUsage: { says: 'no reads' },
    listQuarantine: { says: 'unavailable' },
    retryQuarantine: { says: 'unavailable' },
    previewSignal: { says: 'unavailable', body: { signalId: ids.signalId, days: 7 } },
    listDeliveries: { says: 'stale' },
    listSkippedRuns: { says: 'stale', params: { id: ids.automationId } },
    listIdentityLinks: { says: 'stale', query: { key: 'jane@acme.example' } },
    joinIdentities: { says: 'unavailable', body: { left: 'jane@acme.example', right: 'u-1' } },
    separateIdentities: { says: 'unavailable', body: { left: 'jane@acme.example', right: 'u-1' } },
    listIdentityMergeSuggestions: { says: 'stale' },
    getIdentityMergeEvidence: { says: 'stale', params: { id: 'c0VzD3kQw9aB-c7TgR2mNx1pL' }, status: 404 },
    undoIdentityMerge: { says: 'no reads', params: { id: 'c0VzD3kQw9aB-c7TgR2mNx1pL' }, status: 404 },
    getIdentityMergeSuggestion: { says: 'stale', params: { id: 'c0VzD3kQw9aB-c7TgR2mNx1pL' }, status: 404 },
    queueIdentityMergeSuggestion: { says: 'unavailable', params: unknown },
    rejectIdentityMergeSuggestion: { says: 'unavailable', params: unknown },
    getSignalOptions: { says: 'no reads' },
    listSignals: { says: 'no reads' },
    getSignal: { says: 'no reads', params: { id: ids.signalId } },
    // Whether events of these names were seen is a warning.
    createSignal: { says: 'stale', body: { ...signal, name: 'Other seats' } },
    updateSignal: { says: 'stale', params: { id: ids.signalId }, body: signal },
    listAgentTemplates: { says: 'no reads' },
    listAgentActions: { says: 'no reads' },
    listApiKeys: { says: 'no reads' },
    createApiKey: { says: 'no reads', body: { name: 'Dashboards', grants: ['analytics:read'] } },
    rotateApiKey: { says: 'no reads', status: 404, params: unknown },
    revokeApiKey: { says: 'no reads', status: 404, params: unknown },
    listPublicKeys: { says: 'no reads' },
    createPublicKey: { says: 'no reads' },
    revokePublicKey: { says: 'no reads', status: 404, params: { publicKey: 'pk_nobodys' } },
    getTrackingSettings: { says: 'no reads' },
    updateRetentionSettings: { says: 'stale', body: { days: 36_500 } },
    getRetentionSettings: { says: 'stale' },
    updateTrackingSettings: { says: 'no reads', body: { allowedOrigins: ['acme.example'] } },
    listWorkspaceUsers: { says: 'stale' },
    inviteWorkspaceUser: { says: 'no reads', body: { email: 'ada@ourselves.example', role: 'viewer' } },
    updateWorkspaceUser: { says: 'no reads', status: 404, params: unknown, body: { role: 'viewer' } },
    createWorkspaceUserLink: { says: 'no reads', status: 404, params: unknown },
    listAgents: { says: 'stale' },
    getAgent: { says: 'stale', params: agent },
    createAgent: { says: 'stale', body: { type: 'custom', displayName: 'A', instructions: 'Who?' } },
    updateAgent: { says: 'stale', params: agent, body: { instructions: 'Who may leave?' } },
    renameAgent: { says: 'stale', params: agent, body: { displayName: 'Who may leave' } },
    enableAgent: { says: 'stale', params: agent },
    listAgentRuns: { says: 'stale', params: { agentId: ids.agentId } },
    getAgentRun: { says: 'stale', params: { agentId: ids.agentId, runId: ids.agentRunId } },
    startAgentRun: { says: 'unavailable', params: { agentId: ids.agentId } },
    getDestinationOptions: { says: 'no reads' },
    listDestinations: { says: 'no reads' },
    getDestination: { says: 'stale', params: destination },
    createDestination: { says: 'no reads', body: webhook },
    updateDestination: {
      says: 'no reads',
      params: destination,
      body: { type: 'WEBHOOK_ENDPOINT', label: 'On call' },
    },
    resendDeliveries: { says: 'unavailable', params: destination },
    enableDestination: { says: 'no reads', params: destination },
    getAutomationOptions: { says: 'no reads' },
    listAutomations: { says: 'stale' },
    getAutomation: { says: 'stale', params: automation },
    createAutomation: { says: 'stale', body: { ...written(), name: 'Other seats', enabled: false } },
    updateAutomation: { says: 'stale', params: automation, body: written() },
    enableAutomation: { says: 'stale', params: automation },
    previewAutomation: { says: 'unavailable', body: { automationId: ids.automationId, days: 7 } },
    listAutomationRuns: { says: 'stale', params: { automationId: ids.automationId } },
    getAutomationRun: {
      says: 'stale',
      params: { automationId: ids.automationId, runId: ids.automationRunId },
    },
    disableAutomation: { says: 'stale', params: automation },
    archiveAutomation: { says: 'no reads', params: automation },
    archiveSignal: { says: 'no reads', params: { id: ids.signalId } },
    disableDestination: { says: 'no reads', params: destination },
    archiveDestination: { says: 'no reads', params: destination },
    disableAgent: { says: 'stale', params: agent },
  }
}

/** What the examples of the tools' inputs name. */
const existing = {
  customer: 'acme.example',
  user: 'jane@acme.example',
  factId: 'fact-1',
  sourceId: 'call-1',
}
/** Of those that read. */
const toolInputs = toolNames
  .filter((name) => tools[name].readOnly)
  .map((name) => [name, exampleInput(name, existing)] as const)

function ask(operation: PlatformOperation, { params = {}, query = {}, body }: Omit<Call, 'says'>) {
  const { method, path } = routes[operation]
  const at = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name]!)
  const search = new URLSearchParams(query).size === 0 ? '' : `?${new URLSearchParams(query).toString()}`
  return test.ask(method, `${at}${search}`, method === 'GET' ? undefined : (body ?? {}))
}

const callTool = (tool: string, input: object) => ask('callTool', { body: { tool, input } })

const staleness = { reason: expect.any(String) as string, behindSeconds: expect.any(Number) as number }

function expectUnavailable({ status, body }: Answer, said: string): void {
  expect({ said, status, told: JSON.stringify(body) }).toEqual({
    said,
    status: 503,
    told: expect.stringMatching(/can't be answered exactly now|can't be looked up/) as string,
  })
}

beforeAll(async () => {
  test = await openIntegrationServer({ companies: 1, openReadModels: held.open })
  const { apiKey } = test.sandbox.billingA
  await test.ask('POST', '/api/integrations/connect', { provider: 'billing-a', config: { apiKey } })
  await test.synced('billing-a')
  const { body: session } = await test.ask('POST', '/api/integrations/connect', { provider: 'crm-a' })
  expect(await test.ask('POST', '/api/records', { records })).toMatchObject({ status: 200 })

  const { destination } = await test.done('POST', '/api/destinations', webhook)
  const { agent } = await test.done('POST', '/api/agents', { type: 'template', templateKey: 'churn' })
  await test.done('POST', `/api/agents/${agent.id}/enable`)
  const { runId } = await test.done('POST', `/api/agents/${agent.id}/runs`)
  const made = await test.done('POST', '/api/signals', signal)
  ids = {
    agentId: agent.id,
    agentRunId: runId,
    destinationId: destination.id,
    signalId: made.signal.id,
    automationId: '',
    automationRunId: '',
    customerId: '',
    after: (await test.ask('GET', '/api/events')).body.next,
    sessionId: session.sessionId,
  }
  const { automation } = await test.done('POST', '/api/automations', written())
  ids.automationId = automation.id
  await test.ingest({ ...seatAdded, events: [{ ...seatAdded.events[0], uuid: eventId }] })
  await vi.waitFor(
    async () => {
      const { runs } = await test.done('GET', `/api/automations/${automation.id}/runs`)
      expect(runs).toHaveLength(1)
      ids.automationRunId = runs[0].id
      const { run } = await test.done('GET', `/api/agents/${agent.id}/runs/${runId}`)
      expect(run.endedAt).not.toBeNull()
    },
    { timeout: patienceMs, interval: 100 },
  )
}, 120_000)
afterAll(async () => {
  held.release()
  await test.close()
})

/** More of the log than the read models come to know of. */
async function holdBack(): Promise<void> {
  held.hold()
  expect((await test.ingest(seatAdded)).status).toBe(200)
}

const unknown: [string, () => Promise<Answer>][] = [
  ['getAgentRun', () => ask('getAgentRun', { params: { agentId: ids.agentId, runId: randomUUID() } })],
  [
    'getAutomationRun',
    () => ask('getAutomationRun', { params: { automationId: ids.automationId, runId: randomUUID() } }),
  ],
  ['svc_get_customer', () => callTool('svc_get_customer', { customer: nobody })],
  ['svc_get_user', () => callTool('svc_get_user', { user: nobody })],
  ['svc_get_timeline', () => callTool('svc_get_timeline', { customer: nobody })],
  ['svc_get_timeline of a person', () => callTool('svc_get_timeline', { user: nobody })],
  ['svc_list_facts', () => callTool('svc_list_facts', { customer: nobody })],
  ['svc_list_sources', () => callTool('svc_list_sources', { customer: nobody })],
  ['svc_get_fact', () => callTool('svc_get_fact', { factId: 'fact-0' })],
  ['svc_get_source', () => callTool('svc_get_source', { sourceType: 'CALL', sourceId: 'call-0' })],
  [
    'svc_search_customer_context',
    () => callTool('svc_search_customer_context', { customer: nobody, query: 'they pay' }),
  ],
]

describe('while the read models lag behind', () => {
  it('what isn’t found may be in what is missing, and the answer says so', async () => {
    await holdBack()
    for (const [name, asks] of unknown) {
      const { status, body } = await asks()
      const stale = body.stale ?? body.error.details?.stale
      expect({ name, status, stale }).toEqual({ name, status: 404, stale: staleness })
      expect(body.message ?? body.error.message).toContain('as far as is known now')
    }
    held.release()
    for (const [name, asks] of unknown) {
      const { status, body } = await asks()
      expect({ name, status, told: JSON.stringify(body) }).toEqual({
        name,
        status: 404,
        told: expect.not.stringContaining('stale') as string,
      })
    }
  })

  it('each tool’s answer says so', async () => {
    await holdBack()
    for (const [name, input] of toolInputs) {
      const { result, reads } = await held.watch(() => callTool(name, input))
      expect({ name, ...result }).toMatchObject({ name, status: 200, body: { stale: staleness } })
      expect({ name, reads }).not.toEqual({ name, reads: [] })
    }
    held.release()
    for (const [name, input] of toolInputs) {
      const { status, body } = await callTool(name, input)
      expect({ name, status, stale: body.stale }).toEqual({ name, status: 200, stale: undefined })
    }
  })

  it('each operation’s answer says so, or it is 503', async () => {
    for (const [name, call] of Object.entries(calls()) as [PlatformOperation, Call][]) {
      if (routes[name].method !== 'GET' || call.says !== 'stale') continue
      const { status, body } = await ask(name, call)
      const { stale } = body.result ?? body.error?.details ?? body
      expect({ name, status, stale }).toEqual({ name, status: call.status ?? 200, stale: undefined })
    }
    await holdBack()
    for (const [name, call] of Object.entries(calls()) as [PlatformOperation, Call][]) {
      const { result, reads } = await held.watch(() => ask(name, call))
      const { status, body } = result
      if (call.says === 'unavailable') {
        expectUnavailable(result, name)
        continue
      }
      expect({ name, status, error: body.error }).toEqual({
        name,
        status: call.status ?? 200,
        error: status === 404 ? (expect.anything() as object) : undefined,
      })
      const { stale, warnings } = body.result ?? body.error?.details ?? body
      if (call.says === 'no reads') {
        expect({ name, reads, stale }).toEqual({ name, reads: [], stale: undefined })
        continue
      }
      expect({ name, stale }).toEqual({ name, stale: staleness })
      expect({ name, reads }).not.toEqual({ name, reads: [] })
      const schema = (routes[name] as RouteDefinition).responses[status]!
      expect({ name, issues: v.safeParse(schema, body).issues }).toEqual({ name, issues: undefined })
      if (body.result !== undefined)
        expect(warnings).toContainEqual(`The answer lacks some of what was accepted: ${stale.reason}`)
    }
    held.release()
  }, 120_000)
})
