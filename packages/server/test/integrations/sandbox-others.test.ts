// The sandbox is held to the real services by their official clients.
import { createClerkClient } from '@clerk/backend'
import { AuthAdminApi } from '@supabase/auth-js'
import { Fathom } from 'fathom-typescript'
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

it('auth-analytics-a lists users and reads one to the client of the service', async () => {
  const { serviceRoleKey, origin } = sandbox.authAnalyticsA
  const open = (key: string) =>
    new AuthAdminApi({
      url: `${origin}/auth/v1`,
      headers: { apikey: key, authorization: `Bearer ${key}` },
    })
  const ids: string[] = []
  for (let page: number | null = 1; page !== null;) {
    const { data, error } = await open(serviceRoleKey).listUsers({ page, perPage: 150 })
    expect(error).toBeNull()
    ids.push(...data.users.map(({ id }) => id))
    page = 'nextPage' in data ? data.nextPage : null
  }
  expect(new Set(ids).size).toBe(400)
  const found = await open(serviceRoleKey).getUserById(ids[7]!)
  expect(found.data.user).toMatchObject({ id: ids[7], email: expect.stringContaining('@') as string })
  const gone = await open(serviceRoleKey).getUserById('5f0c1b2a-0000-4000-8000-999999999999')
  expect(gone.error).toMatchObject({ status: 404, code: 'user_not_found' })
  expect((await open('wrong').listUsers()).error).toMatchObject({ status: 401 })
})

it('calls-b lists meetings page by page to the client of the service', async () => {
  const { apiKey, origin } = sandbox.callsB
  const open = (key: string) =>
    new Fathom({ security: { apiKeyAuth: key }, serverURL: `${origin}/external/v1` })
  const titles: string[] = []
  const pages = await open(apiKey).listMeetings({
    includeTranscript: true,
    includeSummary: true,
    includeActionItems: true,
  })
  for await (const page of pages) {
    for (const { title, transcript, actionItems } of page?.result.items ?? []) {
      titles.push(title)
      expect(transcript?.length).toBeGreaterThan(1)
      expect(actionItems?.length).toBeGreaterThan(0)
    }
  }
  expect(new Set(titles).size).toBe(14)
  // It answers a refusal with a page that holds nothing.
  for await (const page of await open('wrong').listMeetings()) expect(page).toBeUndefined()
})
