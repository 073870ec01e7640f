import { toTimestamp } from '@customer-intel/contract'
import { describe, expect, it } from 'vitest'
import { accept, type AcceptedBatch } from '../../src/events/ingest/accept.ts'

const now = Date.UTC(2026, 5, 1, 12)
const visitorId = '0b0c5a52-3a76-4e6b-8d0a-3a1c5b7e9f10'
const uuid = '0197a6f0-7d3c-7b1e-9a55-3f0d2c1b4a68'
const page = { url: 'https://acme.com/', path: '/' }

const options = { receivedAt: now, createUuid: () => 'made-by-the-server', storable: false }

/** Accepts a well-formed batch. */
async function take(payload: Record<string, unknown>): Promise<AcceptedBatch> {
  const result = await accept(payload, options)
  if (!result.ok) throw new Error(JSON.stringify(result.issues))
  return result
}

/** What became of one event of a browser. */
async function takeEvent(event: Record<string, unknown>) {
  const { record, errors } = await take({ visitorId, events: [{ ...page, ...event }] })
  return record?.events[0] ?? errors[0]?.message
}

/** What became of one event of a backend that says nothing about whom it belongs to, but what `batch` adds. */
async function takeFromServer(event: Record<string, unknown>, batch: Record<string, unknown> = {}) {
  const { record, errors } = await take({ source: 'server', ...batch, events: [{ ...page, ...event }] })
  return record === null ? errors[0]?.message : 'accepted'
}

describe('a batch', () => {
  it('takes all six types of events', async () => {
    const events = [
      { type: 'pageview', ...page, title: 'Pricing' },
      {
        type: 'custom',
        ...page,
        eventName: 'opened',
        properties: { plan: 'pro', seats: 3, trial: false, coupon: null },
      },
      { type: 'form', ...page, formId: 'signup', formFields: { city: 'Oslo' } },
      { type: 'identify', ...page, email: 'jane@acme.com', traits: { name: 'Jane' } },
      { type: 'engagement', ...page, activeTimeMs: 5, totalTimeMs: 10, sessionId: uuid },
      {
        type: 'calendar',
        ...page,
        provider: 'scheduling-a',
        startTime: '2026-06-02T10:00:00Z',
        duration: 30,
      },
    ]
    expect(await take({ visitorId, events })).toMatchObject({ processed: 6, errors: [] })
  })

  it('is of source client by default, and then needs a visitorId', async () => {
    expect((await take({ visitorId, events: [{ type: 'pageview', ...page }] })).record?.source).toBe('client')
    expect(await accept({ events: [{ type: 'pageview', ...page }] }, options)).toMatchObject({
      ok: false,
      issues: [{ path: ['visitorId'] }],
    })
  })

  it('is refused as a whole above 100 events, or without one', async () => {
    const events = Array.from({ length: 101 }, () => ({ type: 'pageview', ...page }))
    expect(await accept({ visitorId, events }, options)).toMatchObject({
      ok: false,
      issues: [{ path: ['events'] }],
    })
    expect((await take({ visitorId, events: events.slice(1) })).processed).toBe(100)
    expect(await accept({ visitorId, events: [] }, options)).toMatchObject({
      ok: false,
      issues: [{ path: ['events'] }],
    })
  })

  it('tolerates unknown fields around the events, and drops them', async () => {
    const { record } = await take({ visitorId, sdk: 'x', events: [{ type: 'pageview', ...page }] })
    expect(record).not.toHaveProperty('sdk')
  })

  it('keeps good events beside bad ones, and names the bad ones by index and field, in order', async () => {
    const events = [
      { type: 'pageview', ...page },
      { type: 'pageview', ...page, nonsense: 1 },
      { type: 'custom', ...page, eventName: 'a' },
      { type: 'stage', ...page, stage: 'activated' },
      'text',
      null,
    ]
    const { processed, errors } = await take({ visitorId, events })
    expect(processed).toBe(2)
    expect(errors.map(({ index }) => index)).toEqual([1, 3, 4, 5])
    expect(errors[0]?.message).toContain('nonsense')
    expect(errors[1]?.message).toContain('type')
  })

  it('is null to the log when no event is good', async () => {
    expect(await take({ visitorId, events: [{ type: 'nothing' }] })).toMatchObject({
      record: null,
      processed: 0,
    })
  })

  it('keeps what it says about person, account and session', async () => {
    const identity = {
      sessionId: uuid,
      fingerprint: 'f',
      userIdentity: { email: 'jane@acme.com', userId: 'u1', fingerprint: 'f2', traits: { a: 1 } },
      customerIdentity: { customerId: 'c1', customerTraits: { plan: 'pro' } },
    }
    expect(
      (await take({ visitorId, ...identity, events: [{ type: 'pageview', ...page }] })).record,
    ).toMatchObject(identity)
  })
})

