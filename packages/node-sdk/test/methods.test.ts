import {
  routes,
  tools,
  type CreateAutomationBody,
  type OperationName,
  type PlatformOperation,
  type RouteDefinition,
  type ServedTool,
  type ToolName,
} from '@customer-intel/contract'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CustomerIntel } from '../src/index.ts'
import { startPlatformServer, type PlatformServer } from './support/platform-server.ts'

let server: PlatformServer
let client: CustomerIntel
const id = '0197a6f0-7d3c-7b1e-9a55-3f0d2c1b4a68'
const automation = {
  agentId: id,
  name: 'Trial started',
  triggerType: 'SIGNAL_OCCURRENCE',
  signalIds: [id],
} as const satisfies CreateAutomationBody

beforeAll(async () => {
  server = await startPlatformServer()
  client = new CustomerIntel({ apiKey: 'ok_test', baseUrl: server.baseUrl, maxRetries: 0 })
})
afterAll(() => server.close())

/** One call of each method, with an input that the contract takes. */
const calls: Record<PlatformOperation, () => PromiseLike<unknown>> = {
  validateApiKey: () => client.keys.validate(),
  submitFeedback: () => client.feedback.submit({ body: 'Love it', area: 'timeline' }),
  callTool: () => client.tools.call('svc_get_customer', { customer: 'acme.com' }),
  listTools: () => client.keys.listTools(),
  exportPerson: () => client.people.export({ person: 'jane@acme.com', cursor: 'event:0' }),
  erasePerson: () => client.people.erase({ person: 'jane@acme.com' }),
  getErasure: () => client.people.getErasure(id),
  listIntegrations: () => client.integrations.list({ connectedOnly: true }),
  getIntegrationCapabilities: () => client.integrations.capabilities({ provider: 'billing-a' }),
  connectIntegration: () =>
    client.integrations.connect({ provider: 'billing-a', config: { apiKey: 'rk_test_1' } }),
  disconnectIntegration: () => client.integrations.disconnect({ provider: 'billing-a' }),
  getIntegrationConnectionStatus: () => client.integrations.connectionStatus({ sessionId: 'x' }),
  getIntegrationSyncStatus: () => client.integrations.syncStatus({ provider: 'billing-a' }),
  runIntegrationSetupStep: () => client.integrations.runSetupStep({ provider: 'crm-a', step: 'mappings' }),
  syncIntegration: () => client.integrations.sync({ provider: 'billing-a' }),
  importEvents: () =>
    client.events.import({
      batches: [
        {
          source: 'server',
          userIdentity: { userId: 'u-17' },
          events: [{ type: 'custom', eventName: 'Signed up', url: 'server://u-17', path: '/' }],
        },
      ],
    }),
  importRecords: () => client.records.import({ records: [{ kind: 'customer', domain: 'acme.com' }] }),
  importCsv: () => client.records.importCsv({ kind: 'customer', csv: 'domain\nacme.com\n', dryRun: true }),
  getWorkspaceSettings: () => client.settings.get(),
  updateWorkspaceSettings: () => client.settings.update({ defaultTimezone: 'Europe/Berlin' }),
  getReportSettings: () => client.settings.getReport(),
  updateReportSettings: () =>
    client.settings.updateReport({ chatChannelId: 'C1', chatChannelName: 'reports' }),
  getReportSettingsOptions: () => client.settings.getReportOptions({ search: 'rep', limit: 10 }),
  getAutomationOptions: () => client.automations.options(),
  listAutomations: () => client.automations.list(),
  createAutomation: () => client.automations.create(automation),
  getAutomation: () => client.automations.get(id),
  updateAutomation: () => client.automations.update(id, { ...automation, enabled: false }),
  enableAutomation: () => client.automations.enable(id),
  disableAutomation: () => client.automations.disable(id),
  archiveAutomation: () => client.automations.archive(id),
  previewAutomation: () => client.automations.preview({ automationId: id, days: 30 }),
  listAutomationRuns: () => client.automations.listRuns(id, { limit: 10 }),
  getAutomationRun: () => client.automations.getRun(id, id),
  getDestinationOptions: () => client.destinations.options({ search: 'ops' }),
  listDestinations: () => client.destinations.list(),
  createDestination: () =>
    client.destinations.create({ type: 'WEBHOOK_ENDPOINT', url: 'https://hooks.example/a', label: 'Ops' }),
  getDestination: () => client.destinations.get(id),
  updateDestination: () => client.destinations.update(id, { type: 'WEBHOOK_ENDPOINT', label: 'Ops' }),
  enableDestination: () => client.destinations.enable(id),
  disableDestination: () => client.destinations.disable(id),
  archiveDestination: () => client.destinations.archive(id),
  resendDeliveries: () => client.destinations.resend(id, { deliveryIds: [id] }),
  listAgentTemplates: () => client.agents.listTemplates(),
  listAgentActions: () => client.agents.listActions(),
  listAgents: () => client.agents.list(),
  createAgent: () => client.agents.create({ type: 'template', templateKey: 'churn' }),
  getAgent: () => client.agents.get(id),
  updateAgent: () => client.agents.update(id, { instructions: 'Who renews?' }),
  renameAgent: () => client.agents.rename(id, { displayName: 'Renewals' }),
  enableAgent: () => client.agents.enable(id),
  disableAgent: () => client.agents.disable(id),
  listAgentRuns: () => client.agents.listRuns(id, { limit: 5 }),
  startAgentRun: () => client.agents.startRun(id, { clientRequestId: 'r-1' }),
  getAgentRun: () => client.agents.getRun(id, id),
  getSignalOptions: () => client.signals.options(),
  listSignals: () => client.signals.list(),
  createSignal: () =>
    client.signals.create({
      kind: 'EVENT_MATCH',
      name: 'Trial started',
      definition: { grain: 'customer', subjectResolver: 'event_customer', eventNames: ['trial_started'] },
    }),
  getSignal: () => client.signals.get(id),
  updateSignal: () =>
    client.signals.update(id, {
      kind: 'EVENT_MATCH',
      name: 'Trial started',
      definition: { grain: 'customer', subjectResolver: 'event_customer', eventNames: ['trial_started'] },
    }),
  archiveSignal: () => client.signals.archive(id),
  followEvents: () => client.events.follow({ waitSeconds: 1 }),
  explainEvent: () => client.identity.explainEvent(id),
  listIdentityMergeSuggestions: () =>
    client.identity.listMergeSuggestions({ status: 'suggested', limit: 10 }),
  getIdentityMergeSuggestion: () => client.identity.getMergeSuggestion(id),
  queueIdentityMergeSuggestion: () => client.identity.queueMergeSuggestion(id, { reviewNotes: 'The same' }),
  rejectIdentityMergeSuggestion: () => client.identity.rejectMergeSuggestion(id),
  getCustomerActivation: () => client.activation.get(),
  updateCustomerActivation: () => client.activation.update({ eventName: 'First report' }),
  previewCustomerActivation: () => client.activation.preview({ eventName: 'First report', lookbackDays: 30 }),
}

