import {
  routes,
  tools,
  type OperationName,
  type RouteDefinition,
  type ToolName,
} from '@customer-intel/contract'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CustomerIntel, type SignalBody, type UpdateAutomationBody } from '../src/index.ts'
import { methodOf } from '../src/methods.ts'
import { startPlatformServer, type PlatformServer } from './support/platform-server.ts'
import { isPlatformRoute } from './support/contract-text.ts'

let server: PlatformServer
let client: CustomerIntel
const id = '0197a6f0-7d3c-7b1e-9a55-3f0d2c1b4a68'

beforeAll(async () => {
  server = await startPlatformServer()
  client = new CustomerIntel({ apiKey: 'ok_test', baseUrl: server.baseUrl, maxRetries: 0 })
})
afterAll(() => server.close())

const automation: UpdateAutomationBody = {
  agentId: id,
  name: 'Churn watch',
  triggerType: 'SIGNAL_OCCURRENCE',
  enabled: true,
  signalIds: [id],
}
const signal: SignalBody = {
  kind: 'EVENT_MATCH',
  name: 'Plan cancelled',
  definition: { grain: 'customer', subjectResolver: 'event_customer', eventNames: ['Plan cancelled'] },
}

/** One call of each method, with an input that the contract takes. */
const calls: { [Operation in keyof typeof methodOf]: () => PromiseLike<unknown> } = {
  validateApiKey: () => client.keys.validate(),
  submitFeedback: () => client.feedback.submit({ body: 'Love it', area: 'timeline' }),
  listIntegrations: () => client.integrations.list({ connectedOnly: true }),
  getIntegrationCapabilities: () => client.integrations.capabilities({ provider: 'crm-a' }),
  runIntegrationSetupStep: () => client.integrations.runSetupStep({ provider: 'crm-a', step: 'crm-mapping' }),
  connectIntegration: () => client.integrations.connect({ provider: 'billing-a', config: { apiKey: 'x' } }),
  getIntegrationConnectionStatus: () => client.integrations.connectionStatus('session-1'),
  disconnectIntegration: () => client.integrations.disconnect('billing-a'),
  getIntegrationSyncStatus: () => client.integrations.syncStatus('billing-a'),
  callTool: () => client.tools.call('svc_get_customer', { customer: 'acme.com' }),
  getAutomationOptions: () => client.automations.options(),
  listAutomations: () => client.automations.list(),
  createAutomation: () => client.automations.create(automation),
  getAutomation: () => client.automations.get(id),
  updateAutomation: () => client.automations.update(id, automation),
  enableAutomation: () => client.automations.enable(id),
  disableAutomation: () => client.automations.disable(id),
  archiveAutomation: () => client.automations.archive(id),
  listAutomationRuns: () => client.automations.listRuns(id, { limit: 10 }),
  getAutomationRun: () => client.automations.getRun(id, id),
  exportPerson: () => client.people.export({ person: 'jane@acme.com', cursor: 'event:0' }),
  erasePerson: () => client.people.erase({ person: 'jane@acme.com' }),
  getErasure: () => client.people.getErasure(id),
  importRecords: () => client.records.import({ records: [{ kind: 'customer', domain: 'acme.com' }] }),
  getSignalOptions: () => client.signals.options(),
  listSignals: () => client.signals.list(),
  createSignal: () => client.signals.create(signal),
  getSignal: () => client.signals.get(id),
  updateSignal: () => client.signals.update(id, signal),
  archiveSignal: () => client.signals.archive(id),
  getDestinationOptions: () => client.destinations.options({ search: 'alerts' }),
  listDestinations: () => client.destinations.list(),
  createDestination: () =>
    client.destinations.create({ type: 'CHAT_CHANNEL', channelId: 'C1', label: 'Alerts' }),
  getDestination: () => client.destinations.get(id),
  updateDestination: () => client.destinations.update(id, { type: 'CHAT_CHANNEL', isDefault: true }),
  enableDestination: () => client.destinations.enable(id),
  disableDestination: () => client.destinations.disable(id),
  archiveDestination: () => client.destinations.archive(id),
  getWorkspaceSettings: () => client.settings.get(),
  updateWorkspaceSettings: () => client.settings.update({ defaultTimezone: 'Europe/Berlin' }),
  getReportSettings: () => client.settings.getReport(),
  updateReportSettings: () =>
    client.settings.updateReport({ chatChannelId: 'C1', chatChannelName: 'reports' }),
  getReportSettingsOptions: () => client.settings.getReportOptions({ search: 'rep', limit: 10 }),
  listIdentityMergeSuggestions: () => client.identity.listMergeSuggestions({ status: 'suggested' }),
  getIdentityMergeSuggestion: () => client.identity.getMergeSuggestion('merge/1'),
  queueIdentityMergeSuggestion: () => client.identity.queueMergeSuggestion('m-1', { reviewNotes: 'same' }),
  rejectIdentityMergeSuggestion: () => client.identity.rejectMergeSuggestion('m-1'),
  explainEvent: () => client.identity.explainEvent(id),
  listAgentTemplates: () => client.agents.listTemplates(),
  listAgentActions: () => client.agents.listActions(),
  listAgents: () => client.agents.list(),
  createAgent: () => client.agents.create({ type: 'template', templateKey: 'churn' }),
  getAgent: () => client.agents.get('a-1'),
  updateAgent: () => client.agents.update('a-1', { instructions: 'Be brief' }),
  enableAgent: () => client.agents.enable('a-1'),
  disableAgent: () => client.agents.disable('a-1'),
  renameAgent: () => client.agents.rename('a-1', { displayName: 'Churn watcher' }),
  listAgentRuns: () => client.agents.listRuns('a-1'),
  startAgentRun: () => client.agents.startRun('a-1', { clientRequestId: 'r-1' }),
  getAgentRun: () => client.agents.getRun('a-1', 'r-1'),
  getCustomerActivation: () => client.activation.get(),
  updateCustomerActivation: () => client.activation.update({ eventName: 'First report' }),
  previewCustomerActivation: () => client.activation.preview({ eventName: 'First report', lookbackDays: 30 }),
}

