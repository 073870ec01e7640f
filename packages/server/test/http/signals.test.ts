import { signalsOf } from '../../src/signals/signals.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { encodeRecord } from '../../src/kernel/log/record.ts'
import { evaluateHistory } from '../../src/signals/evaluate-history.ts'
import { memoryStore } from '../../src/drivers/memory/memory-store.ts'
import { openTestServer, type TestServer } from '../support/test-server.ts'

let running: TestServer
beforeAll(async () => {
  running = await openTestServer({ store: memoryStore() })
})
afterAll(() => running.close())

const ask: TestServer['ask'] = (...request) => running.ask(...request)

const matching = (fields: object = {}) => ({
  kind: 'EVENT_MATCH',
  name: 'Trial started',
  definition: {
    grain: 'customer',
    subjectResolver: 'event_customer',
    eventNames: ['trial_started'],
    ...fields,
  },
})

const pattern = (detection: object) => ({
  kind: 'EVENT_PATTERN',
  name: 'A pattern',
  definition: { schemaVersion: '2026-06-17', subjectType: 'customer', detection },
})

async function create(body: object) {
  const { status, body: answer } = await ask('POST', '/api/signals', body)
  expect({ status, error: answer.error }).toEqual({ status: 200, error: undefined })
  return answer.result.data.signal as { id: string; key: string; configHash: string; definition: object }
}

/** Sends events of a person of that company. */
async function send(domain: string, ...events: object[]) {
  const place = { url: `https://${domain}/`, path: '/' }
  const response = await running.ingest({
    source: 'server',
    userIdentity: { email: `jane@${domain}` },
    events: events.map((event) => ({ type: 'custom', ...place, ...event })),
  })
  expect(response.status).toBe(200)
}

async function occurrencesOf(signalId: string) {
  const { reads, current } = await running.workspace.readModels.fresh()
  expect(current).toBe(true)
  return reads.listOccurrences({ signalIds: [signalId], limit: 100 })
}

