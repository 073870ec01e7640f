// What an automation can be made of, and what is refused with which words.
import { randomUUID } from 'node:crypto'
import { AutomationSchema } from '@customer-intel/contract'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AutomationServer, openAutomationServer } from './automation-server.ts'

let server: AutomationServer
let parts: Awaited<ReturnType<AutomationServer['prepare']>>
beforeAll(async () => {
  server = await openAutomationServer()
  parts = await server.prepare('trial_started', 'paid')
})
afterAll(() => server.close())

const schedule = { cadence: 'daily', timezone: 'Europe/Berlin', localTime: { hour: 2, minute: 30 } }
const audienceFilter = { customer: { billingStatuses: ['PAYING'] } }

function body(fields: object = {}): Record<string, unknown> {
  const { agentId, signalIds } = parts
  return { agentId, signalIds, name: 'Told', triggerType: 'SIGNAL_OCCURRENCE', ...fields }
}

const create = (fields: object = {}) => server.ask('POST', '/api/automations', body(fields))

test('what is created can be read, listed, updated, disabled, enabled and archived, with an audit entry of each change', async () => {
  const { signalIds, destinationId } = parts
  const created = await server.createAutomation(body({ destinationIds: [destinationId] }))
  expect(v.safeParse(AutomationSchema, created).issues).toBeUndefined()
  expect(created).toMatchObject({
    enabled: true,
    matchMode: 'ANY',
    triggerJson: { signalIds, matchMode: 'ANY' },
    audienceFilterJson: null,
    processorPolicyJson: { subjectHandling: 'event_customer' },
    deliveryPolicyJson: { requireAllDestinations: false },
    lastRunAt: null,
    nextRunAt: null,
    activeSignalCount: 2,
    activeDestinationCount: 1,
  })
  const path = `/api/automations/${created.id}`
  expect((await server.done('GET', path)).automation).toEqual(created)
  expect((await server.done('GET', '/api/automations')).automations).toContainEqual(created)
  const { automation: changed } = await server.done('PATCH', path, {
    ...body({ triggerType: 'SCHEDULE', signalIds: [], schedule, audienceFilter }),
    processorPolicy: { cooldownHours: 24 },
    deliveryPolicy: { requireAllDestinations: true },
    enabled: true,
  })
  expect(changed).toMatchObject({
    triggerJson: { schedule },
    audienceFilterJson: audienceFilter,
    processorPolicyJson: { subjectHandling: 'event_customer', cooldownHours: 24 },
    deliveryPolicyJson: { requireAllDestinations: true },
    signals: [],
  })
  expect(changed.nextRunAt).toMatch(/T0[01]:30:00.000Z$/)
  expect((await server.done('POST', `${path}/disable`)).automation).toMatchObject({
    enabled: false,
    nextRunAt: null,
  })
  expect((await server.done('POST', `${path}/enable`)).automation.configHash).toBe(changed.configHash)
  expect((await server.done('POST', `${path}/archive`)).automation).toMatchObject({ id: created.id })
  for (const [method, at] of [
    ['GET', path],
    ['POST', `${path}/enable`],
    ['POST', `${path}/archive`],
    ['GET', `${path}/runs`],
  ] as const)
    expect(await server.ask(method, at)).toMatchObject({
      status: 404,
      body: { error: { code: 'not_found' } },
    })
  const entries = (await server.running.workspace.audit.read()).filter(
    ({ resource }) => resource.id === created.id,
  )
  expect(entries.map(({ commandId }) => commandId)).toEqual([
    'automation.create',
    'automation.update',
    'automation.disable',
    'automation.enable',
    'automation.archive',
  ])
  expect(entries[1]).toMatchObject({
    before: { triggerType: 'SIGNAL_OCCURRENCE' },
    after: { triggerType: 'SCHEDULE' },
  })
})

test('configHash changes when and only when the configuration does, and If-Match holds a caller to it', async () => {
  const created = await server.createAutomation(body())
  const path = `/api/automations/${created.id}`
  const update = (fields: object, ifMatch: string | null) =>
    server.ask(
      'PATCH',
      path,
      { ...body(fields), enabled: true },
      ifMatch === null ? {} : { 'if-match': ifMatch },
    )
  const same = await update({}, `"${created.configHash}"`)
  expect(same.body.result.data.automation.configHash).toBe(created.configHash)
  expect(same.body.result.auditId).toBeUndefined()
  const renamed = await update({ name: 'Other' }, created.configHash)
  expect(renamed.body.result.data.automation.configHash).not.toBe(created.configHash)
  expect(await update({ name: 'Third' }, created.configHash)).toMatchObject({ status: 409 })
  expect((await server.done('GET', path)).automation.name).toBe('Other')
})

