import { afterAll, beforeAll, expect, it } from 'vitest'
import { type IntegrationServer, openIntegrationServer } from '../support/integration-server.ts'

let test: IntegrationServer
beforeAll(async () => {
  test = await openIntegrationServer({ companies: 3 })
})
afterAll(() => test.close())

const run = (body: Record<string, unknown>) => test.ask('POST', '/api/integrations/setup-step', body)

it('names the provider, the step or the connection that is missing, and the remedy', async () => {
  expect(await run({ provider: 'crm-z', step: 'mappings' })).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining('There is no provider "crm-z"') as string },
  })
  expect(await run({ provider: 'calls-b', step: 'mappings' })).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining('calls-b has no step "mappings"') as string },
  })
  expect(await run({ provider: 'calls-b', step: ' ' })).toMatchObject({ status: 400 })
  expect(await run({ provider: 'calls-b' })).toMatchObject({ status: 400 })
})
