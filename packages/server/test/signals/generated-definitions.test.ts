// Whatever a signal's definition may be by its schema: it is created, looked back with, and watched by, or refused by name.
import { signalsOf } from '../../src/signals/signals.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PropertyCondition, SignalDetection } from '@customer-intel/contract'
import { evaluateHistory } from '../../src/signals/evaluate-history.ts'
import { openAutomationServer, type AutomationServer } from '../automations/automation-server.ts'

let server: AutomationServer
let agentId: string
beforeAll(async () => {
  server = await openAutomationServer()
  agentId = (await server.prepare()).agentId
})
afterAll(() => server.close())

const oddTexts = [
  '__proto__',
  'constructor',
  'toString',
  '',
  ' ',
  '"',
  "'; drop table events; --",
  '$1',
  '$.a[0]',
  '/a/b',
  'a~b~0',
  '\\',
  '\0',
  '\u001f',
  'a\u001fb',
  '\n\t',
  '\ud800',
  '\u202e',
  '💥',
  'é',
  'e\u0301',
  '%',
  '{}',
  'null',
  'true',
  '5',
  '1e308',
  'NaN',
  'used',
]
const texts = fc.oneof(fc.constantFrom(...oddTexts), fc.string({ unit: 'binary', maxLength: 12 }))
const names = fc.oneof(texts, fc.constant('x'.repeat(191)))
const numbers = fc.oneof(
  fc.constantFrom(0, -0, 1e308, -1e308, 5e-324, 2 ** 53, 2 ** 64, -(2 ** 63), 0.1, 1e21, 5),
  fc.double({ noDefaultInfinity: true, noNaN: true }),
)
const values = fc.oneof(texts, numbers, fc.boolean())
const conditions: fc.Arbitrary<PropertyCondition[]> = fc.array(
  fc.oneof(
    fc.record({ key: texts, operator: fc.constant('exists' as const) }),
    fc.record({
      key: texts,
      operator: fc.constantFrom('equals' as const, 'not_equals' as const),
      value: values,
    }),
    fc.record({ key: texts, operator: fc.constant('starts_with' as const), value: texts }),
  ),
  { maxLength: 5 },
)
const channels = fc.subarray([
  'PRODUCT' as const,
  'COMMUNICATION' as const,
  'MEETING' as const,
  'SYSTEM' as const,
  'DOCUMENT' as const,
])
const integers = (min: number, max: number) =>
  fc.oneof(fc.constantFrom(min, max), fc.integer({ min, max }), numbers)
const window = (max: number) => fc.record({ value: integers(1, max), unit: fc.constant('day' as const) })
const filter = { eventNames: fc.array(names, { minLength: 1, maxLength: 50 }) }
const optional = { eventChannels: channels, propertyConditions: conditions }

const detections: fc.Arbitrary<SignalDetection> = fc.oneof(
  fc.record(
    { type: fc.constant('event_occurred' as const), ...filter, ...optional },
    { requiredKeys: ['type', 'eventNames'] },
  ),
  fc.record(
    {
      type: fc.constant('event_count_threshold' as const),
      ...filter,
      ...optional,
      threshold: fc.record({
        operator: fc.constantFrom('>=' as const, '>' as const),
        count: integers(1, 10_000),
      }),
      window: fc.record({
        value: integers(1, 365),
        unit: fc.constantFrom('hour' as const, 'day' as const),
      }),
    },
    { requiredKeys: ['type', 'eventNames', 'threshold', 'window'] },
  ),
  fc.record(
    {
      type: fc.constant('event_absence' as const),
      eventNameMode: fc.constantFrom('exact' as const, 'all_except' as const),
      eventNames: fc.array(names, { maxLength: 3 }),
      excludeEventNames: fc.array(names, { maxLength: 3 }),
      ...optional,
      window: window(30),
    },
    { requiredKeys: ['type', 'window'] },
  ),
  fc.record(
    {
      type: fc.constant('customer_activity_threshold' as const),
      metric: fc.constant('active_days' as const),
      window: window(365),
      operator: fc.constantFrom('<=' as const, '<' as const, '>=' as const, '>' as const),
      count: integers(0, 365),
      minimumObservedAgeDays: integers(1, 365),
    },
    { requiredKeys: ['type', 'metric', 'window', 'operator', 'count'] },
  ),
  fc.record({
    type: fc.constant('customer_activity_drop' as const),
    metric: fc.constant('active_days' as const),
    window: window(365),
    baselineWindow: window(365),
    dropPercent: fc.oneof(
      fc.constantFrom(1, 100, 100 / 3, 1 + 2 ** -52, 100 - 2 ** -46),
      fc.double({ min: 1, max: 100, noNaN: true }),
    ),
    minimumBaselineActiveDays: integers(1, 365),
    minimumBaselineEventCount: integers(1, 100_000),
  }),
  fc.record({
    type: fc.constant('related_user_inactivity' as const),
    priorWindow: window(365),
    inactiveWindow: window(365),
    minimumPriorActiveDays: integers(1, 365),
    minimumPreviouslyActiveUsers: integers(1, 10_000),
  }),
)

