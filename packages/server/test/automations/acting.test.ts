// From an event to a message: a real server, a clock of the test's own, a real receiver.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openAutomationServer, type AutomationServer } from './automation-server.ts'

const hour = 3_600_000

let server: AutomationServer
beforeEach(async () => {
  server = await openAutomationServer()
})
afterEach(() => server.close())

test('something happens at a customer, and the default destination hears of it once', async () => {
  const { agentId, signalIds, destinationId } = await server.prepare('trial_started')
  const automation = await server.createAutomation({ agentId, signalIds })
  await server.track('jane@globex.com', 'trial_started')
  const [run] = await server.waitForRuns(automation.id, 1)
  expect(run).toMatchObject({
    triggerType: 'SIGNAL_OCCURRENCE',
    eventName: 'trial_started',
    destinationCount: 1,
    acceptedDestinationCount: 1,
    occurrences: [{ signalId: signalIds[0], grain: 'CUSTOMER' }],
    deliveries: [{ destinationId, sourceType: 'AUTOMATION_RUN', status: 'ACCEPTED_BY_PROVIDER' }],
  })
  expect(server.received).toHaveLength(1)
  const [{ headers, body }] = server.received as [(typeof server.received)[0]]
  expect(headers['webhook-id']).toBe(run!.deliveries[0]!.id)
  expect(body.data.text).toContain('globex')
  expect(body.data.payload).toMatchObject({
    automationRunId: run!.id,
    customerIds: [run!.occurrences[0]!.customerId],
  })
  expect(await server.done('GET', `/api/automations/${automation.id}/runs/${run!.id}`)).toEqual({ run })
  expect((await server.done('GET', `/api/automations/${automation.id}`)).automation).toMatchObject({
    lastRunStatus: 'DELIVERED',
    lastRunAt: run!.matchedAt,
    activeSignalCount: 1,
  })
  const metrics = await server.running.server.fetch(
    new Request('http://localhost/metrics', { headers: { authorization: 'Bearer m-1' } }),
  )
  const text = await metrics.text()
  for (const line of [
    'signal_occurrences{organization="acme"}',
    'automation_runs_total{organization="acme",outcome="started"}',
    'automation_runs_total{organization="acme",outcome="told"}',
    'agent_runs_total{organization="acme",status="COMPLETED"}',
    'delivery_attempts_total{organization="acme",status="ACCEPTED_BY_PROVIDER"}',
  ])
    expect(text).toContain(`svc_${line} 1\n`)
})

test('nothing that happened before, or longer ago than the horizon, makes it act; it is told', async () => {
  const { agentId, signalIds } = await server.prepare('trial_started')
  await server.track('early@globex.com', 'trial_started')
  await server.settled()
  const automation = await server.createAutomation({ agentId, signalIds })
  for (let day = 2; day < 6; day++)
    await server.track(`p${day}@globex.com`, 'trial_started', { timestamp: server.now() - day * 24 * hour })
  await server.track('jane@initech.com', 'trial_started')
  await server.waitForRuns(automation.id, 1)
  const skipped = (await server.runs(automation.id)).filter(({ status }) => status === 'SKIPPED')
  expect(skipped.flatMap(({ occurrences }) => occurrences)).toHaveLength(4)
  for (const { skipReason } of skipped) expect(skipReason).toMatch(/^STALE: \d skipped/)
  expect(server.received.map(({ body }) => body.data.text).join()).not.toContain('globex')
})

test('ALL within a window, by event time, for one customer', async () => {
  const { agentId, signalIds } = await server.prepare('invited', 'paid')
  const automation = await server.createAutomation({
    agentId,
    signalIds,
    matchMode: 'ALL',
    triggerWindow: { value: 2, unit: 'hour' },
  })
  const at = server.now() - 10 * hour
  await server.track('a@globex.com', 'paid', { timestamp: at })
  await server.track('b@initech.com', 'invited', { timestamp: at })
  await server.track('c@umbrella.com', 'invited', { timestamp: at })
  await server.track('c@umbrella.com', 'paid', { timestamp: at + 2 * hour + 1 })
  await server.track('b@globex.com', 'invited', { timestamp: at - 2 * hour })
  const [run] = await server.waitForRuns(automation.id, 1)
  expect(run!.occurrences).toHaveLength(2)
  expect(run!.eventName).toBe('paid')
  expect(server.received).toHaveLength(1)
})