test('nothing is offered that no server serves', () => {
  const resources = Object.keys(client).sort()
  expect(resources).toEqual([
    'activation',
    'agents',
    'automations',
    'destinations',
    'events',
    'feedback',
    'identity',
    'integrations',
    'keys',
    'people',
    'records',
    'settings',
    'signals',
    'tools',
  ])
})

test.each(Object.keys(calls) as (keyof typeof calls)[])(
  '%s: its method sends what the contract takes and gives what the contract answers',
  async (operation) => {
    server.requests.length = 0
    const data = await calls[operation]()
    const [request] = server.requests
    const route: RouteDefinition = routes[operation as OperationName]
    expect(request?.operation).toBe(operation)
    expect(request?.headers.authorization).toBe('Bearer ok_test')
    expect(request?.headers['idempotency-key'] !== undefined).toBe(!isRepeatable(route, request?.body))
    if (route.body) expect(v.safeParse(route.body, request?.body).issues).toBeUndefined()
    else expect(request?.body).toBeUndefined()
    if (route.query) expect(v.safeParse(route.query, request?.query).issues).toBeUndefined()
    const answered = route.data ?? route.responses[200] ?? route.responses[201] ?? route.responses[202]
    expect(v.safeParse(answered!, data).issues).toBeUndefined()
  },
)

/** Calls that may be sent twice without a key. */
function isRepeatable(route: RouteDefinition, body: unknown): boolean {
  if (route.operation !== 'callTool') return route.idempotent
  return tools[(body as { tool: ToolName }).tool].readOnly
}

const toolCalls: Record<ServedTool, () => PromiseLike<unknown>> = {
  svc_list_customers: () => client.tools.listCustomers({ billingStatus: 'PAYING' }),
  svc_list_users: () => client.tools.listUsers({ journeyStage: 'ACTIVATED' }),
  svc_list_workspace_users: () => client.tools.listWorkspaceUsers(),
  svc_get_customer: () => client.tools.getCustomer({ customer: 'acme.com', include: ['users', 'revenue'] }),
  svc_get_timeline: () => client.tools.getTimeline({ customer: 'acme.com', timeframe: '7d' }),
  svc_list_facts: () => client.tools.listFacts({ customer: 'acme.com', status: ['ACTIVE'] }),
  svc_get_fact: () => client.tools.getFact({ factId: 'f-1', include: ['evidence'] }),
  svc_get_source: () => client.tools.getSource({ sourceType: 'CRM', sourceId: 's-1' }),
  svc_list_sources: () => client.tools.listSources({ sourceType: 'CALL', hasTranscript: true }),
  svc_search_customer_context: () => client.tools.searchCustomerContext({ query: 'pricing', topK: 5 }),
  svc_query: () => client.tools.query({ sql: 'select 1' }),
  svc_schema: () => client.tools.schema({ table: 'customers' }),
  svc_send_notification: () => client.tools.sendNotification({ title: 'Acme asks for a call' }),
  svc_submit_feedback: () => client.tools.submitFeedback({ body: 'Love it' }),
}

test.each(Object.keys(toolCalls) as ServedTool[])('%s has a method of its own', async (name) => {
  server.requests.length = 0
  const data = await toolCalls[name]()
  const body = server.requests[0]?.body as { tool: string; input: unknown }
  expect(body.tool).toBe(name)
  expect(v.safeParse(tools[name].input, body.input).issues).toBeUndefined()
  expect(v.safeParse(tools[name].output, data).issues).toBeUndefined()
})

test('an id is encoded, and one that would name another route is refused before anything is sent', async () => {
  server.requests.length = 0
  await client.people.getErasure('../../keys?x')
  expect(server.requests[0]?.path).toBe('/api/people/erasures/..%2F..%2Fkeys%3Fx')
  await expect(client.identity.explainEvent('..')).rejects.toThrow('explainEvent needs uuid')
  await expect(client.identity.explainEvent(' ')).rejects.toThrow('explainEvent needs uuid')
  expect(server.requests).toHaveLength(1)
})

test('an unknown tool is refused before anything is sent', async () => {
  server.requests.length = 0
  await expect(client.tools.call('svc_drop_all' as ServedTool, {} as never)).rejects.toThrow(
    'There is no tool "svc_drop_all": it must be one of svc_list_customers',
  )
  expect(server.requests).toHaveLength(0)
})
