import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { getRoute, type LiveEvent } from '@customer-intel/contract'
import * as v from 'valibot'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { CustomerIntel } from '../../../node-sdk/src/index.ts'
import { memoryStore } from '../../src/drivers/memory/memory-store.ts'
import { generateApiKey, toApiKey } from '../../src/organizations/api-keys.ts'
import { heldReadModels } from '../support/held-read-models.ts'
import { openTestServer, type TestServer } from '../support/test-server.ts'

const held = heldReadModels()
let test: TestServer
let baseUrl: string
beforeAll(async () => {
  test = await openTestServer({ store: memoryStore(), openReadModels: held.open })
  baseUrl = (await test.server.listen({ port: 0 })).url
})
afterAll(async () => {
  await test.close()
})

type Message = LiveEvent & { id: string }

/** A follower by the SDK, over a socket: what came is kept until it is taken. */
function follow(query: object = {}) {
  const abort = new AbortController()
  const came: Message[] = []
  let wake = (): void => undefined
  const client = new CustomerIntel({ apiKey: test.apiKey, baseUrl })
  const ended = (async () => {
    for await (const message of client.events.stream(query, { signal: abort.signal })) {
      v.parse(getRoute('streamEvents').responses[200] as v.GenericSchema, message)
      came.push(message as Message)
      wake()
    }
  })().catch((error: unknown) => error)
  const until = async (isThere: (all: Message[]) => boolean): Promise<Message[]> => {
    while (!isThere(came)) await new Promise<void>((resolve) => (wake = resolve))
    return came
  }
  const follower = { came, until, ended, end: () => abort.abort(new Error('enough')) }
  followers.push(follower)
  return follower
}
const followers: { end(): void; ended: Promise<unknown> }[] = []
afterEach(async () => {
  held.release()
  for (const follower of followers) follower.end()
  await Promise.all(followers.splice(0).map(({ ended }) => ended))
})

/** A follower that misses nothing from here on: the lag comes first. */
async function opened(query: object = {}) {
  const follower = follow(query)
  await follower.until((all) => all.length > 0)
  return follower
}
async function end(): Promise<string> {
  return ((await test.ask('GET', '/api/events')).body as { next: string }).next
}

const named = (eventName: string, uuid = randomUUID(), email = 'jane@acme.example') => ({
  type: 'custom',
  eventName,
  uuid,
  email,
  url: 'server://test',
  path: '/',
})
const send = (...events: object[]) => test.ingest({ source: 'server', events })
const ofType = <Type extends LiveEvent['type']>(all: Message[], type: Type) =>
  all.filter((one): one is Message & Extract<LiveEvent, { type: Type }> => one.type === type)

