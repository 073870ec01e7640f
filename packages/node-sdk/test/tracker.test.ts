import { afterEach, beforeEach, expect, test } from 'vitest'
import { Tracker, type DroppedEvent, type TrackerOptions } from '../src/track.ts'
import { answer, startIngestServer, store, type IngestServer } from './support/ingest-server.ts'

let server: IngestServer
let warnings: string[]
let dropped: DroppedEvent[]
const trackers: Tracker[] = []

beforeEach(async () => {
  server = await startIngestServer()
  warnings = []
  dropped = []
})

afterEach(async () => {
  server.fault = null
  await Promise.all(trackers.splice(0).map((tracker) => tracker.shutdown({ timeoutMs: 1 })))
  await server.close()
})

function createTracker(options: TrackerOptions = {}): Tracker {
  const tracker = new Tracker({
    publicKey: 'pk_test',
    baseUrl: server.baseUrl,
    flushOnExit: false,
    warn: (message) => warnings.push(message),
    onDrop: (event) => dropped.push(event),
    ...options,
  })
  trackers.push(tracker)
  return tracker
}

function trackMany(tracker: Tracker, count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    tracker.track({ eventName: 'Ordered', userId: `u-${index}`, properties: { index } }),
  )
}

test('a tracked event arrives with its uuid, its identity and its properties', async () => {
  const tracker = createTracker()
  const uuid = tracker.track({
    eventName: 'Plan upgraded',
    email: ' jane@acme.com ',
    userId: 'u-17',
    properties: { plan: 'team', seats: 5, trial: false, coupon: null, at: new Date(0) },
    timestamp: 1_700_000_000_000,
  })
  const report = await tracker.flush()
  expect(report).toEqual({ recorded: 1, acknowledged: 1, waiting: 0, dropped: 0, spooled: 0 })
  expect(server.batches[0]).toMatchObject({ path: '/api/i/v1/pk_test/events', source: 'server' })
  expect(server.stored.get(uuid)).toEqual({
    type: 'custom',
    uuid,
    timestamp: 1_700_000_000_000,
    url: 'server://jane@acme.com',
    path: '/',
    email: 'jane@acme.com',
    userId: 'u-17',
    eventName: 'Plan upgraded',
    properties: { plan: 'team', seats: 5, trial: false, coupon: null, at: '1970-01-01T00:00:00.000Z' },
  })
  expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})

test('identify arrives with traits of the person and of the account', async () => {
  const tracker = createTracker()
  const uuid = tracker.identify({
    userId: 'u-17',
    traits: { role: 'admin' },
    customerId: 'acme',
    customerTraits: { plan: 'team' },
  })
  await tracker.flush()
  expect(server.stored.get(uuid)).toMatchObject({
    type: 'identify',
    url: 'server://u-17',
    userId: 'u-17',
    customerId: 'acme',
    traits: { role: 'admin' },
    customerTraits: { plan: 'team' },
  })
})

test.each([100, 101, 20_000])('a burst of %i events is stored exactly once', async (count) => {
  const tracker = createTracker()
  const uuids = trackMany(tracker, count)
  await tracker.flush()
  expect(new Set(uuids).size).toBe(count)
  expect([...server.stored.keys()].sort()).toEqual(uuids.sort())
  expect(server.duplicates).toBe(0)
  expect(Math.max(...server.batches.map((batch) => batch.events.length))).toBeLessThanOrEqual(100)
})

test('a batch stays under the size limit of the API', async () => {
  const tracker = createTracker()
  const text = 'é'.repeat(15_000)
  for (let index = 0; index < 100; index++) {
    tracker.track({ eventName: 'Imported', userId: `u-${index}`, properties: { text } })
  }
  await tracker.flush()
  expect(server.stored.size).toBe(100)
  expect(Math.max(...server.batches.map((batch) => batch.bytes))).toBeLessThanOrEqual(1_048_576)
})

