import { describe, expect, it } from 'vitest'
import {
  errorCodes,
  formatIssues,
  getRoute,
  grants,
  isErrorCode,
  limits,
  operationNames,
  readOnlyGrants,
  routes,
  validate,
  type OperationName,
} from '../src/index.ts'

const uuid = '0197a6f0-7d3c-7b1e-9a55-3f0d2c1b4a68'
const every = operationNames.map(getRoute)

describe('the route table', () => {
  it('lists every operation of the specification', () => {
    const lines = every.map(
      (route) =>
        `${route.method} ${route.path} ${route.operation} ${route.command?.commandId ?? '-'} ${route.grant ?? route.auth}`,
    )
    expect(lines).toMatchSnapshot()
  })

  it('names every route by its key, and no method and path twice', () => {
    for (const name of operationNames) expect(getRoute(name).operation).toBe(name)
    expect(new Set(every.map((route) => `${route.method} ${route.path}`)).size).toBe(every.length)
  })

  it('describes every parameter of a path', () => {
    for (const route of every) {
      const named = [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
      const described =
        route.params !== undefined && 'entries' in route.params
          ? Object.keys(route.params.entries as object)
          : []
      expect(described, route.operation).toEqual(named)
    }
  })

  it('asks a known grant wherever it asks one, and none without a key', () => {
    for (const route of every) {
      if (route.grant !== undefined) expect(grants).toContain(route.grant)
      if (route.auth !== 'apiKey') expect(route.grant, route.operation).toBeUndefined()
    }
  })

  it('answers 401 where a key is needed and 400 where a body is read', () => {
    for (const route of every) {
      const statuses = Object.keys(route.responses)
      if (route.auth === 'apiKey') expect(statuses, route.operation).toContain('401')
      if (route.body !== undefined) expect(statuses, route.operation).toContain('400')
    }
  })

  it('never deletes, and repeats only what may be repeated', () => {
    for (const route of every) {
      expect(['GET', 'POST', 'PATCH']).toContain(route.method)
      if (route.method === 'GET') expect(route.idempotent, route.operation).toBe(true)
      if (/^(create|start|submit|connect|call)/.test(route.operation))
        expect(route.idempotent, route.operation).toBe(false)
    }
  })

  it('takes 256 KiB of feedback and 1 MB of events', () => {
    expect(getRoute('submitFeedback').bodyLimitBytes).toBe(256 * 1024)
    expect(getRoute('ingestEvents').bodyLimitBytes).toBe(limits.ingest.bodyBytes)
  })
})

const signal = {
  kind: 'EVENT_MATCH',
  name: 'Trial started',
  definition: { grain: 'customer', subjectResolver: 'event_customer', eventNames: ['trial_started'] },
}
const automation = { agentId: uuid, name: 'Watch', triggerType: 'SIGNAL_OCCURRENCE', signalIds: [uuid] }
const scheduled = {
  agentId: uuid,
  name: 'Weekly',
  triggerType: 'SCHEDULE',
  schedule: { cadence: 'weekly', weekday: 'monday', localTime: { hour: 9, minute: 0 } },
  audienceFilter: { customer: { billingStatuses: ['PAYING'] } },
}
const window = { value: 7, unit: 'day' }
const pattern = (detection: object) => ({
  kind: 'EVENT_PATTERN',
  name: 'x',
  definition: { schemaVersion: '2026-06-17', subjectType: 'customer', detection },
})

const bodies: [OperationName, unknown][] = [
  ['callTool', { tool: 'svc_query' }],
  ['createSignal', signal],
  [
    'createSignal',
    {
      ...signal,
      description: null,
      definition: {
        ...signal.definition,
        propertyConditions: [
          { key: 'plan', operator: 'exists' },
          { key: 'a', operator: 'not_equals', value: 3 },
          { key: 'b', operator: 'starts_with', value: 'x' },
        ],
      },
    },
  ],
  ['createSignal', pattern({ type: 'event_occurred', eventNames: ['a'] })],
  [
    'createSignal',
    pattern({
      type: 'event_count_threshold',
      eventNames: ['a'],
      threshold: { operator: '>', count: 3 },
      window: { value: 2, unit: 'hour' },
    }),
  ],
  ['createSignal', pattern({ type: 'event_absence', eventNameMode: 'all_except', window })],
  [
    'createSignal',
    pattern({ type: 'customer_activity_threshold', metric: 'active_days', window, operator: '<', count: 0 }),
  ],
  [
    'createSignal',
    pattern({
      type: 'customer_activity_drop',
      metric: 'active_days',
      window,
      baselineWindow: window,
      dropPercent: 50,
      minimumBaselineActiveDays: 1,
      minimumBaselineEventCount: 1,
    }),
  ],
  [
    'createSignal',
    pattern({
      type: 'related_user_inactivity',
      priorWindow: window,
      inactiveWindow: window,
      minimumPriorActiveDays: 1,
      minimumPreviouslyActiveUsers: 1,
    }),
  ],
  ['createAutomation', automation],
  ['createAutomation', scheduled],
  ['updateAutomation', { ...automation, enabled: false, matchMode: 'AT_LEAST', triggerThresholdCount: 2 }],
  ['createDestination', { type: 'CHAT_CHANNEL', channelId: 'C1', label: '#alerts', isDefault: true }],
  ['updateDestination', { type: 'CHAT_CHANNEL', isDefault: true }],
  ['createAgent', { type: 'template', templateKey: 'churn' }],
  ['createAgent', { type: 'custom', displayName: 'Scout', instructions: 'x'.repeat(32_000) }],
  ['updateAgent', { actionKeys: [] }],
  ['startAgentRun', undefined],
  ['rejectIdentityMergeSuggestion', undefined],
  ['rejectIdentityMergeSuggestion', { reviewNotes: 'Two people.' }],
  ['updateCustomerActivation', { eventName: null }],
  ['previewCustomerActivation', { eventName: 'report_exported', lookbackDays: 90 }],
  ['updateWorkspaceSettings', { defaultTimezone: 'Europe/Berlin' }],
  ['updateWorkspaceSettings', { domains: ['acme.example'] }],
  ['updateReportSettings', { chatChannelId: 'C1', chatChannelName: '#alerts' }],
  ['connectIntegration', { provider: 'calls-a', config: { apiKey: 'x' }, force: true }],
  ['runIntegrationSetupStep', { provider: 'crm-a', step: 'mappings', config: { mappings: [] } }],
  ['pollCliAuth', { requestId: 'r', pollToken: 't' }],
]

const brokenBodies: [OperationName, string, unknown, string][] = [
  ['callTool', 'an unknown tool', { tool: 'svc_drop' }, 'tool'],
  ['callTool', 'input that is a list', { tool: 'svc_query', input: [] }, 'input'],
  [
    'createSignal',
    'no events',
    { ...signal, definition: { ...signal.definition, eventNames: [] } },
    'definition.eventNames',
  ],
  [
    'createSignal',
    'six conditions',
    {
      ...signal,
      definition: {
        ...signal.definition,
        propertyConditions: Array(6).fill({ key: 'a', operator: 'exists' }),
      },
    },
    'definition.propertyConditions',
  ],
  ['createSignal', 'an unknown kind', { ...signal, kind: 'X' }, 'kind'],
  [
    'createSignal',
    'a window above 30 days',
    pattern({ type: 'event_absence', window: { value: 31, unit: 'day' } }),
    'definition.detection.window.value',
  ],
  ['createAutomation', 'a signal trigger without signals', { ...automation, signalIds: [] }, 'signalIds'],
  ['createAutomation', '51 signals', { ...automation, signalIds: Array(51).fill(uuid) }, 'signalIds'],
  [
    'createAutomation',
    '26 destinations',
    { ...automation, destinationIds: Array(26).fill(uuid) },
    'destinationIds',
  ],
  ['createAutomation', 'a name of 121 characters', { ...automation, name: 'n'.repeat(121) }, 'name'],
  ['createAutomation', 'a schedule with signals', { ...scheduled, signalIds: [uuid] }, 'signalIds'],
  ['createAutomation', 'a schedule for everyone', { ...scheduled, audienceFilter: {} }, 'audienceFilter'],
  [
    'createAutomation',
    'a schedule trigger without a schedule',
    { ...scheduled, schedule: undefined },
    'schedule',
  ],
  [
    'createAutomation',
    'AT_LEAST without a count',
    { ...automation, matchMode: 'AT_LEAST' },
    'triggerThresholdCount',
  ],
  ['createAutomation', 'a count of 6', { ...automation, triggerThresholdCount: 6 }, 'triggerThresholdCount'],
  ['updateAutomation', 'enabled missing', automation, 'enabled'],
  [
    'createDestination',
    'a default that is disabled',
    { type: 'CHAT_CHANNEL', channelId: 'C1', label: 'l', isDefault: true, enabled: false },
    'enabled',
  ],
  ['updateDestination', 'nothing to change', { type: 'CHAT_CHANNEL' }, ''],
  ['updateDestination', 'isDefault false', { type: 'CHAT_CHANNEL', isDefault: false }, 'isDefault'],
  [
    'createAgent',
    'instructions of 32,001 characters',
    { type: 'custom', displayName: 'x', instructions: 'x'.repeat(32_001) },
    'instructions',
  ],
  ['updateAgent', 'nothing to change', {}, ''],
  [
    'rejectIdentityMergeSuggestion',
    'notes of 10,001 characters',
    { reviewNotes: 'x'.repeat(10_001) },
    'reviewNotes',
  ],
  [
    'updateCustomerActivation',
    'an event name of 192 characters',
    { eventName: 'e'.repeat(192) },
    'eventName',
  ],
  [
    'updateWorkspaceSettings',
    'a time zone that does not exist',
    { defaultTimezone: 'Mars/Olympus' },
    'defaultTimezone',
  ],
  [
    'updateWorkspaceSettings',
    'an offset instead of a time zone',
    { defaultTimezone: '+02:00' },
    'defaultTimezone',
  ],
  [
    'connectIntegration',
    'a number as credential',
    { provider: 'calls-a', config: { apiKey: 1 } },
    'config.apiKey',
  ],
  ['connectIntegration', 'a blank provider', { provider: ' ' }, 'provider'],
  ['disconnectIntegration', 'an unknown key', { provider: 'crm-a', purge: true }, 'purge'],
]

describe('a body', () => {
  it.each(bodies)('of %s may be %o', (operation, body) => {
    const schema = getRoute(operation).body
    if (schema === undefined) expect.unreachable('takes no body')
    expect(validate(schema, body)).toMatchObject({ ok: true })
  })

  it.each(brokenBodies)('of %s is refused for %s, at its path', (operation, _what, body, field) => {
    const schema = getRoute(operation).body
    if (schema === undefined) expect.unreachable('takes no body')
    const result = validate(schema, body)
    if (result.ok) expect.unreachable('was accepted')
    expect(result.issues.map((issue) => issue.path.join('.'))).toContain(field)
  })

  it('of an automation comes with its defaults', () => {
    expect(validate(routes.createAutomation.body, automation)).toEqual({
      ok: true,
      value: {
        ...automation,
        description: null,
        destinationIds: [],
        processorPolicy: { subjectHandling: 'event_customer' },
        deliveryPolicy: { requireAllDestinations: false },
        enabled: true,
      },
    })
  })
})

describe('a query', () => {
  it('is text on the wire and typed once validated', () => {
    expect(validate(routes.listIntegrations.query, { connectedOnly: 'true' })).toEqual({
      ok: true,
      value: { connectedOnly: true },
    })
    expect(validate(routes.listIntegrations.query, {})).toEqual({ ok: true, value: { connectedOnly: false } })
    expect(validate(routes.listAgentRuns.query, { limit: '7', utm_source: 'x' })).toEqual({
      ok: true,
      value: { limit: 7 },
    })
  })

  it.each([
    { limit: '0' },
    { limit: '101' },
    { limit: 'x' },
    { limit: '1e2' },
    { limit: ['1', '2'] },
    { cursor: '' },
  ])('is refused for %o', (query) => {
    expect(validate(routes.listAgentRuns.query, query).ok).toBe(false)
  })

  it('names providers as people write them', () => {
    expect(validate(routes.getIntegrationSyncStatus.query, { provider: ' CRM_A ' })).toEqual({
      ok: true,
      value: { provider: 'crm-a' },
    })
  })
})

describe('a path', () => {
  it('takes uuids in any case, and public keys by their beginning', () => {
    expect(validate(routes.getSignal.params, { id: uuid.toUpperCase() })).toEqual({
      ok: true,
      value: { id: uuid },
    })
    expect(validate(routes.getSignal.params, { id: '1' }).ok).toBe(false)
    expect(validate(routes.ingestEvents.params, { publicKey: 'pk_live' }).ok).toBe(true)
    expect(validate(routes.ingestEvents.params, { publicKey: 'ok_live' }).ok).toBe(false)
  })
})

describe('errors', () => {
  it('have a 4xx or 5xx each, and only passing ones are worth a retry', () => {
    for (const [code, rule] of Object.entries(errorCodes)) {
      expect(rule.status, code).toBeGreaterThanOrEqual(400)
      if (rule.retryable) expect([429, 503], code).toContain(rule.status)
    }
    expect(errorCodes.EXECUTION_ERROR.status).toBe(422)
    expect(errorCodes.QUERY_NOT_ALLOWED.status).toBe(400)
    expect(isErrorCode('NOT_FOUND')).toBe(true)
    expect(isErrorCode('constructor')).toBe(false)
  })

  it('on command routes have the envelope, and the simple body for 401 and 500', () => {
    const { responses } = getRoute('updateAutomation')
    const envelope = {
      ok: false,
      commandId: 'automation.update',
      commandVersion: 1,
      error: { code: 'not_found', message: 'm', correlationId: 'corr_1', retryable: false },
    }
    const accepts = (status: number, body: unknown) => {
      const schema = responses[status]
      return schema !== undefined && validate(schema, body).ok
    }
    expect(accepts(404, envelope)).toBe(true)
    expect(accepts(401, envelope)).toBe(false)
    expect(accepts(401, { error: 'Invalid credentials' })).toBe(true)
    expect(accepts(500, { error: 'Internal server error' })).toBe(true)
  })

  it('tell no more issues than asked', () => {
    const schema = getRoute('createAutomation').body
    if (schema === undefined) expect.unreachable('takes no body')
    const result = schema['~run']({ value: { signalIds: Array(40).fill('x') } }, {})
    expect(result.issues?.length).toBeGreaterThan(40)
    expect(formatIssues(result.issues ?? [], { max: 5 })).toHaveLength(5)
  })
})

describe('presets of grants', () => {
  it('read-only holds every grant that reads, and no other', () => {
    expect([...readOnlyGrants].sort()).toEqual(grants.filter((grant) => grant.endsWith(':read')).sort())
  })
})
