import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { LogRecord, StoredEvent, StoredRecord } from '../../src/kernel/log/record.ts'
import { eventsRecord, openProjected, type Projected, readModels, storedEvent } from '../support/projected.ts'

const start = Date.UTC(2026, 4, 4)
const day = 86_400_000
const sales = 'sales@acme.example'
const ann = 'ann@acme.example'

let models: Projected
beforeEach(async () => {
  models = await openProjected()
})
afterEach(() => models.close())

function sent(
  on: number,
  event: Partial<StoredEvent>,
  more: Partial<Parameters<typeof eventsRecord>[0]> = {},
): LogRecord {
  return eventsRecord({
    source: 'server',
    events: [storedEvent({ type: 'identify', timestamp: start + on * day, ...event })],
    ...more,
  })
}

function brought(on: number, ...records: StoredRecord[]): LogRecord {
  return { kind: 'records', receivedAt: start + on * day, records }
}

/** Ann has the address from the first day, Bob from the tenth. */
const handedOn = [
  sent(1, { userId: 'h1', email: sales, traits: { name: 'Ann', city: 'Bonn' } }),
  sent(5, { userId: 'h1', email: ann }),
  sent(10, { userId: 'h2', email: sales, traits: { name: 'Bob' } }),
]
const alone = (on: number): LogRecord => sent(on, { type: 'custom', eventName: `day ${on}`, email: sales })

const people = `select name, email, external_user_id as id, json_extract_string(traits, 'city') as city
  from contacts order by external_user_id`
const whose = `select event_name as what, external_user_id as id from activity
  left join contacts using (user_id) where event_name like 'day%' order by occurred_at`

/** A batch a record, and the reverse, must end the same. */
async function inAnyOrder(records: LogRecord[]): Promise<void> {
  await models.apply(...records.map((record) => [record]))
  const expected = await readModels(models)
  const other = await openProjected()
  await other.apply(...records.toReversed().map((record) => [record]))
  expect(await readModels(other)).toEqual(expected)
  await other.close()
}