test('a full batch goes at once, a smaller one when the flush interval has passed', async () => {
  const tracker = createTracker({ flushIntervalMs: 50 })
  trackMany(tracker, 100)
  await server.until(({ stored }) => stored.size === 100)
  trackMany(tracker, 3)
  await server.until(({ stored }) => stored.size === 103)
  expect(server.batches.map((batch) => batch.events.length)).toEqual([100, 3])
})

test('events refused by index are reported with the reason, the others are stored', async () => {
  const tracker = createTracker()
  const uuids = trackMany(tracker, 3)
  server.fault = ({ events }, response) => {
    store(
      server,
      events.filter((_, index) => index !== 1),
    )
    return answer(response, 207, { success: false, processed: 2, errors: [{ index: 1, message: 'Invalid' }] })
  }
  const report = await tracker.flush()
  expect(report).toMatchObject({ acknowledged: 2, dropped: 1, waiting: 0 })
  expect(dropped).toMatchObject([{ reason: 'refused', message: 'Invalid', event: { uuid: uuids[1] } }])
})

test.each([
  ['200 with HTML', 200, '<html>Welcome to the hotel</html>'],
  ['200 that confirms fewer events than were sent', 200, { success: true, processed: 1 }],
  [
    '207 with an index beyond the batch',
    207,
    { success: false, processed: 2, errors: [{ index: 7, message: 'x' }] },
  ],
  [
    '207 that leaves an event unmentioned',
    207,
    { success: false, processed: 1, errors: [{ index: 0, message: 'x' }] },
  ],
  ['500', 500, { error: 'Internal server error' }],
  ['503', 503, { error: 'away' }],
  ['429 without Retry-After', 429, { error: 'slow down' }],
])('%s is no success: the same events are sent again with the same uuids', async (_, status, body) => {
  const tracker = createTracker()
  const uuids = trackMany(tracker, 3)
  server.fault = (_batch, response) => {
    server.fault = null
    if (typeof body === 'string') {
      response.writeHead(status, { 'content-type': 'text/html' }).end(body)
      return 'answered'
    }
    return answer(response, status, body)
  }
  expect(await tracker.flush()).toMatchObject({ acknowledged: 3, waiting: 0 })
  expect(server.batches.map(({ events }) => events.map(({ uuid }) => uuid))).toEqual([uuids, uuids])
  expect(warnings).toHaveLength(1)
  expect(warnings[0]).toContain("can't deliver")
})

test('a connection reset after acceptance stores nothing twice', async () => {
  const tracker = createTracker()
  trackMany(tracker, 50)
  server.fault = ({ events }, response) => {
    server.fault = null
    store(server, events)
    response.destroy()
    return 'answered'
  }
  expect(await tracker.flush()).toMatchObject({ acknowledged: 50 })
  expect(server.stored.size).toBe(50)
  expect(server.duplicates).toBe(50)
})

test('an answer whose body stalls is given up at the deadline and tried again', async () => {
  const tracker = createTracker({ timeoutMs: 100 })
  trackMany(tracker, 2)
  server.fault = (_, response) => {
    server.fault = null
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write('{"success":')
    return 'answered'
  }
  expect(await tracker.flush()).toMatchObject({ acknowledged: 2 })
  expect(warnings[0]).toContain('no whole answer within 100 ms')
})

test('Retry-After is kept to, also by a flush', async () => {
  const tracker = createTracker()
  trackMany(tracker, 2)
  let refusedAt = 0
  server.fault = (_, response) => {
    server.fault = null
    refusedAt = Date.now()
    return answer(response, 429, { error: 'slow down' }, { 'retry-after': '1' })
  }
  await server.until(({ batches }) => {
    void tracker.flush()
    return batches.length === 2
  })
  expect(Date.now() - refusedAt).toBeGreaterThanOrEqual(990)
})

test.each([401, 403, 404, 302])(
  'a %i keeps the events until the configuration is corrected',
  async (status) => {
    const tracker = createTracker()
    trackMany(tracker, 2)
    server.fault = (_, response) => answer(response, status, { error: 'No' }, { location: '/elsewhere' })
    expect(await tracker.flush({ timeoutMs: 100 })).toMatchObject({ waiting: 2, dropped: 0 })
    server.fault = null
    expect(await tracker.flush()).toMatchObject({ waiting: 0, acknowledged: 2 })
  },
)

