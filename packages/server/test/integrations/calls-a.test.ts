import { syncRunsOf } from '../../src/integrations/sync-run.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type IntegrationServer, openIntegrationServer } from '../support/integration-server.ts'

let test: IntegrationServer
beforeAll(async () => {
  test = await openIntegrationServer({ companies: 40 })
})
afterAll(() => test.close())

const connect = (apiKey: string) =>
  test.ask('POST', '/api/integrations/connect', { provider: 'calls-a', config: { apiKey } })

it('a key that GraphQL refuses with status 200 is refused', async () => {
  const { status, body } = await connect('wrong')
  expect({ status, error: body['error'] }).toEqual({
    status: 400,
    error: expect.stringContaining('connect again with a key that is valid') as string,
  })
})

it('calls-a brings calls page by page, and tells guests from colleagues', async () => {
  const { callsA, world } = test.sandbox
  let slowed = 0
  callsA.fault = ({ body }) =>
    body.includes('"skip":50') && slowed++ === 0
      ? { status: 200, body: { errors: [{ message: 'Too many requests', code: 'too_many_requests' }] } }
      : null
  expect((await connect(callsA.apiKey)).status).toBe(200)
  // 80 calls, and a guest in each.
  expect((await test.synced('calls-a'))['syncs']).toMatchObject([
    { model: 'Call', status: 'SUCCESS', recordCount: 160, errorMessage: null },
  ])
  callsA.fault = () => null
  expect((await syncRunsOf(test.workspace).read()).at(-1)).toMatchObject({ pages: 2, waits: 1, setAside: 0 })
  const company = world.companies[5]!
  const { items } = await test.call<{ items: object[] }>('svc_list_sources', {
    sourceType: 'CALL',
    customer: company.domain,
  })
  expect(items).toMatchObject([
    { title: `Kick-off with ${company.name}` },
    { title: `Check-in with ${company.name}` },
  ])
  const source = JSON.stringify(await test.call('svc_get_source', { sourceType: 'CALL', sourceId: 'ff-5-0' }))
  expect(source).toContain('Our auditors need the access log every quarter.')
  expect(JSON.parse(source)).toMatchObject({
    participants: [
      { email: 'theo@vendor.example', affiliation: 'internal', resolvedUserId: null },
      { email: 'sol@vendor.example', affiliation: 'internal', resolvedUserId: null },
      { email: company.people[2]!.email, affiliation: 'external' },
    ],
  })
})

it('calls-a that answers with another error is an error, and no empty result', async () => {
  test.sandbox.callsA.fault = () => ({
    status: 200,
    body: { data: { transcripts: [] }, errors: [{ message: 'Oops' }] },
  })
  expect((await test.sync('calls-a'))['syncs']).toMatchObject([{ status: 'ERROR' }])
})