describe('an event of a server', () => {
  it('needs a person or an account when it is custom', async () => {
    expect(await takeFromServer({ type: 'custom', eventName: 'a' })).toContain(
      'email, userId, fingerprint or customerId',
    )
    for (const key of ['userId', 'fingerprint', 'customerId']) {
      expect(await takeFromServer({ type: 'custom', eventName: 'a', [key]: 'x' })).toBe('accepted')
      expect(await takeFromServer({ type: 'custom', eventName: 'a', [key]: '  ' })).toContain('must say whom')
    }
    expect(await takeFromServer({ type: 'custom', eventName: 'a', email: 'jane@acme.com' })).toBe('accepted')
    expect(await takeFromServer({ type: 'custom', eventName: 'a' }, { visitorId })).toContain('must say whom')
  })

  it('may take person and account from its batch', async () => {
    const custom = { type: 'custom', eventName: 'a' }
    expect(await takeFromServer(custom, { userIdentity: { userId: 'u1' } })).toBe('accepted')
    expect(await takeFromServer(custom, { customerIdentity: { customerId: 'c1' } })).toBe('accepted')
    expect(await takeFromServer(custom, { fingerprint: 'f' })).toBe('accepted')
    expect(await takeFromServer(custom, { userIdentity: { traits: { a: 1 } } })).toContain('must say whom')
  })

  it('needs email or userId when it is an identify, as a browser’s does', async () => {
    expect(await takeFromServer({ type: 'identify', fingerprint: 'f' })).toContain('email')
    expect(await takeFromServer({ type: 'identify', userId: 'u1' })).toBe('accepted')
    expect(await takeEvent({ type: 'identify' })).toContain('email')
  })

  it('of the other types needs attribution too, and may take it from a visitor or an invitee', async () => {
    expect(await takeFromServer({ type: 'pageview' })).toContain('must say whom')
    expect(await takeFromServer({ type: 'pageview' }, { visitorId })).toBe('accepted')
    expect(await takeFromServer({ type: 'pageview', customerId: 'c1' })).toBe('accepted')
    expect(
      await takeFromServer({ type: 'calendar', provider: 'unknown', inviteeEmail: 'jane@acme.com' }),
    ).toBe('accepted')
  })

  it('is treated alike when it comes from an integration', async () => {
    expect(await takeFromServer({ type: 'custom', eventName: 'a' }, { source: 'integration' })).toContain(
      'source integration',
    )
  })

  it('is checked by itself: its neighbours go on', async () => {
    const custom = { type: 'custom', ...page, eventName: 'a' }
    expect(await take({ source: 'server', events: [custom, { ...custom, userId: 'u1' }] })).toMatchObject({
      processed: 1,
      errors: [{ index: 0 }],
    })
  })
})