describe('A signal', () => {
  test('is created, read, listed and archived, each with its envelope', async () => {
    const { status, body } = await ask('POST', '/api/signals', {
      ...matching(),
      name: ' Trial started! ',
      description: 'Somebody tries it.',
    })
    expect(status).toBe(200)
    const { signal } = body.result.data
    expect(body).toMatchObject({
      ok: true,
      commandId: 'signal.create',
      result: {
        operationId: 'signal.create',
        resources: [{ type: 'signal', id: signal.id }],
        warnings: [expect.stringContaining('"trial_started"')],
        auditId: expect.any(String),
      },
    })
    expect(signal).toMatchObject({
      key: 'signal:trial-started',
      name: 'Trial started!',
      managedBy: 'UI',
      kind: 'EVENT_MATCH',
      definition: { propertyConditions: [], conditionMode: 'ALL' },
      archivedAt: null,
    })
    expect((await ask('GET', `/api/signals/${signal.id}`)).body.result.data.signal).toEqual(signal)
    expect((await create(matching())).key).toBe('signal:trial-started-2')
    expect((await ask('GET', '/api/signals')).body.result.data.signals).toContainEqual(signal)

    const archived = await ask('POST', `/api/signals/${signal.id}/archive`)
    expect(archived.body.result.data.signal).toEqual({ id: signal.id, archivedAt: expect.any(String) })
    expect((await ask('GET', `/api/signals/${signal.id}`)).status).toBe(404)
    expect((await ask('POST', `/api/signals/${signal.id}/archive`)).status).toBe(404)
    expect((await ask('PATCH', `/api/signals/${signal.id}`, matching())).status).toBe(404)
    const listed = (await ask('GET', '/api/signals')).body.result.data.signals as { id: string }[]
    expect(listed.map(({ id }) => id)).not.toContain(signal.id)
  })

  test('has another configHash when and only when its configuration is another', async () => {
    const body = { ...matching({ eventNames: ['hashed'] }), name: 'Hashed' }
    const { id, configHash } = await create(body)
    const same = await ask('PATCH', `/api/signals/${id}`, { ...body, description: null })
    expect(same.body.result.data.signal.configHash).toBe(configHash)
    expect(same.body.result.auditId).toBeUndefined()
    const renamed = await ask('PATCH', `/api/signals/${id}`, { ...body, name: 'Other' })
    expect(renamed.body.result.data.signal.configHash).not.toBe(configHash)
    const back = await ask('PATCH', `/api/signals/${id}`, body, { 'if-match': `"${configHash}"` })
    expect(back.status).toBe(409)
    expect(back.body.error).toMatchObject({ code: 'conflict', retryable: false })
    const current = renamed.body.result.data.signal.configHash as string
    const matched = await ask('PATCH', `/api/signals/${id}`, body, { 'if-match': `"${current}"` })
    expect(matched.body.result.data.signal.configHash).toBe(configHash)
  })

  test('is told with what it can be made of', async () => {
    const { body } = await ask('GET', '/api/signals/options')
    const { conditionTypes, signalKinds, catalog } = body.result.data
    expect(conditionTypes).toHaveLength(7)
    expect(signalKinds[1].detectionTypes.map(({ type }: { type: string }) => type)).toEqual([
      'event_occurred',
      'event_count_threshold',
      'event_absence',
      'customer_activity_threshold',
      'customer_activity_drop',
      'related_user_inactivity',
    ])
    expect(catalog[0]).toMatchObject({ key: 'customer-gone-quiet', materializedSignalId: null })
  })

  test('is made from each entry of the catalogue as it stands there', async () => {
    const before = (await ask('GET', '/api/signals/options')).body.result.data.catalog
    for (const { key, label, definition } of before) {
      const made = await ask('POST', '/api/signals', { kind: 'EVENT_PATTERN', name: label, definition })
      expect(made.status).toBe(200)
      const { catalog } = (await ask('GET', '/api/signals/options')).body.result.data
      const entry = catalog.find((one: { key: string }) => one.key === key)
      expect(entry.materializedSignalId).toBe(made.body.result.data.signal.id)
    }
  })

  test.each([
    [matching({ subjectResolver: 'segment' }), 'definition.subjectResolver'],
    [matching({ eventNames: [] }), 'definition.eventNames'],
    [matching({ grain: 'planet' }), 'definition.grain'],
    [{ ...matching(), colour: 'red' }, 'colour'],
    [{ ...matching(), kind: 'OTHER' }, 'kind'],
    [
      pattern({ type: 'event_absence', window: { value: 3, unit: 'day' } }),
      'definition.detection.eventNames',
    ],
    [
      pattern({ type: 'event_absence', eventNames: ['a'], window: { value: 31, unit: 'day' } }),
      'definition.detection.window.value',
    ],
    [
      pattern({
        type: 'event_absence',
        eventNameMode: 'all_except',
        eventNames: ['a'],
        window: { value: 3, unit: 'day' },
      }),
      'definition.detection.eventNames',
    ],
    [
      pattern({
        type: 'customer_activity_threshold',
        metric: 'active_days',
        window: { value: 7, unit: 'day' },
        operator: '>=',
        count: 8,
      }),
      'definition.detection.count',
    ],
  ])('that is wrong is refused with its field: %j', async (body, field) => {
    const { status, body: answer } = await ask('POST', '/api/signals', body)
    expect(status).toBe(400)
    expect(answer.error.code).toBe('validation_failed')
    const paths = (answer.error.details.issues as { path: string[] }[]).map(({ path }) => path.join('.'))
    expect(paths).toContain(field)
  })
})