test('cooldown is by the time of events, and follows a merge', async () => {
  const { agentId, signalIds } = await server.prepare('upgraded')
  const automation = await server.createAutomation({
    agentId,
    signalIds,
    processorPolicy: { cooldownHours: 5 },
  })
  const at = server.now() - 12 * hour
  await server.track('jane@gmail.com', 'upgraded', { timestamp: at })
  await server.waitForRuns(automation.id, 1)
  // Jane turns out to be of an account: her runs are its runs.
  await server.track('jane@gmail.com', 'joined', { timestamp: at + 1, customerId: 'acct-1' })
  await server.track('joe@globex.com', 'upgraded', { timestamp: at + 4 * hour, customerId: 'acct-1' })
  await server.waitForRuns(automation.id, 1, 'SKIPPED')
  await server.track('joe@globex.com', 'upgraded', { timestamp: at + 5 * hour, customerId: 'acct-1' })
  const runs = await server.waitForRuns(automation.id, 2)
  expect(runs.find(({ status }) => status === 'SKIPPED')?.skipReason).toMatch(/^COOLDOWN: 1 /)
  expect(server.received).toHaveLength(2)
})

test('who is not in the audience is skipped', async () => {
  const { agentId, signalIds } = await server.prepare('upgraded')
  await server.track('jane@globex.com', 'seen', { customerId: 'acct-1' })
  const automation = await server.createAutomation({
    agentId,
    signalIds,
    audienceFilter: { customer: { customerIds: ['acct-1'] } },
  })
  await server.track('joe@initech.com', 'upgraded')
  await server.waitForRuns(automation.id, 1, 'SKIPPED')
  await server.track('jane@globex.com', 'upgraded', { customerId: 'acct-1' })
  const runs = await server.waitForRuns(automation.id, 1)
  expect(runs.find(({ status }) => status === 'SKIPPED')?.skipReason).toMatch(/^AUDIENCE: 1 /)
})

test('disabled it does nothing, enabled again it does nothing about what happened between', async () => {
  const { agentId, signalIds } = await server.prepare('upgraded')
  const automation = await server.createAutomation({ agentId, signalIds })
  await server.done('POST', `/api/automations/${automation.id}/disable`)
  await server.track('jane@globex.com', 'upgraded')
  await server.settled()
  server.later = 1_000
  await server.done('POST', `/api/automations/${automation.id}/enable`)
  server.later = 2_000
  await server.track('joe@initech.com', 'upgraded')
  const runs = await server.waitForRuns(automation.id, 1)
  expect(runs).toHaveLength(1)
  expect(server.received.map(({ body }) => body.data.text).join()).not.toContain('globex')
})

test('an edit fires nothing again', async () => {
  const { agentId, signalIds } = await server.prepare('upgraded', 'paid')
  const automation = await server.createAutomation({ agentId, signalIds: [signalIds[0]] })
  await server.track('jane@globex.com', 'upgraded')
  await server.track('jane@globex.com', 'paid')
  await server.waitForRuns(automation.id, 1)
  server.later = 1_000
  const body = { agentId, name: 'Told', triggerType: 'SIGNAL_OCCURRENCE', enabled: true }
  await server.done('PATCH', `/api/automations/${automation.id}`, { ...body, signalIds })
  server.later = 2_000
  await server.track('joe@initech.com', 'upgraded')
  await server.waitForRuns(automation.id, 2)
  expect(await server.runs(automation.id)).toHaveLength(2)
  expect(server.received).toHaveLength(2)
})

test('a schedule acts at its slots; who is beyond maxCustomersPerRun comes in the next run', async () => {
  const { agentId } = await server.prepare()
  for (const name of ['a', 'b', 'c']) await server.track(`x@${name}.example`, 'seen', { customerId: name })
  const automation = await server.createAutomation({
    agentId,
    triggerType: 'SCHEDULE',
    schedule: { cadence: 'hourly', timezone: 'UTC' },
    audienceFilter: { customer: { customerIds: ['a', 'b', 'c'] } },
    processorPolicy: { maxCustomersPerRun: 2 },
  })
  const { nextRunAt } = automation
  server.later = Date.parse(nextRunAt!) - Date.now() + 1_000
  const [first] = await server.waitForRuns(automation.id, 1)
  expect(first).toMatchObject({ triggerType: 'SCHEDULE', eventOccurredAt: nextRunAt })
  server.later += hour
  await server.waitForRuns(automation.id, 2)
  const told = server.received.map(({ body }) => body.data.payload.customerIds)
  expect(told.map((ids) => ids.length)).toEqual([2, 2])
  expect(new Set(told.flat()).size).toBe(3)
})

