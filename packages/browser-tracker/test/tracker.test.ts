import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { TrackedEvent } from '../src/event.ts'
import type { TrackerOptions } from '../src/options.ts'
import { createTracker } from '../src/create-tracker.ts'
import type { Tracker } from '../src/tracker.ts'

interface Batch {
  visitorId: string
  sessionId: string
  userIdentity?: { userId?: string }
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
/** Whose each sent event is. */
const owners = () =>
  batches.flatMap(({ events, userIdentity, visitorId }) =>
    events.map(({ type, eventName }) => [eventName ?? type, userIdentity!.userId, visitorId]),
  )
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
      expect(warn).toHaveBeenCalledWith('[svc]', 'dropped: no scalar:', name)
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

  it('clearUser begins a new visitor and session, once; what was recorded before stays whose it was', async () => {
    const tracker = create()
    tracker.identify({ userId: '42' })
    tracker.track('hers')
    tracker.clearUser()
    tracker.clearUser()
    tracker.track('somebody’s')
    tracker.clearUser()
    tracker.track('the same one’s')
    await tracker.flush()
    const [hers, theirs] = [batches[0]!, batches.at(-1)!]
    expect(owners()).toEqual([
      ['identify', '42', hers.visitorId],
      ['hers', '42', hers.visitorId],
      ['somebody’s', undefined, theirs.visitorId],
      ['the same one’s', undefined, theirs.visitorId],
    ])
    expect(theirs.visitorId).not.toBe(hers.visitorId)
    expect(theirs.sessionId).not.toBe(hers.sessionId)
    expect(tracker.getVisitorId()).toBe(theirs.visitorId)
    expect(document.cookie).toContain(theirs.visitorId)
  })

  it('clearUser counts the page, and the time on it, for the visitor who saw it', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const tracker = create({ trackPageviews: true })
    tracker.identify({ userId: '42' })
    vi.advanceTimersByTime(3000)
    tracker.clearUser()
    tracker.track('later')
    await tracker.flush()
    vi.useRealTimers()
    expect(owners().map(([name, userId]) => [name, userId])).toEqual([
      ['identify', '42'],
      ['pageview', '42'],
      ['engagement', '42'],
      ['later', undefined],
    ])
  })

  it('clearUser keeps its place among the calls that wait for consent', async () => {
    const tracker = create({ autoTrack: false })
    tracker.identify({ userId: '42' })
    tracker.clearUser()
    tracker.track('somebody’s')
    tracker.enableTracking()
    await tracker.flush()
    expect(owners().map(([name, userId]) => [name, userId])).toEqual([
      ['identify', '42'],
      ['somebody’s', undefined],
    ])
    expect(batches.at(-1)!.visitorId).not.toBe(batches[0]!.visitorId)
  })

  it('setUser(null) is clearUser for a user whom the page stated', () => {
    const tracker = create()
    tracker.setUser({ email: 'ann@acme.example' })
    const visitorId = tracker.getVisitorId()
    tracker.setUser(null)
    expect(tracker.getVisitorId()).not.toBe(visitorId)
  })

  it('setUser(null) leaves a visitor whom only a form names, and clearUser doesn’t', () => {
    document.body.innerHTML =
      '<form><input name="email" autocomplete="username" value="ann@acme.example"></form>'
    const tracker = create()
    const visitorId = tracker.getVisitorId()
    document.querySelector('form')!.dispatchEvent(new Event('submit', { bubbles: true }))
    expect(localStorage.getItem('svc_user')).toContain('ann@acme.example')
    tracker.setUser(null)
    expect(tracker.getVisitorId()).toBe(visitorId)
    tracker.clearUser()
    expect(tracker.getVisitorId()).not.toBe(visitorId)
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
    for (const key of ['svc_visitor_id', 'svc_session', 'svc_user', 'svc_bookings'])
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

  it('enabled here after a no in another tab, it captures again', async () => {
    const [here, there] = [create({ trackOutboundLinks: true }), create()]
    await there.disableTracking()
    here.track('a')
    here.enableTracking()
    const link = document.createElement('a')
    link.href = 'https://other.example/'
    link.addEventListener('click', (event) => event.preventDefault())
    document.body.append(link)
    link.click()
    expect((await flushed(here)).map(({ eventName }) => eventName)).toEqual(['outbound_link_clicked'])
  })

  it('enabled again while it ends, it stays on', async () => {
    const tracker = create()
    const ending = tracker.disableTracking()
    tracker.enableTracking()
    await ending
    expect(tracker.isTrackingEnabled()).toBe(true)
    tracker.track('a')
    expect((await flushed(tracker)).map(({ eventName }) => eventName)).toEqual(['a'])
  })

  it.each([
    ['no key', { publicKey: '' }, /publicKey begins with pk_/],
    ['a tag’s empty key', { publicKey: true as never }, /publicKey begins with pk_/],
    ['a secret key', { publicKey: 'ok_secret' }, /publicKey begins with pk_: revoke any other/],
  ])('%s is told in one warning, and every method is harmless', async (_what, options, text) => {
    const tracker = create(options)
    expect(warn.mock.calls).toEqual([['[svc]', expect.stringMatching(text)]])
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
})

describe('the next page', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('sends what an earlier one left, though it records nothing itself', async () => {
    const earlier = create()
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
    earlier.track('left')
    await earlier.flush()
    const fetch = vi.fn(async () => Response.json({ success: true, processed: 1 }))
    vi.stubGlobal('fetch', fetch)
    const { createPageTracker } = await import('../src/tracker.ts')
    const next = createPageTracker({ publicKey: 'pk_test', trackPageviews: false, trackEngagement: false })
    expect(next.stats()).toMatchObject({ recorded: 0, waiting: 1 })
    await vi.advanceTimersByTimeAsync(300)
    expect(next.stats()).toMatchObject({ recorded: 0, acknowledged: 1, waiting: 0 })
  })

  it.each([Infinity, 2 ** 40, -5])('never spins, whatever the interval: %s', async (flushInterval) => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const timers = vi.spyOn(globalThis, 'setTimeout')
    const tracker = create({ flushInterval })
    tracker.track('a')
    await vi.advanceTimersByTimeAsync(10_000)
    tracker.track('b')
    await vi.advanceTimersByTimeAsync(10_000)
    expect(timers.mock.calls.length).toBeLessThan(200)
  })
})