describe('What was seen', () => {
  test('is an event by its name, channel and properties, with its evidence and the customer', async () => {
    const { id } = await create(
      matching({
        eventNames: ['plan_changed', 'other'],
        eventChannels: ['PRODUCT'],
        propertyConditions: [
          { key: 'plan', operator: 'equals', value: 'pro' },
          { key: 'seats', operator: 'exists' },
          { key: 'seats', operator: 'not_equals', value: '5' },
          { key: 'from', operator: 'starts_with', value: 'fr' },
        ],
      }),
    )
    const uuid = crypto.randomUUID()
    const properties = { plan: 'pro', seats: 5, from: 'free' }
    await send(
      'initech.example',
      { eventName: 'plan_changed', properties, uuid },
      { eventName: 'plan_changed', properties: { ...properties, plan: 'free' } },
      { eventName: 'plan_changed', properties: { plan: 'pro', from: 'free' } },
      { eventName: 'plan_changed', properties: { ...properties, seats: '5' } },
      { eventName: 'plan_changed', properties: { ...properties, from: 'pro' } },
      { eventName: 'plan_changes', properties },
    )
    const seen = await occurrencesOf(id)
    expect(seen).toMatchObject([
      {
        grain: 'CUSTOMER',
        eventId: uuid,
        eventName: 'plan_changed',
        eventChannel: 'PRODUCT',
        evidence: { eventIds: [uuid], count: 1 },
      },
    ])
    const customer = await running.workspace.readModels.findCustomer('initech.example')
    expect(customer).toMatchObject({ kind: 'found', customer: { id: seen[0]!.customerId } })
    // A retry of the same event changes nothing.
    await send('initech.example', { eventName: 'plan_changed', properties, uuid })
    expect(await occurrencesOf(id)).toEqual(seen)
  })

  test('begins with the signal: what was accepted before isn’t seen, after its change by the new definition', async () => {
    await send('before.example', { eventName: 'began' })
    const { id } = await create(matching({ eventNames: ['began'] }))
    expect(await occurrencesOf(id)).toEqual([])
    await send('before.example', { eventName: 'began' })
    expect(await occurrencesOf(id)).toHaveLength(1)
    await ask('PATCH', `/api/signals/${id}`, matching({ eventNames: ['changed'] }))
    await send('before.example', { eventName: 'began' }, { eventName: 'changed' })
    expect((await occurrencesOf(id)).map(({ eventName }) => eventName)).toEqual(['began', 'changed'])
    await ask('POST', `/api/signals/${id}/archive`)
    await send('before.example', { eventName: 'changed' })
    expect(await occurrencesOf(id)).toHaveLength(2)
  })

  test('is of the organization, or of the segment that the event names', async () => {
    const organization = await create(
      matching({ grain: 'organization', subjectResolver: 'organization', eventNames: ['deployed'] }),
    )
    const segment = await create(
      matching({ grain: 'segment', subjectResolver: 'segment', eventNames: ['deployed'] }),
    )
    await send(
      'grain.example',
      { eventName: 'deployed', properties: { segment: 'enterprise' } },
      { eventName: 'deployed', properties: {} },
    )
    expect(await occurrencesOf(organization.id)).toMatchObject([
      { grain: 'ORGANIZATION', subjectId: null, customerId: null },
      { grain: 'ORGANIZATION' },
    ])
    expect(await occurrencesOf(segment.id)).toMatchObject([
      { grain: 'SEGMENT', subjectId: 'enterprise', customerId: null },
    ])
  })

  test('is a threshold, crossed by the event that makes it so many within the window', async () => {
    const { id } = await create(
      pattern({
        type: 'event_count_threshold',
        eventNames: ['exported'],
        threshold: { operator: '>', count: 2 },
        window: { value: 1, unit: 'hour' },
      }),
    )
    const now = Date.now()
    const uuids = Array.from({ length: 6 }, () => crypto.randomUUID())
    const at = (index: number, minutesAgo: number) => ({
      eventName: 'exported',
      uuid: uuids[index]!,
      timestamp: now - minutesAgo * 60_000,
    })
    await send('export.example', at(0, 110), at(1, 50), at(2, 40))
    expect(await occurrencesOf(id)).toEqual([])
    await send('export.example', at(3, 20), at(4, 10))
    const [seen] = await occurrencesOf(id)
    expect(seen).toMatchObject({ eventId: uuids[3], evidence: { count: 3, eventIds: uuids.slice(1, 4) } })
    // Two are enough for nobody else.
    await send('elsewhere.example', at(5, 5))
    expect(await occurrencesOf(id)).toHaveLength(1)
  })
})

describe('By the clock', () => {
  let later = 0
  let clocked: TestServer
  beforeAll(async () => {
    clocked = await openTestServer({ store: memoryStore(), clock: () => Date.now() + later })
  })
  afterAll(() => clocked.close())

  test('an absence is found once its window closed, by whichever server works, and once', async () => {
    const definition = pattern({
      type: 'event_absence',
      eventNames: ['reported'],
      window: { value: 1, unit: 'day' },
    })
    const before = running
    running = clocked
    try {
      const { id } = await create(definition)
      const { id: all } = await create(
        pattern({
          type: 'event_absence',
          eventNameMode: 'all_except',
          excludeEventNames: ['reported'],
          window: { value: 2, unit: 'day' },
        }),
      )
      await send('quiet.example', { eventName: 'reported' })
      expect(await occurrencesOf(id)).toEqual([])
      later += 86_400_000 + 120_000
      await vi.waitFor(async () => expect(await occurrencesOf(id)).toHaveLength(1))
      const [seen] = await occurrencesOf(id)
      expect(seen).toMatchObject({ grain: 'CUSTOMER', eventId: null, evidence: { count: 0 } })
      expect(seen!.customerId).not.toBeNull()
      // What another signal finds a day later shows that this one was looked at again, too.
      later += 86_400_000 + 120_000
      await vi.waitFor(async () => expect(await occurrencesOf(all)).toHaveLength(1))
      expect(await occurrencesOf(id)).toEqual([seen])
      // No event shows it, so that it stands in the timeline by itself, as nobody's activity.
      const shown = async () => {
        const input = { customer: 'quiet.example', channels: ['SYSTEM'], timeframe: 'all' }
        return (await ask('POST', '/api/tools/call', { tool: 'svc_get_timeline', input })).body.events
      }
      const events = await shown()
      expect(events).toContainEqual(
        expect.objectContaining({
          eventType: 'SIGNAL_OCCURRENCE',
          title: 'Signal: A pattern',
          occurredAt: seen!.occurredAt,
          metadata: { signalId: id, occurrenceId: seen!.occurrenceId },
        }),
      )
      expect(events).toHaveLength(2)
      await clocked.workspace.readModels.rebuild()
      expect(await occurrencesOf(id)).toEqual([seen])
      expect(await shown()).toEqual(events)
    } finally {
      running = before
    }
  })
})