test("a schedule without a zone keeps to the workspace's, and another zone doesn't catch up slots that it makes pass", async () => {
  const { agentId } = await server.prepare()
  await server.track('x@a.example', 'seen', { customerId: 'a' })
  const setZone = (defaultTimezone: string) => server.done('PATCH', '/api/settings', { defaultTimezone })
  const nineIn = async (id: string) =>
    new Date((await server.done('GET', `/api/automations/${id}`)).automation.nextRunAt).getUTCHours()
  await setZone('Asia/Tokyo')
  const { id } = await server.createAutomation({
    agentId,
    triggerType: 'SCHEDULE',
    schedule: { cadence: 'daily' },
    audienceFilter: { customer: { customerIds: ['a'] } },
  })
  expect(await nineIn(id)).toBe(0)
  // Ten in the morning in UTC, a day later: Tokyo's slot acts, and UTC's nine o'clock has passed.
  const midnight = Math.floor(server.now() / (24 * hour)) * 24 * hour
  server.later += midnight + 34 * hour - server.now()
  await server.waitForRuns(id, 1)
  await setZone('UTC')
  expect(await nineIn(id)).toBe(9)
  server.later += 24 * hour
  const runs = await server.waitForRuns(id, 2)
  const hours = runs.map(({ eventOccurredAt }) => new Date(eventOccurredAt!).getUTCHours())
  expect(new Set(hours)).toEqual(new Set([0, 9]))
})

test('of the slots that passed while it was down the last is caught up, and the others are told as missed', async () => {
  const { agentId } = await server.prepare()
  await server.track('x@a.example', 'seen', { customerId: 'a' })
  const automation = await server.createAutomation({
    agentId,
    triggerType: 'SCHEDULE',
    schedule: { cadence: 'hourly', timezone: 'UTC' },
    audienceFilter: { customer: { customerIds: ['a'] } },
  })
  server.later = Date.parse(automation.nextRunAt!) - Date.now() + 5 * hour + 1_000
  const runs = await server.waitForRuns(automation.id, 1)
  const missed = runs.find(({ status }) => status === 'SKIPPED')
  expect(missed?.skipReason).toMatch(/^MISSED: 5 slots/)
  expect(server.received).toHaveLength(1)
})

test('a run stands in its customer’s timeline, counts as nobody’s activity, and a rebuild sends nothing again', async () => {
  const { agentId, signalIds } = await server.prepare('upgraded')
  const automation = await server.createAutomation({ agentId, signalIds })
  await server.track('jane@globex.com', 'upgraded', { timestamp: server.now() - hour })
  const [run] = await server.waitForRuns(automation.id, 1)
  const tool = async (name: string, input: object) =>
    (await server.ask('POST', '/api/tools/call', { tool: name, input })).body
  const { events } = await tool('svc_get_timeline', { customer: 'globex.com' })
  expect(events).toMatchObject([
    { eventType: 'AUTOMATION_RUN', channel: 'SYSTEM' },
    { eventType: 'CUSTOM_EVENT', eventName: 'upgraded' },
  ])
  const { customer } = await tool('svc_get_customer', { customer: 'globex.com' })
  expect(Date.parse(customer.lastActivityAt)).toBeLessThan(server.now() - hour / 2)
  await server.running.workspace.readModels.rebuild()
  expect(await server.runs(automation.id)).toEqual([run])
  await server.track('joe@initech.com', 'upgraded')
  await server.waitForRuns(automation.id, 2)
  expect(server.received).toHaveLength(2)
})

test('a run about several stands in the timeline of each whom it speaks of, and names none of the others there', async () => {
  const { agentId } = await server.prepare()
  for (const name of ['a', 'b']) await server.track(`x@${name}.example`, 'seen', { customerId: name })
  const automation = await server.createAutomation({
    agentId,
    name: 'Every hour',
    triggerType: 'SCHEDULE',
    schedule: { cadence: 'hourly', timezone: 'UTC' },
    audienceFilter: { customer: { customerIds: ['a', 'b'] } },
  })
  server.later = Date.parse(automation.nextRunAt!) - Date.now() + 1_000
  const [run] = await server.waitForRuns(automation.id, 1)
  const shown = async () => {
    const { body } = await server.ask('POST', '/api/tools/call', {
      tool: 'svc_query',
      input: {
        sql: `select event_id, customer_id from activity where event_type = 'AUTOMATION_RUN' order by all`,
      },
    })
    return body.data as { event_id: string; customer_id: string }[]
  }
  const rows = await shown()
  expect(new Set(rows.map((row) => row.event_id)).size).toBe(2)
  for (const customer of ['a', 'b']) {
    const { body } = await server.ask('POST', '/api/tools/call', {
      tool: 'svc_get_timeline',
      input: { customer, channels: ['SYSTEM'] },
    })
    expect(body.events).toMatchObject([
      {
        eventType: 'AUTOMATION_RUN',
        title: 'Automation: Every hour',
        metadata: { automationRunId: run!.id, automationId: automation.id },
      },
    ])
  }
  await server.running.workspace.readModels.rebuild()
  expect(await shown()).toEqual(rows)
})

