import { randomUUID } from 'node:crypto'
import { type FollowedEvents, getRoute } from '@customer-intel/contract'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { encodeRecord } from '../../src/kernel/log/record.ts'
import { generateApiKey, toApiKey } from '../../src/organizations/api-keys.ts'
import { memoryStore } from '../../src/drivers/memory/memory-store.ts'
import { openTestServer, type TestServer } from '../support/test-server.ts'

let test: TestServer
beforeAll(async () => {
  test = await openTestServer({ store: memoryStore() })
})
afterAll(async () => {
  await test.close()
})

function get(query: string, key = test.apiKey): Promise<Response> {
  return test.server.fetch(
    new Request(`http://localhost/api/events${query}`, { headers: { authorization: `Bearer ${key}` } }),
  )
}

async function follow(after?: string, waitSeconds = 0): Promise<FollowedEvents> {
  const query = after === undefined ? '' : `?after=${encodeURIComponent(after)}&waitSeconds=${waitSeconds}`
  const response = await get(query)
  expect(response.status).toBe(200)
  const answer: unknown = await response.json()
  v.parse(getRoute('followEvents').responses[200] as v.GenericSchema, answer)
  return answer as FollowedEvents
}

/** Everything since, as `svc events tail` asks for it. */
async function followAll(after: string): Promise<{ events: FollowedEvents['events']; next: string }> {
  const events: FollowedEvents['events'] = []
  for (let from = after; ;) {
    const page = await follow(from)
    events.push(...page.events)
    if (page.next === from) return { events, next: from }
    from = page.next
  }
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

describe('GET /api/events', () => {
  it('tells what is accepted from now on, whose it is, in order', async () => {
    await send(named('Before'))
    const { events, next } = await follow()
    expect(events).toEqual([])
    await send({ ...named('First'), properties: { plan: 'team' } }, named('Second'))
    const since = await followAll(next)
    expect(since.events).toMatchObject([
      {
        eventName: 'First',
        source: 'server',
        properties: { plan: 'team' },
        contact: { email: 'jane@acme.example' },
        customer: { domain: 'acme.example' },
      },
      { eventName: 'Second' },
    ])
    expect((await followAll(since.next)).events).toEqual([])
  })

  it('tells each event once, however often it comes, and misses none', async () => {
    const old = named('Long since')
    await send(old)
    const { next } = await follow()
    const uuids = Array.from({ length: 40 }, () => randomUUID())
    const twice = uuids.map((uuid, index) => named(`Event ${index}`, uuid))
    await Promise.all(twice.flatMap((event) => [send(event), send(event, old)]))
    const told = await followAll(next)
    expect(told.events.map(({ uuid }) => uuid).toSorted()).toEqual(uuids.toSorted())
  })

  it('goes on over pages, records of other kinds, and what can’t be read', async () => {
    const { next } = await follow()
    const properties = { text: 'x'.repeat(2_000) }
    const names = Array.from({ length: 600 }, (_, index) => `Large ${index}`)
    for (let from = 0; from < names.length; from += 100)
      await send(...names.slice(from, from + 100).map((name) => ({ ...named(name), properties })))
    await test.workspace.log.append(Buffer.from('no JSON'))
    await test.workspace.log.append(
      encodeRecord({ kind: 'activation', receivedAt: Date.now(), eventName: null }),
    )
    await send(named('Last'))
    const first = await follow(next)
    expect(first.events.length).toBeLessThan(600)
    const { events } = await followAll(next)
    expect(events.map(({ eventName }) => eventName)).toEqual([...names, 'Last'])
  })

  it('waits for an event when there is none', async () => {
    const { next } = await follow()
    const waiting = follow(next, 5)
    await send(named('Awaited'))
    expect((await waiting).events).toMatchObject([{ eventName: 'Awaited' }])
  })

  it('leaves the wait after its time', async () => {
    const { next } = await follow()
    expect(await follow(next, 1)).toEqual({ events: [], next })
  })

  it.each([
    ['a cursor of somebody’s own', '?after=WzAsIiIsIngiXQ', 400],
    ['no cursor', '?after=%00', 400],
    ['a wait too long', '?waitSeconds=26', 400],
    ['a wait of no time', '?waitSeconds=-1', 400],
  ])('answers %s with a 400', async (_, query, status) => {
    const response = await get(query)
    expect(response.status).toBe(status)
    expect(await response.json()).toHaveProperty('error')
  })

  it('needs the grant to read', async () => {
    const key = generateApiKey()
    await test.workspace.updateDocument(({ apiKeys }) => {
      apiKeys.push(toApiKey(key, { name: 'Test', grants: ['analytics:read'], now: Date.now() }))
    })
    expect((await get('', key)).status).toBe(403)
  })
})
