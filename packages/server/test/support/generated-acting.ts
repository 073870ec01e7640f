import fc from 'fast-check'
import type {
  CustomerMergeRecord,
  LogRecord,
  SignalRecord,
  StoredRecord,
  SyncMark,
} from '../../src/kernel/log/record.ts'

/** What is configured, so that what the service is said to have done belongs to something that can be asked. */
export interface Configured {
  automationId: string
  agentId: string
  destinationId: string
  signalId: string
}

/** What callers bring stands in generated-log.ts. */
type Brought = 'source' | 'fact' | 'customer' | 'user' | 'member' | 'revenue' | 'extraction'
type Made = {
  [Kind in Exclude<StoredRecord['kind'], Brought>]: fc.Arbitrary<Extract<StoredRecord, { kind: Kind }>>
}

const start = Date.UTC(2026, 0, 1)
const times = fc.integer({ min: 0, max: 60 * 24 }).map((hours) => start + hours * 3_600_000)
const few = (prefix: string) => fc.integer({ min: 1, max: 4 }).map((count) => `${prefix}-${count}`)
const customer = fc.constantFrom({ customerId: 'acct-1' }, { domain: 'acme.com' }, { email: 'jane@acme.com' })
const customerIds = fc.constantFrom<string[][]>([], ['c_1'], ['c_1', 'c_2'])

/** Each kind of record that the service makes itself, well formed: one more kind, and this doesn't compile. */
export function madeRecords({ automationId, agentId, destinationId, signalId }: Configured): Made {
  const messages = few('message')
  return {
    agentRun: fc.record({
      kind: fc.constant('agentRun'),
      runId: few('agent-run'),
      agentId: fc.constant(agentId),
      agentKey: fc.constant('custom'),
      trigger: fc.constantFrom('manual', 'signal'),
      status: fc.constantFrom('COMPLETED', 'PARTIAL', 'FAILED'),
      askedAt: times,
      startedAt: times,
      endedAt: times,
      attempts: fc.constantFrom(0, 1),
      candidates: fc.constantFrom([
        {
          customerId: 'c_1',
          name: 'Acme',
          domain: null,
          reasons: ['It pays.'],
          metrics: [{ mrr: 5 }],
          surfaced: true,
        },
      ]),
      automationRunId: fc.constantFrom(null, 'run-1'),
      evidence: fc.constant(null),
      stopReason: fc.constantFrom('by-rule' as const, 'no-customers' as const),
      output: fc.constantFrom(null, {
        outputId: 'output-1',
        title: 'They pay',
        markdown: 'Acme pays.',
        customerIds: ['c_1'],
        claims: { verified: 1, dropped: 0 },
      }),
      errorSummary: fc.constantFrom(null, 'It took too long.'),
      toolCalls: fc.constantFrom([
        {
          toolName: 'svc_query',
          input: '{}',
          startedAt: start,
          durationMs: 5,
          error: null,
          answerLength: 10,
        },
      ]),
      usage: fc.constant({ steps: 1, promptTokens: 5, completionTokens: 5 }),
    }),
    occurrence: fc.record({
      kind: fc.constant('occurrence'),
      occurrenceId: few('occurrence'),
      signalId: fc.constant(signalId),
      signalName: fc.constant('Gone quiet'),
      customer,
      occurredAt: times,
      windowFrom: times,
      count: fc.nat(5),
      eventIds: fc.constantFrom<string[][]>([], ['0197a6f0-7d3c-7b1e-9a55-3f0d2c1b4a68']),
    }),
    run: fc.record({
      kind: fc.constant('run'),
      runId: few('run'),
      automationId: fc.constant(automationId),
      triggerType: fc.constantFrom('SIGNAL_OCCURRENCE', 'SCHEDULE'),
      status: fc.constantFrom('PENDING_DELIVERY', 'SKIPPED', 'FAILED', 'RUNNING_PROCESSOR'),
      occurredAt: times,
      matchedAt: times,
      occurrenceIds: fc.constantFrom<string[][]>([], ['occurrence-1'], ['occurrence-1', 'occurrence-2']),
      windows: fc.constantFrom([{ occurrenceId: 'occurrence-1', signalId, from: start, until: start + 5 }]),
      customerIds,
      event: fc.constantFrom({
        id: '0197a6f0-7d3c-7b1e-9a55-3f0d2c1b4a68',
        name: 'paid',
        channel: 'PRODUCT' as const,
      }),
      agentRunId: few('agent-run'),
      told: fc.record({
        customers: fc.uniqueArray(customer, { maxLength: 3 }),
        title: fc.constant('They pay'),
      }),
      requireAllDestinations: fc.boolean(),
      skipReason: fc.constant('STALE: 1 skipped' as const),
      errorCode: fc.constant('GIVEN_UP' as const),
      errorMessage: fc.constant('It took too long.'),
    }),
    notification: fc.record({
      kind: fc.constant('notification'),
      notificationId: messages,
      sentBy: fc.constant(automationId),
      runId: few('run'),
      customerIds,
      title: fc.constant('They pay'),
      text: fc.constant('Acme pays.'),
      severity: fc.constantFrom('low', 'high'),
      source: fc.constant('Automation'),
      subject: fc.constant('Acme'),
      payload: fc.constant({ a: 1 }),
    }),
    delivery: fc.record({
      kind: fc.constant('delivery'),
      deliveryId: few('delivery'),
      notificationId: messages,
      destinationId: fc.constant(destinationId),
      status: fc.constantFrom('ENQUEUED', 'ACCEPTED_BY_PROVIDER', 'FAILED', 'SKIPPED'),
      tries: fc.nat(8),
      nextAt: fc.option(times),
      errorCode: fc.constant('HTTP_500'),
      errorMessage: fc.constant('It answered 500.'),
      attempts: fc.array(
        fc.record({ at: times, durationMs: fc.nat(), status: fc.constantFrom('ENQUEUED', 'FAILED') }),
        { maxLength: 3 },
      ),
    }),
    billing: fc.record({
      kind: fc.constant('billing'),
      origin: fc.constantFrom('billing-a/cus_1', 'billing-a/cus_2'),
      customer,
      days: fc.constantFrom(
        [],
        [{ date: '2026-01-01', mrrCents: 500, currency: 'EUR', plan: 'pro', paidCents: 500 }],
      ),
    }),
    authEvent: fc.record({
      kind: fc.constant('authEvent'),
      origin: fc.constantFrom('auth-analytics-a', 'auth-analytics-b'),
      userId: fc.constantFrom('u-1', 'u-2'),
      action: fc.constantFrom('SIGNED_UP', 'SIGNED_IN'),
      occurredAt: fc.integer({ min: 0, max: 2e12 }),
    }),
    deletion: fc.record({
      kind: fc.constant('deletion'),
      of: fc.constantFrom(
        'source:CALL:s-1',
        'fact:f-1',
        'customer:id:acct-2',
        'user:id:u-2',
        'billing:billing-a/cus_1',
      ),
    }),
  }
}

