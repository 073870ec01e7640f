import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openOutbox } from '../src/delivery/outbox.ts'
import { listKeys, remove, setMemoryOnly } from '../src/storage/storage.ts'
import { createUuid } from '../src/uuid.ts'

interface Request {
  visitorId: string
  /** The sender's clock. */
  sentAt?: number
  events: { uuid: string; bad?: boolean }[]
}

/** A service as strict as the real one: what it stored, and what it was asked. */
const service = () => {
  const stored: string[] = []
  const requests: (Request & { init: RequestInit })[] = []
  const take = (init: RequestInit) => {
    const request = JSON.parse(init.body as string) as Request
    requests.push({ ...request, init })
    return request
  }
  const store = ({ events }: Request) => {
    for (const { uuid } of events) if (!stored.includes(uuid)) stored.push(uuid)
    return Response.json({ success: true, processed: events.length })
  }
  return { stored, requests, take, store }
}

let warn: ReturnType<typeof vi.spyOn>
beforeEach(() => {
  vi.useFakeTimers()
  warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const envelope = (visitorId = 'v') => ({ visitorId, source: 'client' })

const open = (answer: (init: RequestInit) => Response | Promise<Response>) => {
  const fetch = vi.fn(async (_url: string, init: RequestInit) => answer(init))
  vi.stubGlobal('fetch', fetch)
  vi.stubGlobal('origin', 'https://site.test')
  setMemoryOnly(true)
  for (const key of listKeys('')) remove(key)
  const outbox = openOutbox('https://x.test/events', 5000, () => true)
  const add = (fields: object = {}, head = envelope()) => {
    const uuid = createUuid()
    outbox.add(head, { uuid, ...fields })
    return uuid
  }
  return { outbox, add, fetch }
}

const unavailable = () => new Response('', { status: 500 })

describe('the outbox', () => {
  it('deletes what the service acknowledges', async () => {
    const { stored, take, store } = service()
    const { outbox, add } = open((init) => store(take(init)))
    const uuids = [add(), add(), add()]
    await outbox.flush()
    expect(stored).toEqual(uuids)
    expect(outbox.stats()).toEqual({ recorded: 3, acknowledged: 3, waiting: 0, dropped: 0 })
  })

  it.each([
    ['a 500', () => new Response('', { status: 500 })],
    ['a page that calls itself 200', () => new Response('<h1>Sign in to this network</h1>')],
    ['a 400 that isn’t the service’s', () => new Response('Bad request', { status: 400 })],
    ['JSON that says nothing', () => Response.json({})],
    ['null', () => Response.json(null)],
    ['a broken connection', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['a refused origin', () => Response.json({ success: false, processed: 0 }, { status: 403 })],
  ])('keeps everything after %s', async (_what, answer) => {
    const { outbox, add } = open(answer)
    add()
    await outbox.flush()
    expect(outbox.stats()).toMatchObject({ acknowledged: 0, waiting: 1, dropped: 0 })
  })

  it('says with each attempt when that is made, and stores nothing of it', async () => {
    const { requests, take, store } = service()
    let isUp = false
    const { outbox, add } = open((init) => {
      const answer = store(take(init))
      return isUp ? answer : unavailable()
    })
    const left: Request[] = []
    vi.stubGlobal('fetchLater', (_url: string, { body }: RequestInit) => {
      left.push(JSON.parse(body as string) as Request)
    })
    const start = Date.now()
    add()
    await outbox.flush()
    vi.setSystemTime(start + 3_600_000)
    isUp = true
    outbox.flushNow()
    await vi.waitFor(() => expect(outbox.stats().waiting).toBe(0))
    expect(requests.map(({ sentAt }) => sentAt! - start)).toEqual([0, 3_600_000])
    // The browser sends it later, nobody knows when.
    expect(left.length).toBeGreaterThan(0)
    for (const request of left) expect(request).not.toHaveProperty('sentAt')
  })

  it('drops with a warning what a 207 refuses, by its index, and nothing else', async () => {
    const { outbox, add } = open(() =>
      Response.json(
        { success: false, processed: 2, errors: [{ index: 1, message: 'no such type' }] },
        { status: 207 },
      ),
    )
    add()
    add()
    add()
    await outbox.flush()
    expect(outbox.stats()).toEqual({ recorded: 3, acknowledged: 2, waiting: 0, dropped: 1 })
    expect(warn).toHaveBeenCalledWith('[svc]', 'dropped:', 'no such type')
  })

  it.each([400, 413])(
    'finds the event that makes a batch a %s by halving, and delivers all others',
    async (status) => {
      const { stored, requests, take, store } = service()
      const { outbox, add } = open((init) => {
        const request = take(init)
        return request.events.some(({ bad }) => bad)
          ? Response.json({ success: false }, { status })
          : store(request)
      })
      const uuids = Array.from({ length: 100 }, (_, at) => add(at === 63 ? { bad: true } : {}))
      await outbox.flush()
      expect(stored.toSorted()).toEqual(uuids.filter((_, at) => at !== 63).toSorted())
      expect(outbox.stats()).toMatchObject({ acknowledged: 99, waiting: 0, dropped: 1 })
      expect(requests.length).toBeLessThan(30)
    },
  )

  it('sends at most 100 events and 60 KB at once, each batch under the identity its events were recorded with', async () => {
    const { requests, take, store } = service()
    const { outbox, add } = open((init) => store(take(init)))
    for (let n = 0; n < 150; n++) add({}, envelope('one'))
    for (let n = 0; n < 5; n++) add({ text: 'é'.repeat(10_000) }, envelope('two'))
    add({}, envelope('one'))
    await outbox.flush()
    const sizes = requests.map(({ visitorId, events }) => `${visitorId} ${events.length}`)
    // The first ten don't wait for the others.
    expect(sizes).toEqual([
      'one 10',
      'one 100',
      'one 40',
      'two 1',
      'two 1',
      'two 1',
      'two 1',
      'two 1',
      'one 1',
    ])
    expect(requests.every(({ init }) => init.keepalive && init.credentials === 'omit')).toBe(true)
  })

  it('sends an event that is too large for keepalive by a plain request', async () => {
    const { requests, take, store } = service()
    const { outbox, add } = open((init) => store(take(init)))
    add({ text: 'x'.repeat(100_000) })
    await outbox.flush()
    expect(requests[0]!.init.keepalive).toBe(false)
  })

  it('waits as long as Retry-After says, also when the page is hidden', async () => {
    let answer = () => new Response('', { status: 429, headers: { 'Retry-After': '7' } })
    const { take, store } = service()
    const { outbox, add, fetch } = open((init) => (take(init), answer()))
    add()
    await outbox.flush()
    answer = () => store({ visitorId: 'v', events: [] })
    outbox.flushNow()
    await vi.advanceTimersByTimeAsync(6900)
    expect(fetch).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(200)
    expect(fetch).toHaveBeenCalledTimes(2)
    expect(outbox.stats().waiting).toBe(0)
  })

  it('backs off further with every failure, up to five minutes', async () => {
    const { outbox, add, fetch } = open(unavailable)
    add()
    await outbox.flush()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(fetch.mock.calls.length).toBeLessThan(12)
    await vi.advanceTimersByTimeAsync(3_600_000)
    const calls = fetch.mock.calls.length
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(fetch.mock.calls.length - calls).toBeLessThanOrEqual(24)
    expect(fetch.mock.calls.length - calls).toBeGreaterThanOrEqual(11)
  })

  it('tries once more when the page is hidden during a backoff', async () => {
    const { outbox, add, fetch } = open(unavailable)
    add()
    await outbox.flush()
    outbox.flushNow()
    expect(fetch).toHaveBeenCalledTimes(2)
  })

  it('doesn’t send twice what is in flight', async () => {
    const { outbox, add, fetch } = open(() => new Promise<Response>(() => undefined))
    add()
    outbox.flushNow()
    outbox.flushNow()
    void outbox.flush()
    await vi.advanceTimersByTimeAsync(1)
    expect(fetch).toHaveBeenCalledTimes(1)
  })

  it('sends ten events without waiting for the interval', async () => {
    const { stored, take, store } = service()
    const { add } = open((init) => store(take(init)))
    for (let n = 0; n < 10; n++) add()
    await vi.advanceTimersByTimeAsync(1)
    expect(stored.length).toBe(10)
  })

  it('sends what a quiet page records without waiting for the interval, all of one moment together', async () => {
    const { requests, take, store } = service()
    const { add } = open((init) => store(take(init)))
    const sizes = () => requests.map(({ events }) => events.length)
    add()
    await vi.advanceTimersByTimeAsync(100)
    add()
    await vi.advanceTimersByTimeAsync(150)
    expect(sizes()).toEqual([2])
    await vi.advanceTimersByTimeAsync(1000)
    add()
    await vi.advanceTimersByTimeAsync(250)
    expect(sizes()).toEqual([2, 1])
  })

  it('keeps the interval while events keep coming, and lets none wait longer', async () => {
    const { requests, stored, take, store } = service()
    const { add } = open((init) => store(take(init)))
    const uuids: string[] = []
    for (let second = 0; second < 60; second++) {
      uuids.push(add())
      await vi.advanceTimersByTimeAsync(1000)
      // The interval is five seconds.
      expect(stored).toEqual(expect.arrayContaining(uuids.slice(0, -5)))
    }
    expect(requests.length).toBeLessThan(20)
    await vi.advanceTimersByTimeAsync(60_000)
    const before = requests.length
    add()
    await vi.advanceTimersByTimeAsync(250)
    expect(requests.length).toBe(before + 1)
  })

  it('lets an event wait for no more than the interval, however many batches went early', async () => {
    const { requests, take, store } = service()
    const { add } = open((init) => store(take(init)))
    // Ten events don't wait: three hundred of these batches are worth many intervals.
    for (let burst = 0; burst < 300; burst++) {
      for (let n = 0; n < 10; n++) add()
      await vi.advanceTimersByTimeAsync(10)
    }
    await vi.advanceTimersByTimeAsync(10_000)
    const before = requests.length
    add()
    await vi.advanceTimersByTimeAsync(5000)
    expect(requests.length).toBe(before + 1)
  })

  it('keeps the newest thousand events, and counts the rest as dropped', async () => {
    const { outbox, add } = open(unavailable)
    const uuids = Array.from({ length: 1100 }, () => add())
    // The first one began before the last event came.
    await outbox.flush()
    await outbox.flush()
    expect(outbox.stats()).toMatchObject({ recorded: 1100, waiting: 1000, dropped: 100 })
    expect(listKeys('svc_e:')).toEqual(uuids.slice(100).map((uuid) => `svc_e:https://x.test/events:${uuid}`))
  })

  it('keeps at most a million characters', async () => {
    const { outbox, add } = open(unavailable)
    for (let n = 0; n < 15; n++) add({ text: 'x'.repeat(100_000) })
    await outbox.flush()
    await outbox.flush()
    expect(outbox.stats()).toMatchObject({ waiting: 9, dropped: 6 })
  })

  it('says once why the service refuses the page, in the service’s words', async () => {
    const message = 'the origin https://site.test is not allowed; add it to SVC_ALLOWED_ORIGINS'
    const { outbox, add, fetch } = open(() =>
      Response.json({ success: false, processed: 0, message }, { status: 403 }),
    )
    add()
    await outbox.flush()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(fetch.mock.calls.length).toBeGreaterThan(2)
    expect(warn.mock.calls).toEqual([['[svc]', message, 403, 'https://x.test/events']])
  })

  it.each([
    ['a page that is not found', () => new Response('<h1>Not found</h1>', { status: 404 }), 404],
    ['a page for every address', () => new Response('<h1>Welcome</h1>'), 200],
    ['nothing at all', () => Promise.reject(new TypeError('Failed to fetch')), 0],
  ])('says once that something else answers at the address: %s', async (_what, answer, status) => {
    const { outbox, add } = open(answer)
    add()
    await outbox.flush()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(warn.mock.calls).toEqual([['[svc]', 'check apiHost', status, 'https://x.test/events']])
  })

  it('sends what an earlier page left, however long ago', async () => {
    const { stored, take, store } = service()
    const { add } = open((init) => store(take(init)))
    const left = add()
    vi.setSystemTime(Date.now() + 400 * 86_400_000)
    const next = openOutbox('https://x.test/events', 5000, () => true)
    await next.flush()
    expect(stored).toEqual([left])
    expect(next.stats()).toMatchObject({ acknowledged: 1, waiting: 0, dropped: 0 })
  })

  it('gives up no event of its own page because somebody set the clock', async () => {
    const { outbox, add } = open(unavailable)
    add()
    vi.setSystemTime(Date.now() + 3 * 365 * 86_400_000)
    add()
    await outbox.flush()
    expect(outbox.stats()).toMatchObject({ waiting: 2, dropped: 0 })
  })

  it('stores every event exactly once, whatever goes wrong in whatever order', async () => {
    const fault = fc.constantFrom('ok', '500', 'lost answer', 'network', '429', 'portal')
    await fc.assert(
      fc.asyncProperty(
        fc.array(fault, { maxLength: 12 }),
        fc.integer({ min: 1, max: 250 }),
        async (faults, count) => {
          const { stored, take, store } = service()
          const { outbox, add } = open((init) => {
            const request = take(init)
            const next = faults.shift() ?? 'ok'
            if (next === 'network') throw new TypeError('Failed to fetch')
            if (next === '500') return unavailable()
            if (next === '429') return new Response('', { status: 429, headers: { 'Retry-After': '3' } })
            if (next === 'portal') return new Response('<h1>')
            const answer = store(request)
            if (next === 'lost answer') throw new TypeError('Failed to fetch')
            return answer
          })
          const uuids = Array.from({ length: count }, () => add())
          await vi.advanceTimersByTimeAsync(3_600_000)
          expect(stored.toSorted()).toEqual(uuids.toSorted())
          expect(outbox.stats()).toMatchObject({ acknowledged: count, waiting: 0, dropped: 0 })
        },
      ),
      { numRuns: 30 },
    )
  })
})
