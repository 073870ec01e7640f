import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { TrackedEvent } from '../src/event.ts'
import type { TrackerOptions } from '../src/options.ts'
import { createTracker, type Tracker } from '../src/tracker.ts'

interface Batch {
  visitorId: string
  sessionId: string
  source: string
  userIdentity?: object
  customerIdentity?: object
  events: TrackedEvent[]
}

let batches: Batch[]
let trackers: Tracker[]
let warn: ReturnType<typeof vi.spyOn>

beforeEach(() => {
  batches = []
  trackers = []
  localStorage.clear()
  warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    const batch = JSON.parse(init.body as string) as Batch
    batches.push(batch)
    return Response.json({ success: true, processed: batch.events.length })
  })
})
afterEach(async () => {
  await Promise.all(trackers.map((tracker) => tracker.shutdown()))
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const create = (options: Partial<TrackerOptions> = {}) => {
  const tracker = createTracker({ publicKey: 'pk_test', trackPageviews: false, ...options })
  trackers.push(tracker)
  return tracker
}
const flushed = async (tracker: Tracker) => {
  await tracker.flush()
  return batches.flatMap(({ events }) => events)
}

describe('track', () => {
  it('has written the event ahead when it returns, with a uuid v7 and the time', () => {
    const before = Date.now()
    create().track('plan_chosen', { plan: 'pro' })
    const [key] = Object.keys(localStorage).filter((name) => name.startsWith('svc_e:'))
    const [envelope, event] = localStorage
      .getItem(key!)!
      .split('\n')
      .map((part) => JSON.parse(part) as object)
    expect(envelope).toMatchObject({
      source: 'client',
      visitorId: expect.stringMatching(/^[\da-f-]{36}$/) as string,
    })
    expect(event).toMatchObject({ type: 'custom', eventName: 'plan_chosen', properties: { plan: 'pro' } })
    const { uuid, timestamp } = event as TrackedEvent
    expect(uuid).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
    expect(timestamp).toBeGreaterThanOrEqual(before)
  })

  it('leaves out what can’t be sent, with a warning that names it, and sends the rest', async () => {
    const tracker = create()
    const circular: Record<string, unknown> = {}
    circular['self'] = circular
    const properties = {
      text: 'a',
      number: 1,
      yes: true,
      nothing: null,
      absent: undefined,
      circular,
      big: 1n,
      infinite: Infinity,
      nested: { a: 1 },
      list: [1],
      work: () => 1,
      symbol: Symbol('s'),
      get thrower(): string {
        throw new Error('no')
      },
    }
    tracker.track('mixed', properties as never)
    tracker.track('next')
    const events = await flushed(tracker)
    expect(events.map(({ eventName }) => eventName)).toEqual(['mixed', 'next'])
    expect(events[0]!['properties']).toEqual({ text: 'a', number: 1, yes: true, nothing: null })
    for (const name of ['circular', 'big', 'infinite', 'nested', 'list', 'work', 'symbol'])
      expect(warn).toHaveBeenCalledWith('[svc]', name, expect.stringContaining('dropped'))
  })

  it('sends what the properties own, and no object that only writes itself like a scalar', async () => {
    const tracker = create()
    const liar = { toString: () => '{}' }
    tracker.track(
      'odd',
      Object.assign(Object.create({ inherited: 'x' }) as object, { own: 'a', liar }) as never,
    )
    expect((await flushed(tracker))[0]!['properties']).toEqual({ own: 'a' })
  })

  it('makes text storable: no NUL, no half of a surrogate pair', async () => {
    const tracker = create()
    tracker.track('odd', { a: 'x\0y', b: '\ud800', c: '😀' })
    expect((await flushed(tracker))[0]!['properties']).toEqual({ a: 'x\ufffdy', b: '\ufffd', c: '😀' })
  })

  it.each([undefined, null, 5, 'text', [], () => 1])('never throws: properties %s', (properties) => {
    expect(() => create().track('x', properties as never)).not.toThrow()
  })
})

describe('beforeSend', () => {
  it('changes and drops events', async () => {
    const tracker = create({
      beforeSend: (event) => (event['eventName'] === 'b' ? null : { ...event, url: 'https://hidden.test/' }),
    })
    tracker.track('a')
    tracker.track('b')
    expect((await flushed(tracker)).map(({ url, eventName }) => [url, eventName])).toEqual([
      ['https://hidden.test/', 'a'],
    ])
  })

  it('drops the event on which it throws', async () => {
    const tracker = create({
      beforeSend: () => {
        throw new Error('bug')
      },
    })
    tracker.track('a')
    expect(await flushed(tracker)).toEqual([])
    expect(warn).toHaveBeenCalled()
  })
})

describe('identity', () => {
  it('is frozen when an event is recorded', async () => {
    const tracker = create()
    tracker.track('before')
    tracker.identify({
      email: ' ann@acme.example ',
      userId: 42 as never,
      customerId: 'acme',
      traits: { plan: 'pro' },
    })
    tracker.track('after')
    tracker.clearUser()
    tracker.track('later')
    await tracker.flush()
    expect(
      batches.map(({ userIdentity, customerIdentity, events }) => [
        userIdentity,
        customerIdentity,
        events.length,
      ]),
    ).toEqual([
      [{}, {}, 1],
      [{ email: 'ann@acme.example', userId: '42' }, { customerId: 'acme' }, 2],
      [{}, {}, 1],
    ])
    expect(batches[1]!.events[0]).toMatchObject({
      type: 'identify',
      email: 'ann@acme.example',
      traits: { plan: 'pro' },
    })
  })

  it('never mixes the ids of two people', async () => {
    const tracker = create()
    tracker.identify({ email: 'ann@acme.example' })
    tracker.identify({ userId: '7' })
    await tracker.flush()
    expect(batches.map(({ userIdentity }) => userIdentity)).toEqual([
      { email: 'ann@acme.example' },
      { userId: '7' },
    ])
  })

  it.each([{}, { email: 'nobody' }, { email: 'a@b' }, { userId: ' ' }, null])(
    'is refused with a warning: %j',
    async (user) => {
      const tracker = create()
      tracker.identify(user as never)
      expect(await flushed(tracker)).toEqual([])
      expect(warn).toHaveBeenCalled()
    },
  )

  it('setUser records only news, on later pages too', async () => {
    const user = { userId: '7', traits: { plan: 'pro' } }
    const first = create()
    first.setUser(user)
    first.setUser(user)
    await first.shutdown()
    const second = create()
    second.setUser(user)
    second.setUser({ ...user, traits: { plan: 'team' } })
    const events = await flushed(second)
    expect(events.map(({ traits }) => traits)).toEqual([{ plan: 'pro' }, { plan: 'team' }])
  })
})

describe('sessions', () => {
  it('end after 30 minutes without activity', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const tracker = create()
    tracker.track('a')
    vi.setSystemTime(Date.now() + 29 * 60_000)
    tracker.track('b')
    vi.setSystemTime(Date.now() + 31 * 60_000)
    tracker.track('c')
    await tracker.flush()
    vi.useRealTimers()
    expect(batches.map(({ events }) => events.map(({ eventName }) => eventName))).toEqual([['a', 'b'], ['c']])
    expect(batches[0]!.sessionId).not.toBe(batches[1]!.sessionId)
    expect(batches[0]!.visitorId).toBe(batches[1]!.visitorId)
  })
})

describe('poisoned storage', () => {
  it.each(['', 'null', '{', 'not a uuid', '<script>'])('of %j does no harm', async (poison) => {
    for (const key of ['svc_visitor_id', 'svc_session', 'svc_user', 'svc_bookings', 'svc_lease'])
      localStorage.setItem(key, poison)
    const tracker = create()
    tracker.track('a')
    await tracker.flush()
    const [batch] = batches
    expect(batch!.visitorId).toMatch(/^[\da-f-]{36}$/)
    expect(batch!.sessionId).toMatch(/^[\da-f-]{36}$/)
    expect(batch!.userIdentity).toEqual({})
  })
})

describe('switching off', () => {
  it('disableTracking sends what waits, then records nothing, and enableTracking goes on', async () => {
    const tracker = create()
    tracker.track('a')
    await tracker.disableTracking()
    tracker.track('b')
    expect(tracker.isTrackingEnabled()).toBe(false)
    expect(tracker.getVisitorId()).toBeNull()
    tracker.enableTracking()
    tracker.track('c')
    expect((await flushed(tracker)).map(({ eventName }) => eventName)).toEqual(['a', 'c'])
  })

  it('a decision made in another tab counts here', async () => {
    const [here, there] = [create(), create()]
    await there.disableTracking()
    here.track('a')
    expect(await flushed(here)).toEqual([])
  })

  it('a missing public key is named in a warning, and every method is harmless', async () => {
    const tracker = create({ publicKey: '' })
    expect(warn).toHaveBeenCalledWith('[svc]', expect.stringContaining('publicKey'))
    tracker.track('a')
    tracker.identify({ userId: '1' })
    tracker.enableTracking()
    await tracker.flush()
    expect(batches).toEqual([])
  })

  it('a flush that is still due when the tracker has ended needs no page', async () => {
    const tracker = create()
    await tracker.shutdown()
    for (const name of ['navigator', 'localStorage', 'document']) vi.stubGlobal(name, undefined)
    await expect(tracker.flush()).resolves.toBeUndefined()
  })

  it('on a server nothing runs, whether or not it has a navigator', () => {
    vi.stubGlobal('window', undefined)
    vi.stubGlobal('navigator', undefined)
    const tracker = createTracker({ publicKey: 'pk_test' })
    expect(tracker.isTrackingEnabled()).toBe(false)
  })
})