describe('An address that was one person’s and is another’s now', () => {
  test('doesn’t make them one person: what came with it alone is whose it was at that time', async () => {
    await inAnyOrder([...handedOn, alone(0), alone(3), alone(7), alone(12)])
    expect(await models.rows(people)).toEqual([
      { name: 'Ann', email: ann, id: 'h1', city: 'Bonn' },
      { name: 'Bob', email: sales, id: 'h2', city: null },
    ])
    expect(await models.rows(whose)).toEqual([
      { what: 'day 0', id: 'h1' },
      { what: 'day 3', id: 'h1' },
      { what: 'day 7', id: 'h1' },
      { what: 'day 12', id: 'h2' },
    ])
    expect(
      await models.rows('select left_key, right_key, status from identity_links order by first_at'),
    ).toEqual([
      { left_key: `email:${sales}`, right_key: 'user:h1', status: 'former' },
      { left_key: `email:${ann}`, right_key: 'user:h1', status: 'applied' },
      { left_key: `email:${sales}`, right_key: 'user:h2', status: 'applied' },
    ])
  })

  test('without another address of the former holder, and over three holders', async () => {
    await inAnyOrder([
      sent(1, { userId: 'h1', email: sales, traits: { name: 'Ann' } }),
      sent(10, { userId: 'h2', email: sales, traits: { name: 'Bob' } }),
      sent(20, { userId: 'h3', email: sales }),
      alone(3),
      alone(12),
      alone(25),
    ])
    expect(await models.rows(people)).toEqual([
      { name: 'Ann', email: null, id: 'h1', city: null },
      { name: 'Bob', email: null, id: 'h2', city: null },
      { name: null, email: sales, id: 'h3', city: null },
    ])
    expect(await models.rows(whose)).toEqual([
      { what: 'day 3', id: 'h1' },
      { what: 'day 12', id: 'h2' },
      { what: 'day 25', id: 'h3' },
    ])
  })

  test('keeps the ids of people: the first holder’s stays theirs', async () => {
    await models.apply([handedOn[0]!])
    const [before] = await models.rows<{ user_id: string }>('select user_id from contacts')
    await models.apply(handedOn.slice(1))
    expect(
      await models.rows(`select external_user_id as id from contacts where user_id = '${before!.user_id}'`),
    ).toEqual([{ id: 'h1' }])
    expect(await models.rows(`select * from aliases where alias in (select user_id from contacts)`)).toEqual(
      [],
    )
  })

  test('with what browsers did under it: the visits before and after signing in', async () => {
    const at = (on: number, visitorId: string, event: Partial<StoredEvent>) =>
      sent(on, event, { source: 'client', visitorId })
    await inAnyOrder([
      ...handedOn,
      at(3, '11111111-1111-4111-8111-111111111111', { email: sales }),
      at(3.1, '11111111-1111-4111-8111-111111111111', { type: 'custom', eventName: 'day 3.1' }),
      at(12, '22222222-2222-4222-8222-222222222222', { email: sales }),
      at(12.1, '22222222-2222-4222-8222-222222222222', { type: 'custom', eventName: 'day 12.1' }),
      // One device of both.
      at(4, '33333333-3333-4333-8333-333333333333', { email: sales }),
      at(4.1, '33333333-3333-4333-8333-333333333333', { type: 'custom', eventName: 'day 4.1' }),
      at(14, '33333333-3333-4333-8333-333333333333', { email: sales }),
      at(14.1, '33333333-3333-4333-8333-333333333333', { type: 'custom', eventName: 'day 14.1' }),
    ])
    expect(await models.rows(whose)).toEqual([
      { what: 'day 3.1', id: 'h1' },
      { what: 'day 4.1', id: 'h1' },
      { what: 'day 12.1', id: 'h2' },
      { what: 'day 14.1', id: 'h2' },
    ])
  })

  test('with mails and facts: each is about whom the address belonged to when it was written', async () => {
    const mail = (on: number, sourceId: string): LogRecord =>
      brought(on, {
        kind: 'source',
        sourceType: 'EMAIL',
        sourceId,
        occurredAt: start + on * day,
        participants: [{ email: sales }],
      })
    await inAnyOrder([
      ...handedOn,
      mail(3, 'm-1'),
      mail(12, 'm-2'),
      brought(12, {
        kind: 'extraction',
        sourceType: 'EMAIL',
        sourceId: 'm-1',
        textHash: '00',
        model: 'a-model',
        facts: [{ factId: 'f-1', origin: 'extracted', assertion: 'They grow.', evidence: [] }],
      }),
    ])
    const of = (table: string, id: string) =>
      models.rows(
        `select ${id} as what, c.external_user_id as id from ${table} join subjects s using (subject)
         join contacts c on c.user_id = s.user_id order by 1`,
      )
    expect(await of('sources', 'source_id')).toEqual([
      { what: 'm-1', id: 'h1' },
      { what: 'm-2', id: 'h2' },
    ])
    expect(await of('facts', 'fact_id')).toEqual([{ what: 'f-1', id: 'h1' }])
    // A record that is brought again takes away what it said, wherever that is now.
    await models.apply([
      brought(13, {
        kind: 'source',
        sourceType: 'EMAIL',
        sourceId: 'm-1',
        occurredAt: start + 11 * day,
        participants: [{ email: sales }],
      }),
    ])
    expect(await of('sources', 'source_id')).toEqual([
      { what: 'm-1', id: 'h2' },
      { what: 'm-2', id: 'h2' },
    ])
  })

  test('until a userId that was thought gone comes with it again: two ids at once are one person’s', async () => {
    const records = [
      sent(1, { userId: 'app-1', email: sales }),
      sent(3, { userId: 'shop-1', email: sales }),
      sent(9, { userId: 'app-1', email: sales }),
    ]
    await models.apply(records.slice(0, 2), [alone(2)])
    expect(await models.rows('select count(*) as n from contacts')).toEqual([{ n: 2 }])
    await models.apply(records.slice(2))
    expect(await models.rows('select count(*) as n from contacts')).toEqual([{ n: 1 }])
    models = await reopened(models)
    await inAnyOrder([...records, alone(2)])
    expect(await models.rows('select count(*) as n from contacts')).toEqual([{ n: 1 }])
  })

  test('unless they had moved to another address', async () => {
    await inAnyOrder([...handedOn, sent(20, { userId: 'h1', email: sales }), alone(22)])
    expect(await models.rows(people)).toEqual([
      { name: 'Ann', email: ann, id: 'h1', city: 'Bonn' },
      { name: 'Bob', email: sales, id: 'h2', city: null },
    ])
  })

  test('a record that states a userId holds while it stands, beside the application’s own id', async () => {
    await inAnyOrder([
      brought(1, { kind: 'user', userId: 'auth0|1', email: sales, name: 'Ann' }),
      sent(3, { userId: 'h1', email: sales }),
    ])
    expect(await models.rows('select name, email from contacts')).toEqual([{ name: 'Ann', email: sales }])
  })

  test('is told by records, too', async () => {
    await inAnyOrder([
      handedOn[0]!,
      handedOn[1]!,
      brought(10, { kind: 'user', userId: 'h2', email: sales, name: 'Bob' }),
    ])
    expect(await models.rows(people)).toEqual([
      { name: 'Ann', email: ann, id: 'h1', city: 'Bonn' },
      { name: 'Bob', email: sales, id: 'h2', city: null },
    ])
  })

  test('browsers’ statements change nothing about it', async () => {
    const [claimed] = [
      sent(15, { userId: 'h1', email: sales, traits: { name: 'Mallory' } }, { source: 'client' }),
    ]
    await inAnyOrder([...handedOn, claimed, sent(16, { userId: 'evil', email: sales }, { source: 'client' })])
    expect(await models.rows(people)).toEqual([
      { name: 'Ann', email: ann, id: 'h1', city: 'Bonn' },
      { name: 'Bob', email: sales, id: 'h2', city: null },
    ])
  })

  test('a person can decide that it is one person after all, and that it isn’t', async () => {
    const decide = (decision: 'cut' | 'join' | 'mend', right: string): LogRecord => ({
      kind: 'identity',
      receivedAt: start,
      decision,
      left: `email:${sales}`,
      right,
      cause: 'operator',
    })
    await models.apply([...handedOn, alone(3), alone(12)])
    const apart = await readModels(models)
    await models.apply([decide('join', 'user:h1')])
    expect(await models.rows('select count(*) as n from contacts')).toEqual([{ n: 1 }])
    await models.apply([decide('mend', 'user:h1')])
    expect(await readModels(models)).toEqual(apart)
    await models.apply([decide('cut', 'user:h2')])
    expect(await models.rows('select email, external_user_id as id from contacts')).toEqual([
      { email: expect.any(String), id: 'h1' },
    ])
    await models.apply([decide('mend', 'user:h2')])
    expect(await readModels(models)).toEqual(apart)
  })
})

async function reopened(former: Projected): Promise<Projected> {
  await former.close()
  return openProjected()
}