test.each([
  [400, 'refused'],
  [413, 'too-large'],
])('a %i is split until the culprit stands alone', async (status, reason) => {
  const tracker = createTracker()
  const uuids = trackMany(tracker, 100)
  const culprit = uuids[37]
  server.fault = ({ events }, response) =>
    events.some(({ uuid }) => uuid === culprit) ? answer(response, status, { message: 'bad' }) : undefined
  expect(await tracker.flush()).toMatchObject({ acknowledged: 99, dropped: 1 })
  expect(dropped).toMatchObject([{ reason, event: { uuid: culprit } }])
})

test('a queue that is full reports what it drops', () => {
  const tracker = createTracker({ maxQueueSize: 2, flushIntervalMs: 60_000 })
  const uuids = trackMany(tracker, 3)
  expect(tracker.queueSize).toBe(2)
  expect(dropped).toMatchObject([{ reason: 'queue-full', event: { uuid: uuids[2] } }])
})

test('shutdown reports what the server never answered for, and takes nothing more', async () => {
  const tracker = createTracker({ timeoutMs: 50 })
  trackMany(tracker, 2)
  server.fault = () => 'answered'
  const report = await tracker.shutdown({ timeoutMs: 100 })
  expect(report).toMatchObject({ recorded: 2, acknowledged: 0, dropped: 2, waiting: 0 })
  expect(dropped.map(({ reason }) => reason)).toEqual(['shutdown', 'shutdown'])
  tracker.track({ eventName: 'Late', userId: 'u' })
  expect(dropped.at(-1)).toMatchObject({ reason: 'shutdown', event: { eventName: 'Late' } })
  expect(dropped.at(-1)?.message).toContain('after shutdown')
  expect(await tracker.shutdown()).toBe(report)
})

test('values that cannot be sent are skipped and named, the event goes', async () => {
  const tracker = createTracker()
  const circular: Record<string, unknown> = {
    kept: 'yes',
    big: 10n,
    far: Infinity,
    call: () => 0,
    gone: undefined,
  }
  circular.self = circular
  Object.defineProperty(circular, 'broken', {
    enumerable: true,
    get() {
      throw new Error('no')
    },
  })
  const uuid = tracker.track({ eventName: 'Odd', userId: 'u', properties: circular as never })
  await tracker.flush()
  expect(server.stored.get(uuid)?.properties).toEqual({ kept: 'yes' })
  expect(warnings[0]).toContain(
    'properties.big, properties.far, properties.call, properties.self, properties.broken',
  )
})

test('an event is what it was at the call', async () => {
  const tracker = createTracker()
  const properties = { plan: 'team' }
  const uuid = tracker.track({ eventName: 'Bought', userId: 'u', properties })
  properties.plan = 'free'
  await tracker.flush()
  expect(server.stored.get(uuid)?.properties).toEqual({ plan: 'team' })
})

test.each([
  [{ eventName: ' ', userId: 'u' }, 'eventName is required'],
  [{ userId: 'u' }, 'eventName is required'],
  [{ eventName: 'Bought' }, 'give email, userId, customerId or fingerprint'],
  [{ eventName: 'Bought', userId: ' ' }, 'give email, userId, customerId or fingerprint'],
  [{ eventName: 'Bought', userId: {} }, 'userId must be a string, not object'],
  [{ eventName: 'Bought', userId: 'u', timestamp: new Date(Number.NaN) }, 'timestamp must be'],
  [{ eventName: 'Bought', userId: 'u', uuid: 1n }, 'BigInt'],
  [null, 'track needs an object'],
  ['Bought', 'track needs an object'],
])('track never throws: %o is reported with its fault', async (input, message) => {
  const tracker = createTracker()
  expect(tracker.track(input as never)).toMatch(/^[\w-]{36}$/)
  expect(dropped).toMatchObject([{ reason: 'invalid', message: expect.stringContaining(message) as string }])
  expect(await tracker.flush()).toMatchObject({ recorded: 1, dropped: 1, waiting: 0, acknowledged: 0 })
})