const syncMarks: fc.Arbitrary<SyncMark> = fc.record({
  provider: fc.constantFrom('billing-a', 'crm-a'),
  generation: few('generation'),
  model: fc.constantFrom('Opportunity', 'Customer'),
  state: fc.constantFrom('{"cursor":"a"}', '{}'),
  recordCount: fc.nat(500),
  setAsideCount: fc.nat(5),
  metAt: times,
  objects: fc.constantFrom([{ id: 'o-1', keys: ['source:CALL:s-1', 'fact:f-1'], whole: true }]),
})

const decisions: fc.Arbitrary<SignalRecord | CustomerMergeRecord> = fc.oneof(
  fc.record({
    kind: fc.constant('signal' as const),
    receivedAt: times,
    signalId: few('signal'),
    signal: fc.constantFrom<NonNullable<SignalRecord['signal']> | null>(
      null,
      {
        kind: 'EVENT_MATCH',
        definition: { grain: 'customer', subjectResolver: 'event_customer', eventNames: ['project_created'] },
      },
      {
        kind: 'EVENT_PATTERN',
        definition: {
          schemaVersion: '2026-06-17',
          subjectType: 'customer',
          detection: {
            type: 'event_count_threshold',
            eventNames: ['pageview'],
            threshold: { operator: '>=', count: 2 },
            window: { value: 5, unit: 'day' },
          },
        },
      },
    ),
  }),
  fc.record({
    kind: fc.constant('customer-merge' as const),
    receivedAt: times,
    decision: fc.constantFrom('merge' as const, 'part' as const),
    duplicate: few('c'),
    survivor: few('c'),
    cause: fc.constant('operator'),
  }),
)

/** What the service writes into the log of itself: records of every kind, where syncs stand, what was decided. */
export function madeByService(configured: Configured): fc.Arbitrary<LogRecord> {
  const records = fc.oneof(...(Object.values(madeRecords(configured)) as fc.Arbitrary<StoredRecord>[]))
  return fc.oneof(
    {
      weight: 6,
      arbitrary: records.map((record): LogRecord => ({
        kind: 'records',
        receivedAt: start,
        records: [record],
      })),
    },
    { weight: 1, arbitrary: decisions },
    {
      weight: 1,
      arbitrary: fc
        .tuple(syncMarks, fc.array(records, { maxLength: 2 }))
        .map(([sync, list]): LogRecord => ({ kind: 'records', receivedAt: start, records: list, sync })),
    },
  )
}
