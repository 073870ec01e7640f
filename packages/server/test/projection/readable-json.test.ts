import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeEvent } from '../../src/customers/describe-event.ts'
import type { RecordsRecord, StoredRecord } from '../../src/kernel/log/record.ts'
import { tables } from '../../src/projector/schema.ts'
import { createSqlReads } from '../../src/projector/schema.ts'
import { type Projected, eventsRecord, openProjected, storedEvent } from '../support/projected.ts'

const at = Date.UTC(2026, 5, 1)

let projected: Projected
beforeAll(async () => {
  projected = await openProjected()
})
afterAll(() => projected.close())

/** What ends, or begins, at the lengths at which texts are cut; the last three only an older version wrote. */
const character = fc.constantFrom('a', '"', '\\', '\\ud83d', '\u{10ffff}', '😀', '\ud83d', '\ude00', '\0')
const text = fc
  .tuple(
    fc.constantFrom(0, 119, 120, 299, 300, 499, 500, 999, 1_000, 2_000),
    fc.array(character, { minLength: 1, maxLength: 4 }),
  )
  .map(([length, characters]) => 'x'.repeat(Math.max(0, length - 1)) + characters.join(''))
const scalars = fc.dictionary(text, fc.oneof(text, fc.double(), fc.boolean(), fc.constant(null)), {
  maxKeys: 3,
})
const nested = fc.dictionary(text, fc.oneof(text, scalars, fc.array(scalars, { maxLength: 2 })), {
  maxKeys: 3,
})

const customer = { domain: 'acme.com' }
const imported = fc
  .record({ text, other: text, traits: scalars, record: nested, id: fc.nat(5) })
  .map(({ text: said, other, traits, record, id }): StoredRecord[] => {
    const source = {
      title: said,
      text: other,
      summary: said,
      customer,
      record,
      occurredAt: at,
      sourceId: `s${id}`,
    }
    const participants = [{ email: 'jane@acme.com', name: said, role: other }]
    return [
      { kind: 'source', sourceType: 'EMAIL', participants, ...source },
      { kind: 'source', sourceType: 'CHAT', participants, ...source },
      { kind: 'source', sourceType: 'OPPORTUNITY', ...source },
      { kind: 'customer', domain: 'acme.com', name: said, traits },
      { kind: 'user', email: 'jane@acme.com', name: said, traits },
      {
        kind: 'fact',
        factId: `f${id}`,
        origin: 'stated',
        assertion: said,
        customer,
        evidence: [{ sourceType: 'EMAIL', sourceId: `s${id}`, quote: said }],
      },
      {
        kind: 'notification',
        notificationId: `n${id}`,
        sentBy: 'key_1',
        title: said,
        text: other,
        payload: record,
      },
    ]
  })
const tracked = fc.record({ text, properties: scalars }).map(({ text: said, properties }) =>
  eventsRecord({
    source: 'server',
    userIdentity: { email: 'jane@acme.com', traits: properties },
    events: [
      storedEvent({ type: 'custom', timestamp: at, eventName: said, properties }),
      storedEvent({ type: 'pageview', timestamp: at, title: said, referrer: said }),
      storedEvent({ type: 'form', timestamp: at, formId: said, formFields: { [said]: said } }),
      storedEvent({ type: 'identify', timestamp: at, traits: properties }),
    ],
  }),
)

test('whatever is in the log, JSON functions read every JSON column, and every text is whole', async () => {
  await fc.assert(
    fc.asyncProperty(imported, tracked, async (records, events) => {
      const batch: RecordsRecord = { kind: 'records', receivedAt: at, records }
      await projected.apply([batch, events])
      expect(await projected.rows('select * from quarantine')).toEqual([])
    }),
    { numRuns: 15 },
  )
  for (const { name, columns, temporary } of Object.values(tables)) {
    for (const [column, kind] of temporary ? [] : columns) {
      if (kind !== 'json') continue
      const [found] = await projected.rows(
        `select count(*) filter (not json_valid(${column}))::integer as invalid, count(${column} ->> 'plan') from ${name}`,
      )
      expect({ name, column, ...found }).toMatchObject({ name, column, invalid: 0 })
    }
  }
  const [known] = await projected.rows<{ customer_id: string }>('select customer_id from customers')
  const { items: events } = await createSqlReads(projected.database, () => at).listTimeline({
    of: { customerId: known!.customer_id },
    limit: 1_000,
    after: null,
  })
  const shown = events.map((event) => JSON.stringify([event, describeEvent(event)]))
  expect(shown.length).toBeGreaterThan(30)
  expect(shown.filter((json) => /(?<!\\)(?:\\\\)*\\ud[89a-f]/.test(json))).toEqual([])
})