test('an erased person takes along the runs that are about nobody else, and what waits to be sent', async () => {
  const { agentId, signalIds } = await server.prepare('upgraded')
  const automation = await server.createAutomation({ agentId, signalIds })
  // As often as it may be tried before the erasure begins.
  server.answers.push(503, 503, 503)
  await server.track('jane@gmail.com', 'upgraded')
  const [pending] = await server.waitForRuns(automation.id, 1, 'PENDING_DELIVERY')
  expect(pending!.deliveries).toHaveLength(1)
  await vi.waitFor(() => expect(server.received).toHaveLength(1))
  const { id } = (await server.ask('POST', '/api/people/erase', { person: 'jane@gmail.com' })).body
  await vi.waitFor(async () =>
    expect((await server.ask('GET', `/api/people/erasures/${id}`)).body).toMatchObject({ status: 'DONE' }),
  )
  expect(await server.runs(automation.id)).toEqual([])
  const before = server.received.length
  server.answers.length = 0
  server.later = 24 * hour
  await server.track('joe@initech.com', 'upgraded')
  await server.waitForRuns(automation.id, 1)
  expect(server.received).toHaveLength(before + 1)
  expect(JSON.stringify(server.received.at(-1))).not.toContain('gmail')
})

test('a preview tells what acting then does, and does nothing', async () => {
  const { agentId, signalIds } = await server.prepare('upgraded')
  const fields = { agentId, signalIds, processorPolicy: { cooldownHours: 5 } }
  const at = server.now() - 12 * hour
  for (const passed of [0, 1, 4.9, 5, 11])
    await server.track('jane@globex.com', 'upgraded', { timestamp: at + passed * hour })
  const asked = { automation: { name: 'Told', triggerType: 'SIGNAL_OCCURRENCE', ...fields }, days: 2 }
  const preview = await server.done('POST', '/api/automations/preview', asked)
  const times = [11, 5, 0].map((passed) => new Date(at + passed * hour).toISOString())
  expect(preview).toMatchObject({
    occurrenceCount: 5,
    runCount: 3,
    leftOut: [{ reason: 'COOLDOWN', count: 2 }],
    truncated: false,
  })
  expect(preview.runs.map((run: { occurredAt: string }) => run.occurredAt)).toEqual(times)
  expect(preview.runs[0].customers).toMatchObject([{ domain: 'globex.com' }])
  expect(preview.occurrences[0]).toMatchObject({
    signalId: signalIds[0],
    evidence: { eventName: 'upgraded' },
  })
  expect((await server.done('GET', '/api/automations')).automations).toEqual([])
  expect(server.received).toEqual([])
})

test('a preview tells of how many customers some of the signals were seen, and never all of them', async () => {
  const { agentId, signalIds } = await server.prepare('invited', 'paid')
  await server.track('jane@globex.com', 'invited')
  await server.track('jane@globex.com', 'paid')
  await server.track('joe@initech.com', 'invited')
  await server.track('joe@initech.com', 'invited')
  await server.track('jim@umbrella.com', 'paid')
  const preview = await server.done('POST', '/api/automations/preview', {
    automation: { name: 'Both', triggerType: 'SIGNAL_OCCURRENCE', matchMode: 'ALL', agentId, signalIds },
    days: 2,
  })
  expect(preview).toMatchObject({ runCount: 1, leftOut: [{ reason: 'INCOMPLETE', count: 2 }] })
})

test('a preview of a schedule tells its slots, and whom each is about', async () => {
  const { agentId } = await server.prepare()
  for (const name of ['a', 'b', 'c']) await server.track(`x@${name}.example`, 'seen', { customerId: name })
  const preview = await server.done('POST', '/api/automations/preview', {
    automation: {
      name: 'Weekly',
      agentId,
      triggerType: 'SCHEDULE',
      schedule: { cadence: 'daily', timezone: 'UTC' },
      audienceFilter: { customer: { customerIds: ['a', 'b', 'c'] } },
      processorPolicy: { maxCustomersPerRun: 2, cooldownHours: 48 },
    },
    days: 5,
  })
  expect(preview.runs.map((run: { customers: unknown[] }) => run.customers.length)).toEqual(
    [2, 1, 2, 1, 2].slice(0, preview.runCount),
  )
  expect(server.received).toEqual([])
})
