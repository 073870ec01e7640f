// The sandbox's chat app is held to the service by its official client.
import { WebClient } from '@slack/web-api'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Sandbox, startSandbox } from '../../../../examples/provider-sandbox/src/sandbox.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ companies: 10 })
})
afterAll(() => sandbox.close())

function client(token: string): WebClient {
  return new WebClient(token, {
    slackApiUrl: `${sandbox.chatApp.origin}/api/`,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
  })
}

it('is listed page by page, read and written to by the client of the service', async () => {
  const web = client(sandbox.chatApp.oauth.issue(['channels:read']))
  const names: string[] = []
  for await (const page of web.paginate('conversations.list', { limit: 5, exclude_archived: true }))
    for (const { name } of (page as unknown as { channels: { name: string }[] }).channels) names.push(name)
  expect(names).toHaveLength(12)
  const { channels } = await web.conversations.list({ limit: 100 })
  const channel = channels!.find(({ name }) => name?.startsWith('ext-'))!.id!
  const history = await web.conversations.history({ channel })
  const thread = history.messages!.find(({ reply_count: count }) => count === 2)!
  const replies = await web.conversations.replies({ channel, ts: thread.ts! })
  expect(replies.messages).toHaveLength(3)
  const { user } = await web.users.info({ user: thread.user! })
  expect(user!.profile!.email).toContain('@')
  const posted = await web.apiCall('chat.postMessage', {
    channel: 'C0ALERTS',
    text: 'Hello',
    metadata: { event_type: 'test', event_payload: { id: '1' } },
  })
  expect(posted).toMatchObject({ ok: true, ts: expect.stringMatching(/^\d+\.\d{6}$/) as string })
  expect(sandbox.chatApp.channel('customer-alerts').messages[0]).toMatchObject({
    text: 'Hello',
    metadata: { event_payload: { id: '1' } },
  })
})

it('refuses the client as the service does', async () => {
  await expect(client('xoxb-wrong').auth.test()).rejects.toMatchObject({ data: { error: 'invalid_auth' } })
  const web = client(sandbox.chatApp.oauth.issue([]))
  await expect(web.apiCall('chat.postMessage', { channel: 'C0NONE', text: 'x' })).rejects.toMatchObject({
    data: { error: 'channel_not_found' },
  })
  sandbox.chatApp.fault = () => ({
    status: 429,
    body: { ok: false, error: 'ratelimited' },
    headers: { 'retry-after': '7' },
  })
  await expect(web.conversations.list()).rejects.toMatchObject({ retryAfter: 7 })
})