test('rebuilt from the log, the read models tell the same occurrences; and history would have had them', async () => {
  const body = pattern({
    type: 'event_count_threshold',
    eventNames: ['clicked'],
    threshold: { operator: '>=', count: 2 },
    window: { value: 1, unit: 'hour' },
  })
  const signals = [await create(body), await create(matching({ eventNames: ['clicked'] }))]
  await send('again.example', { eventName: 'clicked' }, { eventName: 'clicked' })
  await send('twice.example', { eventName: 'clicked' })
  const seen = [...(await occurrencesOf(signals[0]!.id)), ...(await occurrencesOf(signals[1]!.id))]
  expect(seen).toHaveLength(4)
  const stored = await signalsOf(running.workspace).read()
  const { occurrences, truncated } = await evaluateHistory(
    running.workspace.readModels,
    stored.filter(({ id }) => signals.some((signal) => signal.id === id)),
    { from: Date.now() - 3_600_000, until: Date.now() },
  )
  const idsOf = (list: { occurrenceId: string }[]) => list.map(({ occurrenceId }) => occurrenceId).toSorted()
  expect(truncated).toBe(false)
  expect(idsOf(occurrences)).toEqual(idsOf(seen))
  await running.workspace.readModels.rebuild()
  const again = [...(await occurrencesOf(signals[0]!.id)), ...(await occurrencesOf(signals[1]!.id))]
  expect(again).toEqual(seen)
  expect(await running.workspace.readModels.countOccurrences()).toBeGreaterThanOrEqual(4)
})

test('an erased person’s occurrences go with them', async () => {
  const { id } = await create(matching({ eventNames: ['erasable'] }))
  await send('erased.example', { eventName: 'erasable' })
  expect(await occurrencesOf(id)).toHaveLength(1)
  expect((await ask('POST', '/api/people/erase', { person: 'jane@erased.example' })).status).toBeLessThan(300)
  await vi.waitFor(async () => expect(await occurrencesOf(id)).toEqual([]))
})

test('a definition that only the document holds is told to the log', async () => {
  const { id } = await create(matching({ eventNames: ['settled'] }))
  // Killed between document and log, so that the log says something else.
  await running.workspace.log.append(
    encodeRecord({ kind: 'signal', receivedAt: Date.now(), signalId: id, signal: null }),
  )
  await create(matching({ eventNames: ['something else'] }))
  await vi.waitFor(async () => {
    const { reads } = await running.workspace.readModels.fresh()
    const definitions = await reads.listSignalDefinitions()
    expect(definitions.map(({ signalId }) => signalId)).toContain(id)
  })
})

test('a creation whose request comes again, since the server fell between document and log, makes one signal', async () => {
  const { log } = running.workspace
  const signals = signalsOf(running.workspace)
  const before = (await signals.read()).length
  const append = log.append.bind(log)
  const key = { 'idempotency-key': 'retried-1' }
  const body = { ...matching(), name: 'Made once' }
  log.append = () => Promise.reject(new Error('The disk is full'))
  expect((await ask('POST', '/api/signals', body, key)).status).toBe(500)
  log.append = append
  const again = await ask('POST', '/api/signals', body, key)
  expect(again.status).toBe(200)
  const { id } = again.body.result.data.signal
  const stored = await signals.read()
  expect(stored).toHaveLength(before + 1)
  expect(stored.at(-1)).toMatchObject({ id, name: 'Made once' })
  // The document alone tells: the log is told what it lacks.
  await vi.waitFor(
    async () => {
      const reads = await running.workspace.readModels.exact()
      expect((await reads.listSignalDefinitions()).map(({ signalId }) => signalId)).toContain(id)
    },
    { interval: 50 },
  )
  // Under another key it is another one.
  const other = await ask(
    'POST',
    '/api/signals',
    { ...body, name: 'Another' },
    { 'idempotency-key': 'retried-2' },
  )
  expect(other.body.result.data.signal.id).not.toBe(id)
})
