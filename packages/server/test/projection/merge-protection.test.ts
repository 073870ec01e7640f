import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { mergeLimits } from '../../src/customers/identity/merge-protection.ts'
import type { EventsRecord, StoredEvent } from '../../src/kernel/log/record.ts'
import { eventsRecord, openProjected, type Projected, storedEvent } from '../support/projected.ts'

const noon = Date.UTC(2026, 4, 4, 12)

let models: Projected
beforeEach(async () => {
  models = await openProjected()
})
afterEach(() => models.close())

function visitor(n: number): string {
  return `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`
}

function sent(
  { visitorId, source = 'client' }: { visitorId?: string; source?: EventsRecord['source'] },
  ...events: Partial<StoredEvent>[]
): EventsRecord {
  return eventsRecord({
    source,
    visitorId,
    events: events.map((event, index) =>
      storedEvent({ type: event.email ? 'identify' : 'pageview', timestamp: noon + index, ...event }),
    ),
  })
}

function times<Result>(count: number, make: (n: number) => Result): Result[] {
  return Array.from({ length: count }, (_, n) => make(n))
}

async function anonymous(): Promise<number> {
  const [row] = await models.rows<{ n: number }>(`select count(*) as n from activity where user_id = ''`)
  return row!.n
}

async function crowded(): Promise<unknown[]> {
  return models.rows('select person_or_device, trusted, limit_name from crowded_keys')
}

describe('A key that names too much links nobody', () => {
  test('a visitorId of more people than a device has: all of them stay people, and its anonymous events are nobody’s', async () => {
    const people = times(mergeLimits.devicePeople + 1, (n) => ({
      email: `p${n}@x.test`,
      timestamp: noon + n,
    }))
    const record = (events: Partial<StoredEvent>[]) => sent({ visitorId: visitor(0) }, ...events)
    await models.apply([record([{ timestamp: noon - 1 }])], [record(people.slice(1))])
    expect(await anonymous()).toBe(0)
    await models.apply([record(people.slice(0, 1))])
    expect(await anonymous()).toBe(1)
    expect(await models.rows('select count(*) as n from contacts')).toEqual([{ n: people.length }])
    expect(await crowded()).toEqual([
      { person_or_device: `visitor:${visitor(0)}`, trusted: false, limit_name: 'devicePeople' },
    ])
  })

  test('what browsers say of a device doesn’t undo what a server stated of it', async () => {
    const on = { visitorId: visitor(0) }
    const server = { ...on, source: 'server' as const }
    await models.apply(
      [sent(server, { email: 'jane@acme.com' }, {})],
      times(mergeLimits.devicePeople + 1, (n) => sent(on, { email: `p${n}@x.test` })),
    )
    expect(await models.rows(`select user_email from activity where source = 'server'`)).toEqual([
      { user_email: 'jane@acme.com' },
      { user_email: 'jane@acme.com' },
    ])
  })

  test('a device that passes from one to another too often has no owner, until the two turn out to be one', async () => {
    const on = { visitorId: visitor(0) }
    const jane = (at: number) => ({ type: 'identify' as const, timestamp: noon + at, email: 'jane@acme.com' })
    const u1 = (at: number) => ({ type: 'identify' as const, timestamp: noon + at, userId: 'u-1' })
    const turns = times(mergeLimits.deviceTurns + 2, (n) => (n % 2 === 0 ? jane(n) : u1(n)))
    await models.apply([sent(on, ...turns.slice(1))], [sent(on, { timestamp: noon + 5 })])
    expect(await anonymous()).toBe(0)
    await models.apply([sent(on, turns[0]!)])
    expect(await anonymous()).toBe(1)
    await models.apply([
      sent({ source: 'server' }, { type: 'identify', email: 'jane@acme.com', userId: 'u-1' }),
    ])
    expect(await anonymous()).toBe(0)
  })

  test('a userId of more e-mail addresses than a person has joins none of them', async () => {
    const record = (n: number) =>
      sent({ visitorId: visitor(n) }, { email: `p${n}@x.test`, userId: 'everybody' })
    await models.apply(times(mergeLimits.counterparts, record))
    expect(await models.rows('select count(*) as n from contacts')).toEqual([{ n: 1 }])
    await models.apply([record(mergeLimits.counterparts)])
    expect(await models.rows('select count(*) as n from contacts')).toEqual([
      { n: mergeLimits.counterparts + 1 },
    ])
  })

  test('a chain of identities longer than a person joins none; one that a cut leaves short enough is a person', async () => {
    const link = (n: number) =>
      sent({ visitorId: visitor(n) }, { email: `p${(n + 1) >> 1}@x.test`, userId: `u-${n >> 1}` })
    const names = () => models.rows('select count(*) as n from contacts where external_user_id is not null')
    await models.apply(times(mergeLimits.personKeys, link))
    expect(await names()).toEqual([{ n: 0 }])
    const decide = (decision: 'cut' | 'mend') => ({
      kind: 'identity' as const,
      receivedAt: noon,
      decision,
      left: 'email:p1@x.test',
      right: 'user:u-0',
      cause: 'operator',
    })
    await models.apply([decide('cut')])
    expect(await names()).toEqual([{ n: 2 }])
    await models.apply([decide('mend')])
    expect(await names()).toEqual([{ n: 0 }])
  })

  test('somebody who acts for more accounts than a person has: what was done stays the accounts’', async () => {
    const record = (n: number) =>
      sent({ visitorId: visitor(0) }, { email: 'bot@x.test', customerId: `acct-${n}` })
    await models.apply(times(mergeLimits.personAccounts + 1, record))
    expect(await models.rows('select count(*) as n from contacts')).toEqual([{ n: 0 }])
    expect(await models.rows('select count(distinct customer_id) as n from activity')).toEqual([
      { n: mergeLimits.personAccounts + 1 },
    ])
  })

  test('somebody with more devices than a person has keeps what they did, and their devices are nobody’s', async () => {
    const record = (n: number) => sent({ visitorId: visitor(n) }, { email: 'jane@acme.com' }, {})
    await models.apply(times(mergeLimits.personDevices, record))
    expect(await anonymous()).toBe(0)
    await models.apply([record(mergeLimits.personDevices)])
    expect(await anonymous()).toBe(mergeLimits.personDevices + 1)
    expect(
      await models.rows(`select count(*) as n from activity where user_email = 'jane@acme.com'`),
    ).toEqual([{ n: mergeLimits.personDevices + 1 }])
  })
})