test('every Platform route has a method', () => {
  const platform = Object.values(routes)
    .filter(isPlatformRoute)
    .map((route) => route.operation)
  expect(Object.keys(methodOf).sort()).toEqual(platform.sort())
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

const toolCalls: { [Name in ToolName]: () => PromiseLike<unknown> } = {
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
  svc_send_notification: () => client.tools.sendNotification({ title: 'Hello', markdown: '**Hi**' }),
  svc_submit_feedback: () => client.tools.submitFeedback({ body: 'Love it' }),
}

test.each(Object.keys(toolCalls) as ToolName[])('%s has a method of its own', async (name) => {
  server.requests.length = 0
  const data = await toolCalls[name]()
  const body = server.requests[0]?.body as { tool: string; input: unknown }
  expect(body.tool).toBe(name)
  expect(v.safeParse(tools[name].input, body.input).issues).toBeUndefined()
  expect(v.safeParse(tools[name].output, data).issues).toBeUndefined()
})

test('an id is encoded, and one that would name another route is refused before anything is sent', async () => {
  server.requests.length = 0
  await client.identity.getMergeSuggestion('../../keys?x')
  expect(server.requests[0]?.path).toBe('/api/identity/merge-suggestions/..%2F..%2Fkeys%3Fx')
  await expect(client.agents.get('..')).rejects.toThrow('getAgent needs id')
  await expect(client.agents.get(' ')).rejects.toThrow('getAgent needs id')
  expect(server.requests).toHaveLength(1)
})

test('an unknown tool is refused before anything is sent', async () => {
  server.requests.length = 0
  await expect(client.tools.call('svc_drop_all' as ToolName, {} as never)).rejects.toThrow(
    'There is no tool "svc_drop_all": it must be one of svc_list_customers',
  )
  expect(server.requests).toHaveLength(0)
})
