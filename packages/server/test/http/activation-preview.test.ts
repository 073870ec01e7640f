import { type ActivationPreview, routes } from '@customer-intel/contract'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { memoryStore } from '../../src/drivers/memory/memory-store.ts'
import { openTestServer, type TestServer } from '../support/test-server.ts'

const now = Date.parse('2026-06-15T12:00:00Z')
const day = 86_400_000
let test: TestServer

/** A backend's event of a person. */
const send = async (email: string | null, eventName: string, timestamp: number): Promise<void> => {
  const visitor = { visitorId: '0b0c5a52-3a76-4e6b-8d0a-3a1c5b7e9f10' }
  const person = email === null ? visitor : { userIdentity: { email } }
  const response = await test.ingest({
    source: email === null ? 'client' : 'server',
    ...person,
    events: [{ type: 'custom', eventName, timestamp, path: '/', url: 'https://acme.com/' }],
  })
  expect(await response.json()).toMatchObject({ success: true })
}

function call(method: string, path: string, body: object): Promise<Response> {
  return test.server.fetch(
    new Request(`http://localhost${path}`, {
      method,
      headers: { authorization: `Bearer ${test.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  )
}

async function preview(body: object): Promise<ActivationPreview> {
  const response = await call('POST', '/api/activation/preview', body)
  const answer = v.parse(routes.previewCustomerActivation.responses[200], await response.json())
  return answer.result.data.preview
}

beforeAll(async () => {
  test = await openTestServer({ store: memoryStore(), clock: () => now })
  await call('PATCH', '/api/activation', { eventName: 'paid' })
  await send('ann@acme.com', 'paid', now - 2 * day)
  await send('ann@acme.com', 'exported', now - 3 * day)
  await send('bob@acme.com', 'exported', now - 5 * day)
  await send('bob@acme.com', 'exported', now - 1 * day)
  await send('eve@globex.com', 'exported', now - 4 * day)
  await send('old@initech.com', 'exported', now - 40 * day)
  await send(null, 'exported', now - day)
})
afterAll(() => test.close())

describe('POST /api/activation/preview', () => {
  it('counts events, customers and contacts of the last 30 days, and who is activated already', async () => {
    expect(await preview({ eventName: 'exported' })).toMatchObject({
      eventName: 'exported',
      evaluatedFrom: '2026-05-16T12:00:00.000Z',
      evaluatedTo: '2026-06-15T12:00:00.000Z',
      evaluatedEventCount: 5,
      matchedCustomerCount: 2,
      alreadyActivatedCustomerCount: 1,
      wouldActivateCustomerCount: 1,
      evaluatedContactOccurrenceCount: 4,
      matchedContactCount: 3,
      alreadyActivatedContactCount: 1,
      wouldActivateContactCount: 2,
      contactTruncated: false,
      customerTruncated: false,
      truncated: false,
      examples: [
        { customer: { domain: 'globex.com' }, activatedAt: null, firstMatchedAt: '2026-06-11T12:00:00.000Z' },
        {
          customer: { domain: 'acme.com' },
          activatedAt: '2026-06-13T12:00:00.000Z',
          firstMatchedAt: '2026-06-10T12:00:00.000Z',
        },
      ],
    })
  })

  it('looks back as far as it is asked to, and says when examples were cut', async () => {
    const wide = await preview({ eventName: 'exported', lookbackDays: 90, exampleLimit: 1 })
    expect(wide).toMatchObject({ matchedCustomerCount: 3, truncated: true })
    expect(wide.examples).toHaveLength(1)
  })

  it('matches a name exactly', async () => {
    expect(await preview({ eventName: 'Exported' })).toMatchObject({ evaluatedEventCount: 0, examples: [] })
    expect(await preview({ eventName: '%' })).toMatchObject({ evaluatedEventCount: 0 })
    expect(await preview({ eventName: 'pageview' })).toMatchObject({ evaluatedEventCount: 0 })
  })

  it('never tells who the contacts are, and changes nothing', async () => {
    const before = await test.workspace.log.end()
    const response = await call('POST', '/api/activation/preview', { eventName: 'exported' })
    expect(await response.text()).not.toMatch(/ann@|bob@|eve@/)
    expect(await test.workspace.log.end()).toBe(before)
    expect(await preview({ eventName: 'exported' })).toMatchObject({ alreadyActivatedCustomerCount: 1 })
  })

  it.each([{}, { eventName: '' }, { eventName: 'x', lookbackDays: 91 }, { eventName: 'x', exampleLimit: 0 }])(
    'refuses %j with 400',
    async (body) => {
      expect((await call('POST', '/api/activation/preview', body)).status).toBe(400)
    },
  )

  it('says why it doesn’t count everything', async () => {
    const { readModels } = test.workspace
    vi.spyOn(readModels, 'fresh').mockResolvedValueOnce({
      reads: readModels,
      current: false,
      stale: { reason: 'The read models are being restarted.', behindSeconds: 3 },
    })
    const response = await call('POST', '/api/activation/preview', { eventName: 'exported' })
    expect(await response.json()).toMatchObject({
      result: {
        warnings: ['The answer lacks some of what was accepted: The read models are being restarted.'],
        stale: { reason: 'The read models are being restarted.', behindSeconds: 3 },
      },
    })
  })
})
