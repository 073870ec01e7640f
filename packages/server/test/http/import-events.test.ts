import { routes } from '@customer-intel/contract'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { AppError } from '../../src/kernel/errors.ts'
import { memoryStore } from '../../src/drivers/memory/memory-store.ts'
import { openTestServer, pageview, type TestServer, visitorId } from '../support/test-server.ts'

let test: TestServer
beforeEach(async () => {
  test = await openTestServer({ store: memoryStore() })
})
afterEach(() => test.close())

async function post(body: unknown, authorization = `Bearer ${test.apiKey}`) {
  const response = await test.server.fetch(
    new Request('http://localhost/api/events', {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  )
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const custom = (userId: string) => ({
  source: 'integration',
  userIdentity: { userId },
  events: [{ type: 'custom', eventName: 'Signed up', url: 'server://history', path: '/' }],
})

it('stores the events of many people, each with its own', async () => {
  const { status, body } = await post({ batches: [custom('u-1'), custom('u-2'), pageview()] })
  expect({ status, body }).toEqual({ status: 200, body: { success: true, processed: 3 } })
  v.parse(routes.importEvents.responses[200], body)
  expect((await test.events()).map(({ type }) => type)).toEqual(['custom', 'custom', 'pageview'])
})

it('tells by batch and index what it refuses, and stores the rest', async () => {
  const broken = { visitorId, events: [{ type: 'pageview' }, ...pageview().events] }
  const { status, body } = await post({
    batches: [
      custom('u-1'),
      broken,
      { events: pageview().events },
      'nothing',
      { ...custom(''), userIdentity: {} },
    ],
  })
  expect(status).toBe(207)
  v.parse(routes.importEvents.responses[207], body)
  expect(body).toMatchObject({
    success: false,
    processed: 2,
    errors: [
      { batch: 1, index: 0, message: expect.stringContaining('url') as string },
      { batch: 2, index: -1, message: expect.stringContaining('visitorId') as string },
      { batch: 3, index: -1 },
      { batch: 4, index: 0, message: expect.stringContaining('email') as string },
    ],
  })
  expect(await test.events()).toHaveLength(2)
})

it('stores an event that is brought twice once', async () => {
  const uuid = '0197a6f0-7d3c-7b1e-9a55-3f0d2c1b4a68'
  const batch = { ...custom('u-1'), events: [{ ...custom('u-1').events[0], uuid }] }
  for (let time = 0; time < 2; time += 1)
    expect((await post({ batches: [batch] })).body).toEqual({ success: true, processed: 1 })
  const asked = await test.server.fetch(
    new Request('http://localhost/api/tools/svc_query', {
      method: 'POST',
      headers: { authorization: `Bearer ${test.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ sql: 'select event_id from activity' }),
    }),
  )
  expect(await asked.json()).toMatchObject({ data: [{ event_id: uuid }] })
})

it('answers 400 where the body is none, 401 without a key, and 503 while the log takes nothing', async () => {
  for (const body of [
    {},
    { batches: [] },
    { batches: Array(1_001).fill(custom('u')) },
    { batches: [custom('u')], more: 1 },
  ])
    expect((await post(body)).status, JSON.stringify(body).slice(0, 80)).toBe(400)
  expect((await post({ batches: [custom('u')] }, 'Bearer ok_nobody')).status).toBe(401)
  test.workspace.log.append = () => Promise.reject(new AppError('LOG_UNAVAILABLE', 'The disk is full'))
  const { status, body } = await post({ batches: [custom('u-1'), custom('u-2')] })
  expect({ status, body }).toEqual({ status: 503, body: { error: 'The disk is full' } })
})