describe('GET /api/events/stream', () => {
  it('tells what is stored while the answers stand still, and whose it is once they go on', async () => {
    const live = await opened()
    held.hold()
    const uuid = randomUUID()
    await send({ ...named('First', uuid), properties: { plan: 'team' } })
    const [stored] = ofType(await live.until((all) => ofType(all, 'stored').length === 1), 'stored')
    expect(stored?.event).toMatchObject({
      uuid,
      eventName: 'First',
      eventType: 'CUSTOM_EVENT',
      source: 'server',
      properties: { plan: 'team' },
      stated: { email: 'jane@acme.example', userId: null, customerId: null, visitorId: null },
    })
    expect(ofType(live.came, 'read')).toEqual([])
    held.release()
    const [read] = ofType(await live.until((all) => ofType(all, 'read').length === 1), 'read')
    expect(read).toMatchObject({
      uuid,
      receivedAt: stored?.event.receivedAt,
      outcome: 'accepted',
      contact: { email: 'jane@acme.example' },
      customer: { domain: 'acme.example' },
    })
  })

  it('tells a repetition as such, and what was rejected with its reason', async () => {
    const live = await opened()
    const event = named('Repeated')
    await send(event)
    await send(event, event)
    await send({ ...named('Wrong'), path: 7 })
    const all = await live.until(
      (came) => ofType(came, 'read').length === 3 && ofType(came, 'rejected').length === 1,
    )
    expect(ofType(all, 'read').map(({ outcome }) => outcome)).toEqual(['accepted', 'duplicate', 'duplicate'])
    expect(ofType(all, 'rejected')[0]?.rejection).toMatchObject({ field: 'path', eventName: 'Wrong' })
  })

  it('goes on after a message: what was stored isn’t told again, and what wasn’t read is', async () => {
    const live = await opened()
    held.hold()
    const uuids = Array.from({ length: 5 }, () => randomUUID())
    await send(...uuids.map((uuid) => named('Batch', uuid)))
    const stored = ofType(await live.until((all) => ofType(all, 'stored').length === 5), 'stored')
    live.end()
    const next = follow({ after: stored[1]!.id })
    const last = randomUUID()
    await send(named('Later', last))
    held.release()
    const all = await next.until((came) => ofType(came, 'read').length === 6)
    expect(ofType(all, 'stored').map(({ event }) => event.uuid)).toEqual([...uuids.slice(2), last])
    expect(ofType(all, 'read').map(({ uuid }) => uuid)).toEqual([...uuids, last])
    const page = await test.ask('GET', `/api/events?after=${encodeURIComponent(stored[1]!.id)}`)
    expect(page.body.events.map(({ uuid }: { uuid: string }) => uuid)).toEqual([...uuids.slice(2), last])
  })

  it('tells what fits alone: by status, type, name, person and customer', async () => {
    const uuids = { jane: randomUUID(), joe: randomUUID(), other: randomUUID() }
    const lives = {
      rejected: await opened({ status: 'rejected' }),
      duplicate: await opened({ status: 'duplicate' }),
      name: await opened({ eventName: 'Wanted, too,Wanted' }),
      type: await opened({ eventType: 'PAGE_VIEW' }),
      person: await opened({ person: 'Jane@acme.example' }),
      customer: await opened({ customer: 'globex.example' }),
    }
    await send(
      named('Wanted', uuids.jane),
      named('Unwanted', uuids.joe, 'joe@globex.example'),
      named('Unwanted', uuids.jane),
      { ...named('Wanted'), path: 7 },
    )
    const ends = randomUUID()
    const last = { ...named('Wanted', ends, 'joe@globex.example'), type: 'custom' }
    await send(last)
    await send(last)
    await test.ingest({
      visitorId: randomUUID(),
      userIdentity: { email: 'jane@acme.example' },
      events: [{ type: 'pageview', url: 'https://a.example/', path: '/', uuid: uuids.other }],
    })
    const told = async (live: (typeof lives)['name'], count: number) => {
      const all = await live.until(
        (came) => ofType(came, 'stored').length + ofType(came, 'rejected').length >= count,
      )
      return all
        .flatMap((one) =>
          one.type === 'stored' ? [one.event.uuid] : one.type === 'rejected' ? ['rejected'] : [],
        )
        .toSorted()
    }
    expect(await told(lives.rejected, 1)).toEqual(['rejected'])
    expect(await told(lives.duplicate, 2)).toEqual([uuids.jane, ends].toSorted())
    expect(await told(lives.name, 4)).toEqual([uuids.jane, ends, ends, 'rejected'].toSorted())
    expect(await told(lives.type, 1)).toEqual([uuids.other])
    expect(await told(lives.person, 2)).toEqual([uuids.jane, uuids.other].toSorted())
    expect(await told(lives.customer, 2)).toEqual([uuids.joe, ends].toSorted())
  })

  it('keeps a reader who is too slow from the past, says how much was skipped, and where it is', async () => {
    const from = await end()
    const properties = Object.fromEntries(
      Array.from({ length: 28 }, (_, index) => [`p${index}`, 'x'.repeat(30_000)]),
    )
    for (let count = 0; count < 11; count++) await send({ ...named(`Large ${count}`), properties })
    const live = follow({ after: from })
    const all = await live.until((came) =>
      ofType(came, 'stored').some(({ event }) => event.eventName === 'Large 10'),
    )
    const [gap] = ofType(all, 'gap')
    expect(gap).toMatchObject({ after: from })
    expect(gap!.skipped! + ofType(all, 'stored').length).toBe(11)
    const missed = await test.ask('GET', `/api/events?after=${encodeURIComponent(gap!.after!)}`)
    expect(missed.body.events[0]).toMatchObject({ eventName: 'Large 0' })
  })

  it('is text that proxies pass on, and ends with the key, the server and the reader', async () => {
    const key = generateApiKey()
    const now = Date.now()
    await test.workspace.updateDocument(({ apiKeys }) => {
      apiKeys.push(toApiKey(key, { name: 'Short', grants: ['customer_intelligence:read'], now }))
    })
    const abort = new AbortController()
    const response = await fetch(`${baseUrl}/api/events/stream`, {
      headers: { authorization: `Bearer ${key}` },
      signal: abort.signal,
    })
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
    expect((await reader.read()).value).toMatch(/^: follows events\n\n/)
    // Without the grant, rejections stay out.
    await send({ ...named('Wrong'), path: 7 }, named('Right'))
    let text = ''
    while (!text.includes('Right')) text += (await reader.read()).value
    expect(text).not.toContain('rejected')
    expect(text).toMatch(/^id: [\w-]+\nevent: stored\ndata: \{"type":"stored",/m)
    await test.workspace.updateDocument((document) => {
      document.apiKeys = document.apiKeys.filter(({ name }) => name !== 'Short')
    })
    while (!(await reader.read()).done) text = ''
    expect(
      await fetch(`${baseUrl}/api/events/stream`, {
        method: 'HEAD',
        headers: { authorization: `Bearer ${test.apiKey}` },
      }),
    ).toMatchObject({ status: 200 })
    const other = await openTestServer({ store: memoryStore() })
    const { url } = await other.server.listen({ port: 0 })
    const open = await fetch(`${url}/api/events/stream`, {
      headers: { authorization: `Bearer ${other.apiKey}` },
    })
    const begun = performance.now()
    await Promise.all([other.close(), open.text()])
    expect(performance.now() - begun).toBeLessThan(5_000)
  })

  it.each([
    ['?after=WzAsIiIsIngiXQ', 400],
    ['?status=nonsense', 400],
    ['?person=%20', 400],
  ])('answers %s with a %i', async (query, status) => {
    const response = await test.server.fetch(
      new Request(`http://localhost/api/events/stream${query}`, {
        headers: { authorization: `Bearer ${test.apiKey}` },
      }),
    )
    expect(response.status).toBe(status)
    expect(await response.json()).toHaveProperty('error')
  })

  it('needs a key with the grant, and there are as many as may be', async () => {
    const key = generateApiKey()
    await test.workspace.updateDocument(({ apiKeys }) => {
      apiKeys.push(toApiKey(key, { name: 'Test', grants: ['analytics:read'], now: Date.now() }))
    })
    const open = (bearer: string) =>
      test.server.fetch(
        new Request('http://localhost/api/events/stream', { headers: { authorization: `Bearer ${bearer}` } }),
      )
    expect((await open(key)).status).toBe(403)
    expect((await open('ok_none')).status).toBe(401)
    const streams = await Promise.all(Array.from({ length: 101 }, () => open(test.apiKey)))
    expect(streams.filter(({ status }) => status === 429)).toHaveLength(1)
    for (const { body } of streams) await body?.cancel()
    // Those that are gone make room.
    const again = await open(test.apiKey)
    expect(again.status).toBe(200)
    await again.body?.cancel()
  })
})

describe('GET /api/events?unread=true', () => {
  it('answers from the log while the answers stand still', async () => {
    const from = encodeURIComponent(await end())
    held.hold()
    await send(named('Unread'))
    const waiting = await test.ask('GET', `/api/events?after=${from}&waitSeconds=25&unread=true`)
    expect(waiting.body.events).toMatchObject([
      { eventName: 'Unread', contact: null, customer: null, read: false },
    ])
    held.release()
    await sleep(0)
    await test.workspace.readModels.exact()
    const read = await test.ask('GET', `/api/events?after=${from}&unread=true`)
    expect(read.body.events).toMatchObject([{ contact: { email: 'jane@acme.example' } }])
    expect(read.body.events[0]).not.toHaveProperty('read')
  })
})