const bodies = fc.oneof(
  fc
    .record(
      {
        grain: fc.constantFrom('organization', 'customer', 'segment'),
        ...filter,
        ...optional,
      },
      { requiredKeys: ['grain', 'eventNames'] },
    )
    .map(({ grain, ...rest }) => ({
      kind: 'EVENT_MATCH',
      definition: { grain, subjectResolver: grain === 'customer' ? 'event_customer' : grain, ...rest },
    })),
  detections.map((detection) => ({
    kind: 'EVENT_PATTERN',
    definition: { schemaVersion: '2026-06-17', subjectType: 'customer', detection },
  })),
)

const events = fc.array(
  fc.record({
    eventName: names,
    properties: fc.dictionary(fc.oneof(texts, fc.constantFrom('segment', 'segmentId')), values, {
      maxKeys: 6,
      noNullPrototype: true,
    }),
  }),
  { minLength: 1, maxLength: 4 },
)

test('a definition is created, previewed and evaluated, or refused with the field; never a 5xx', async () => {
  let created = 0
  let seen = 0
  await fc.assert(
    fc.asyncProperty(bodies, events, texts, async (body, sent, name) => {
      const answer = await server.ask('POST', '/api/signals', { ...body, name: `${name}!` })
      if (answer.status !== 200) {
        expect(answer.status).toBe(400)
        expect(answer.body.error.details.issues[0].path.length).toBeGreaterThan(0)
        return
      }
      created += 1
      const { id } = answer.body.result.data.signal
      const { running } = server
      // What is an event's own name and properties, and what the signal asks for.
      const wanted = JSON.parse(JSON.stringify(body.definition)) as Record<string, unknown>
      const detection = (wanted['detection'] ?? wanted) as {
        eventNames?: string[]
        propertyConditions?: { key: string; value?: unknown }[]
      }
      const properties = Object.fromEntries(
        (detection.propertyConditions ?? []).map(({ key, value }) => [key, value ?? true]),
      )
      const matching = (detection.eventNames ?? [])
        .slice(0, 2)
        .map((eventName) => ({ eventName, properties }))
      for (const event of [...sent, ...matching]) {
        const response = await running.ingest({
          source: 'server',
          userIdentity: { email: 'jane@acme.com' },
          events: [{ type: 'custom', url: 'https://acme.com/', path: '/', ...event }],
        })
        expect(response.status).toBeLessThan(500)
      }
      const reads = await running.workspace.readModels.exact()
      const occurrences = await reads.listOccurrences({ signalIds: [id], limit: 1_000 })
      seen += occurrences.length
      const stored = await signalsOf(running.workspace).read()
      const history = await evaluateHistory(
        reads,
        stored.filter((signal) => signal.id === id),
        { from: server.now() - 3_600_000, until: server.now() + 60_000 },
      )
      const idsOf = (list: readonly { occurrenceId: string; eventId: string | null }[]) =>
        list.flatMap((one) => (one.eventId === null ? [] : [one.occurrenceId])).toSorted()
      // What came before the signal isn't seen by it; looking back it would have been.
      expect(idsOf(history.occurrences)).toEqual(expect.arrayContaining(idsOf(occurrences)))
      const preview = await server.ask('POST', '/api/automations/preview', {
        automation: { name: 'Told', triggerType: 'SIGNAL_OCCURRENCE', agentId, signalIds: [id] },
        days: 90,
      })
      expect({ status: preview.status, error: preview.body.error }).toEqual({ status: 200, error: undefined })
      expect((await server.ask('GET', `/api/signals/${id}`)).status).toBe(200)
      expect((await server.ask('POST', `/api/signals/${id}/archive`)).status).toBe(200)
    }),
    { numRuns: 150, endOnFailure: true, seed: 20_261_122 },
  )
  expect(created).toBeGreaterThan(40)
  expect(seen).toBeGreaterThan(20)
  // Nothing of it was quarantined, and no background work failed.
  expect(server.running.workspace.readModels.counters.quarantined).toBe(0)
  expect(server.running.logged).toEqual([])
})