describe('the time of an event', () => {
  it('is the server’s where the sender gave none', async () => {
    expect(await takeEvent({ type: 'pageview' })).toMatchObject({ timestamp: now })
  })

  it.each([now, now - 5_000, Date.UTC(2000, 0, 1)])('stands where it is possible: %d', async (timestamp) => {
    const event = await takeEvent({ type: 'pageview', timestamp })
    expect(event).toMatchObject({ timestamp })
    expect(event).not.toHaveProperty('sentTimestamp')
  })

  it.each([0, -1, 1e308, -1e308, now + 1, now + 5_000, Date.UTC(2000, 0, 1) - 1, 9e13])(
    'is clamped to the server’s where it is impossible, and the sender’s is kept: %d',
    async (timestamp) => {
      expect(await takeEvent({ type: 'pageview', timestamp })).toMatchObject({
        timestamp: now,
        sentTimestamp: toTimestamp(timestamp),
      })
    },
  )

  it.each([Infinity, NaN, '2026-06-01', true])(
    'is the server’s where it is no time: %s',
    async (timestamp) => {
      const { record, warnings } = await take({
        visitorId,
        events: [{ type: 'pageview', ...page, timestamp }],
      })
      expect(record?.events[0]).toMatchObject({ timestamp: now })
      expect(warnings).toMatchObject([
        { index: 0, message: expect.stringContaining('timestamp was skipped') },
      ])
    },
  )

  it('loses a fraction of a millisecond', async () => {
    expect(await takeEvent({ type: 'pageview', timestamp: now + 0.5 })).toMatchObject({ timestamp: now })
  })
})

describe('the uuid of an event', () => {
  it('is the sender’s, in lower case', async () => {
    expect(await takeEvent({ type: 'pageview', uuid: uuid.toUpperCase() })).toMatchObject({ uuid })
  })

  it('is given by the server where the sender gave none, or one that names nothing', async () => {
    expect(await takeEvent({ type: 'pageview' })).toMatchObject({ uuid: 'made-by-the-server' })
    for (const nothing of ['00000000-0000-0000-0000-000000000000', 'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF']) {
      expect(await takeEvent({ type: 'pageview', uuid: nothing })).toMatchObject({
        uuid: 'made-by-the-server',
      })
    }
  })
})

describe('what must not be stored', () => {
  it('is taken out of form fields by name and by value, and harmless fields stay', async () => {
    const formFields = {
      city: 'Oslo',
      user_pwd: 'hunter2',
      creditCard: 'x',
      note: '4111 1111 1111 1111',
      passenger_name: 'Jane',
      order_number: '123456789',
    }
    expect(await takeEvent({ type: 'form', formFields })).toMatchObject({
      formFields: { city: 'Oslo', passenger_name: 'Jane', order_number: '123456789' },
    })
  })

  it('is redacted in url, path and referrer', async () => {
    const event = await takeEvent({
      type: 'pageview',
      url: 'https://acme.com/reset?token=s3cr3t&plan=pro',
      path: '/reset?token=s3cr3t',
      referrer: 'https://acme.com/?api_key=s3cr3t',
    })
    expect(JSON.stringify(event)).not.toContain('s3cr3t')
    expect(event).toMatchObject({ url: expect.stringContaining('plan=pro') })
  })
})

describe('a key __proto__', () => {
  it('harms nothing, wherever it stands', async () => {
    const payload: unknown = JSON.parse(
      `{"visitorId":"${visitorId}","__proto__":{"source":"server"},"events":[
        {"type":"custom","url":"https://a.b/","path":"/","eventName":"a","properties":{"__proto__":"x","constructor":"y"}},
        {"type":"form","url":"https://a.b/","path":"/","formFields":{"__proto__":"x","toString":"y"}},
        {"__proto__":{"type":"pageview"},"url":"https://a.b/","path":"/"}]}`,
    )
    const result = await accept(payload, options)
    expect(result).toMatchObject({
      ok: true,
      processed: 2,
      errors: [{ index: 2 }],
      record: { source: 'client' },
    })
    expect({}).not.toHaveProperty('source')
    expect(Object.prototype.toString.call({})).toBe('[object Object]')
  })
})