test('without onDrop, each fault of a call is one warning that names the remedy', () => {
  const tracker = createTracker({ onDrop: undefined })
  for (let index = 0; index < 3; index++) {
    tracker.track({ eventName: 'Bought' } as never)
    tracker.identify({ fingerprint: 'f' } as never)
  }
  expect(warnings).toEqual([
    'customer-intel: dropped an event (invalid): track needs to know whom it is about: give email, userId, customerId or fingerprint',
    'customer-intel: dropped an event (invalid): identify needs to know who it is: give email or userId',
  ])
})

test('a waitUntil that throws stops nothing', async () => {
  const waitUntil = () => {
    throw new TypeError('Illegal invocation')
  }
  const tracker = createTracker({ waitUntil })
  trackMany(tracker, 1)
  expect(await tracker.shutdown()).toMatchObject({ acknowledged: 1 })
  expect(warnings).toEqual(['customer-intel: waitUntil threw: Illegal invocation'])
})

interface SaidByInterface {
  Bought: { plan: string }
}

test('what is missing does not compile, where types can tell', () => {
  // Never called: these lines have to compile, and the marked ones must not.
  const check = (
    tracker: Tracker,
    typed: Tracker<{ Bought: { plan: string; seats?: number }; Left: {} }>,
    said: Tracker<SaidByInterface>,
  ) => {
    said.track({ eventName: 'Bought', userId: 'u', properties: { plan: 'team' } })
    // @ts-expect-error -- plan is needed
    said.track({ eventName: 'Bought', userId: 'u' })
    tracker.track({ eventName: 'Bought', customerId: 'acme' })
    tracker.identify({ userId: 'u', email: 'jane@acme.com' })
    typed.track({ eventName: 'Bought', userId: 'u', properties: { plan: 'team' } })
    typed.track({ eventName: 'Left', userId: 'u' })
    // @ts-expect-error -- nobody is named
    tracker.track({ eventName: 'Bought' })
    // @ts-expect-error -- a fingerprint says nothing of who it is
    tracker.identify({ fingerprint: 'f' })
    // @ts-expect-error -- there is no event name
    tracker.track({ userId: 'u' })
    // @ts-expect-error -- the event has a property that it needs
    typed.track({ eventName: 'Bought', userId: 'u' })
    // @ts-expect-error -- plan is needed
    typed.track({ eventName: 'Bought', userId: 'u', properties: { seats: 2 } })
    // @ts-expect-error -- there is no such event
    typed.track({ eventName: 'Baught', userId: 'u' })
  }
  expect(check).toBeTypeOf('function')
})

test('an onDrop or a warn that throws stops nothing', async () => {
  const tracker = createTracker({
    maxQueueSize: 1,
    onDrop() {
      throw new Error('mine')
    },
  })
  trackMany(tracker, 2)
  expect(await tracker.flush()).toMatchObject({ acknowledged: 1, dropped: 1 })
  expect(warnings).toEqual(['customer-intel: onDrop threw: mine'])
})

test('the serverless mode sends when it is flushed, and an edge runtime is kept awake', async () => {
  const deliveries: Promise<unknown>[] = []
  const tracker = createTracker({ serverless: true, waitUntil: (delivery) => deliveries.push(delivery) })
  trackMany(tracker, 3)
  expect(deliveries).toHaveLength(1)
  await deliveries[0]
  expect(server.stored.size).toBe(3)
})

test('an API key is sent where the server asks backends for one', async () => {
  const tracker = createTracker({ apiKey: 'ok_secret' })
  trackMany(tracker, 1)
  await tracker.flush()
  expect(server.batches[0]?.headers.authorization).toBe('Bearer ok_secret')
})

test.each([
  [{ publicKey: '' }, 'publicKey is required'],
  [{ baseUrl: 'intel.example.com' }, 'baseUrl must be'],
  [{ maxBatchSize: 0 }, 'maxBatchSize must be'],
])('a wrong option is named: %j', (options, message) => {
  expect(() => createTracker(options)).toThrow(message)
})