test.each([
  ['no agent', { agentId: undefined }, 'agentId'],
  ['an unknown key', { colour: 'red' }, 'colour'],
  ['no signal', { signalIds: [] }, 'signalIds'],
  ['AT_LEAST without a count', { matchMode: 'AT_LEAST' }, 'triggerThresholdCount'],
  ['a count out of bounds', { matchMode: 'AT_LEAST', triggerThresholdCount: 6 }, 'triggerThresholdCount'],
  ['a window of nothing', { triggerWindow: { value: 0, unit: 'day' } }, 'triggerWindow'],
  ['a schedule with signals', { triggerType: 'SCHEDULE', schedule, audienceFilter }, 'signalIds'],
  ['no schedule', { triggerType: 'SCHEDULE', signalIds: [], audienceFilter }, 'schedule'],
  ['no audience', { triggerType: 'SCHEDULE', signalIds: [], schedule }, 'audienceFilter'],
  [
    'an audience of nobody',
    { triggerType: 'SCHEDULE', signalIds: [], schedule, audienceFilter: { customer: { customerIds: [] } } },
    'audienceFilter',
  ],
  [
    'an impossible zone',
    {
      triggerType: 'SCHEDULE',
      signalIds: [],
      audienceFilter,
      schedule: { ...schedule, timezone: 'Europe/Atlantis' },
    },
    'timezone',
  ],
  [
    'an impossible time',
    {
      triggerType: 'SCHEDULE',
      signalIds: [],
      audienceFilter,
      schedule: { ...schedule, localTime: { hour: 24, minute: 0 } },
    },
    'hour',
  ],
  ['a cooldown below zero', { processorPolicy: { cooldownHours: -1 } }, 'cooldownHours'],
  ['too many customers', { processorPolicy: { maxCustomersPerRun: 501 } }, 'maxCustomersPerRun'],
  [
    'a foreign currency',
    {
      audienceFilter: { customer: { revenue: { metric: 'ARR', operator: '>', value: 1, currency: 'XXX' } } },
    },
    'currency',
  ],
])('%s is refused, and the field is named', async (_, fields, field) => {
  const before = (await server.done('GET', '/api/automations')).automations.length
  const { status, body: answer } = await create(fields)
  expect(status).toBe(400)
  expect(answer.error).toMatchObject({ code: 'validation_failed', retryable: false })
  expect(JSON.stringify(answer.error.details)).toContain(field)
  expect((await server.done('GET', '/api/automations')).automations).toHaveLength(before)
})

test.each(['agentId', 'signalIds', 'destinationIds'])(
  'an id of nothing in %s is a 404 that names it',
  async (field) => {
    const id = randomUUID()
    const { status, body: answer } = await create({ [field]: field === 'agentId' ? id : [id] })
    expect(status).toBe(404)
    expect(JSON.stringify(answer)).toContain(id)
  },
)

test('it can’t be enabled without a destination or with an agent that is off', async () => {
  const other = await openAutomationServer()
  try {
    const { agentId, signalIds, destinationId } = await other.prepare('paid')
    const fields = { agentId, signalIds, name: 'Told', triggerType: 'SIGNAL_OCCURRENCE' }
    const { automation } = await other.done('POST', '/api/automations', { ...fields, enabled: false })
    const enable = () => other.ask('POST', `/api/automations/${automation.id}/enable`)
    await other.done('POST', `/api/agents/${agentId}/disable`)
    expect((await enable()).status).toBe(409)
    await other.done('POST', `/api/agents/${agentId}/enable`)
    await other.done('POST', `/api/destinations/${destinationId}/archive`)
    const refused = await enable()
    expect(refused).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } })
    expect(JSON.stringify(refused.body)).toContain('destination')
    expect(await other.ask('POST', '/api/automations', fields)).toMatchObject({ status: 409 })
  } finally {
    await other.close()
  }
})

test('what can never be reached is taken with a warning', async () => {
  const { status, body: answer } = await create({ matchMode: 'AT_LEAST', triggerThresholdCount: 3 })
  expect(status).toBe(200)
  expect(answer.result.warnings).toEqual([expect.stringContaining('triggerThresholdCount')])
})

test('the options are schemas that say what is taken', async () => {
  const options = await server.done('GET', '/api/automations/options')
  expect(options.scheduleCadences).toEqual(['hourly', 'daily', 'weekly'])
  expect(options.audienceFilterSchema).toMatchObject({ type: 'object', additionalProperties: false })
  expect(Object.values(options.constraints)).toEqual([true, true, true, true, true, true])
})

test('a preview asks for one of two, and days within bounds', async () => {
  const preview = (asked: object) => server.ask('POST', '/api/automations/preview', asked)
  expect((await preview({ days: 7 })).status).toBe(400)
  expect((await preview({ days: 0, automationId: randomUUID() })).status).toBe(400)
  expect((await preview({ days: 7, automationId: randomUUID() })).status).toBe(404)
  expect((await preview({ days: 7, automation: body({ signalIds: [] }) })).status).toBe(400)
})

test('a creation that comes again though its first answer was not kept makes one automation', async () => {
  const { claims } = server.running.workspace
  const settle = claims.settle.bind(claims)
  claims.settle = () => Promise.reject(new Error('The disk is full'))
  const key = { 'idempotency-key': randomUUID() }
  const send = () => server.ask('POST', '/api/automations', body({ name: 'Once' }), key)
  const first = await send()
  claims.settle = settle
  const again = await send()
  expect(again.status).toBe(200)
  expect(again.body.result.data).toEqual(first.body.result.data)
})

test('so do those that make an agent and a destination, which tells its secret once more', async () => {
  const { claims } = server.running.workspace
  const settle = claims.settle.bind(claims)
  const bodies: [string, object][] = [
    ['/api/agents', { type: 'custom', displayName: 'Once', instructions: 'Say what happened.' }],
    ['/api/agents', { type: 'template', templateKey: 'churn' }],
    ['/api/destinations', { type: 'WEBHOOK_ENDPOINT', url: 'https://hooks.example/x', label: 'Once' }],
  ]
  for (const [path, asked] of bodies) {
    const key = { 'idempotency-key': randomUUID() }
    claims.settle = () => Promise.reject(new Error('The disk is full'))
    const first = await server.ask('POST', path, asked, key)
    claims.settle = settle
    const again = await server.ask('POST', path, asked, key)
    expect(again.status).toBe(200)
    expect(again.body.result.data).toEqual(first.body.result.data)
  }
  const { destinations } = await server.done('GET', '/api/destinations')
  expect(destinations.filter(({ name }: { name: string }) => name === 'Once')).toHaveLength(1)
})
