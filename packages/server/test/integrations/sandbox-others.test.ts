// The sandbox is held to the real services by their official clients.
import { createClerkClient } from '@clerk/backend'
import { IntercomClient } from 'intercom-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Sandbox, startSandbox } from '../../../../examples/provider-sandbox/src/sandbox.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ companies: 40 })
})
afterAll(() => sandbox.close())

it('support-a is searched page by page and read by the client of the service', async () => {
  const client = new IntercomClient({
    token: sandbox.supportA.apiToken,
    environment: sandbox.supportA.origin,
    maxRetries: 0,
  })
  const ids: string[] = []
  const request = {
    query: { field: 'updated_at' as const, operator: '>' as const, value: '0' },
    pagination: { per_page: 15 },
  }
  for await (const conversation of await client.conversations.search(request)) ids.push(conversation.id)
  expect(new Set(ids).size).toBe(40)
  const found = await client.conversations.find({ conversation_id: ids[0]! })
  expect(found.conversation_parts?.conversation_parts).toHaveLength(1)
  const wrong = new IntercomClient({ token: 'wrong', environment: sandbox.supportA.origin, maxRetries: 0 })
  await expect(wrong.conversations.search(request)).rejects.toMatchObject({ statusCode: 401 })
})

it('auth-analytics-b lists users to the client of the service', async () => {
  const { secretKey, origin } = sandbox.authAnalyticsB
  const client = createClerkClient({ secretKey, apiUrl: origin })
  const { data, totalCount } = await client.users.getUserList({
    limit: 20,
    offset: 10,
    orderBy: '+created_at',
  })
  expect(totalCount).toBe(400)
  expect(data).toHaveLength(20)
  expect(data[0]!.primaryEmailAddress?.emailAddress).toContain('@')
  const wrong = createClerkClient({ secretKey: 'sk_test_wrong', apiUrl: origin })
  await expect(wrong.users.getUserList()).rejects.toMatchObject({ status: 401 })
})
