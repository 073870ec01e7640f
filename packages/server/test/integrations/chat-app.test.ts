// chat-app end to end: connected in a browser, read, and written to, against the sandbox.
import { connectionsOf } from '../../src/integrations/connections.ts'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createServer } from '../../src/app/app.ts'
import { readConfig } from '../../src/app/config.ts'
import { connectInBrowser } from '../support/connect-in-browser.ts'
import { type IntegrationServer, openIntegrationServer } from '../support/integration-server.ts'
import { openTestStore } from '../support/test-store.ts'

let server: IntegrationServer
/** Unix milliseconds that the server believes to have passed besides. */
let later: number
beforeEach(async () => {
  later = 0
  server = await openIntegrationServer({ companies: 6, clock: () => Date.now() + later })
})
afterEach(() => server.close())

const chat = () => server.sandbox.chatApp

async function connect(): Promise<void> {
  const { status, page } = await connectInBrowser(server, 'chat-app')
  expect({ status, page }).toMatchObject({ status: 200 })
}

interface Source {
  sourceId: string
  title: string
  customer: { domain: string } | null
}

async function sources(): Promise<Source[]> {
  return (await server.call<{ items: Source[] }>('svc_list_sources', { sourceType: 'CHAT' })).items
}

/** What a command answers in `result.data`. */
// oxlint-disable-next-line typescript/no-explicit-any
async function command(method: string, path: string, body?: unknown): Promise<any> {
  const answer = await server.ask(method, path, body)
  expect({ status: answer.status, error: answer.body['error'] }).toEqual({ status: 200, error: undefined })
  return (answer.body['result'] as { data: unknown }).data
}

const alerts = { type: 'CHAT_CHANNEL', channelId: 'C0ALERTS', label: 'Alerts', isDefault: true }

async function createAlerts(): Promise<string> {
  return String((await command('POST', '/api/destinations', alerts)).destination.id)
}

const send = (input: object) =>
  server.call('svc_send_notification', { title: 'Acme asks for a call', markdown: 'Now', ...input })

async function delivered(id: string, expected: object): Promise<void> {
  await vi.waitFor(
    async () => expect((await command('GET', `/api/destinations/${id}`)).destination).toMatchObject(expected),
    { interval: 50 },
  )
}

test('threads with people from outside come as sources, once, with their replies and those who wrote them', async () => {
  await connect()
  await server.synced('chat-app')
  const found = await sources()
  expect(found).toHaveLength(6)
  const source = await server.call<{ source: Record<string, unknown> }>('svc_get_source', {
    sourceType: 'CHAT',
    sourceId: found[0]!.sourceId,
  })
  const text = JSON.stringify(source)
  expect(text).toContain('fails & support is asleep')
  expect(text).toMatch(/On it, @\w+ \w+/)
  expect(text).toContain('our plan (https://')
  expect(source).toMatchObject({
    participants: expect.arrayContaining([
      expect.objectContaining({ role: 'customer', affiliation: 'external' }),
      expect.objectContaining({
        email: expect.stringMatching(/@vendor\.example$/) as string,
        role: 'colleague',
        affiliation: 'internal',
      }),
    ]) as unknown[],
  })
  const { email } = server.sandbox.world.colleagues[0]!
  const ofColleague = await server.call('svc_list_sources', { sourceType: 'CHAT', participant: email })
  expect((ofColleague as { items: unknown[] }).items).toHaveLength(6)
  const customers = await server.call('svc_list_customers', { search: 'vendor.example' })
  const users = await server.call('svc_list_users', { search: 'vendor.example' })
  expect({ customers, users }).toMatchObject({ customers: { items: [] }, users: { items: [] } })
  expect(await server.sync('chat-app')).toMatchObject({ status: 'connected' })
  expect(await sources()).toHaveLength(6)
})

test('whoever has an address of the own domains is internal, and makes no customer and no contact', async () => {
  const guest = server.sandbox.world.companies[0]!
  await connect()
  await server.synced('chat-app')
  const before = await sources()
  const ofGuest = before.filter(({ customer }) => customer?.domain === guest.domain)
  expect(ofGuest).toHaveLength(1)
  await command('PATCH', '/api/settings', { domains: [guest.domain] })
  // The change alone already shows in answers; the next sync takes what was made of them away.
  const named = { sourceType: 'CHAT', sourceId: ofGuest[0]!.sourceId }
  const participants = async () =>
    (await server.call<{ participants: { email: string; affiliation: string }[] }>('svc_get_source', named))
      .participants
  const internal = async () => (await participants()).filter(({ affiliation }) => affiliation === 'internal')
  expect(await internal()).toHaveLength((await participants()).length)
  expect(await server.sync('chat-app')).toMatchObject({ status: 'connected' })
  expect((await participants()).map(({ email }) => email)).toContainEqual(
    expect.stringMatching(`@${guest.domain}$`),
  )
  expect(await internal()).toHaveLength((await participants()).length)
  const search = { search: guest.domain }
  expect(await server.call('svc_list_customers', search)).toMatchObject({ items: [] })
  expect(await server.call('svc_list_users', search)).toMatchObject({ items: [] })
  // Records that a program sends are about their other participants, too.
  const email = `ann@eu.${guest.domain}`
  const source = {
    kind: 'source',
    sourceType: 'CALL',
    sourceId: 'c-1',
    occurredAt: '2026-06-01T12:00:00Z',
    participants: [{ email }, { email: 'jo@other.example' }],
  }
  expect(await server.ask('POST', '/api/records', { records: [source] })).toMatchObject({ status: 200 })
  await server.workspace.readModels.exact({ withinMs: 60_000 })
  expect(await server.call('svc_get_source', { sourceType: 'CALL', sourceId: 'c-1' })).toMatchObject({
    customer: { domain: 'other.example' },
    participants: [
      { email, affiliation: 'internal', resolvedUserId: null },
      { email: 'jo@other.example', affiliation: 'external' },
    ],
  })
  expect(await server.call('svc_list_customers', search)).toMatchObject({ items: [] })
})

test('an edited message replaces what was said, a new reply joins its thread, a deleted thread goes', async () => {
  await connect()
  await server.synced('chat-app')
  const channel = chat().channels.find(({ name }) => name.startsWith('ext-'))!
  const first = channel.messages.find(({ reply_count: count }) => count === 2)!
  first.text = 'It works again'
  first['reply_count'] = 3
  channel.messages.unshift({
    ts: `${Number(first.ts.split('.')[0]) + 300}.000900`,
    thread_ts: first.ts,
    user: first.user!,
    text: 'Many thanks',
  })
  await server.sync('chat-app')
  const sourceId = `${channel.id}:${first.ts}`
  const text = JSON.stringify(await server.call('svc_get_source', { sourceType: 'CHAT', sourceId }))
  expect(text).toContain('It works again')
  expect(text).toContain('Many thanks')
  Object.assign(first, { subtype: 'tombstone', text: 'This message was deleted.' })
  channel.messages = channel.messages.filter(
    ({ ts, thread_ts: thread }) => thread !== first.ts || ts === first.ts,
  )
  await server.sync('chat-app')
  expect(await sources()).toHaveLength(5)
})

test('a reply in a thread of the last 90 days comes with the next sync, and older threads are not read for it', async () => {
  await connect()
  await server.synced('chat-app')
  const channel = chat().channels.find(({ name }) => name.startsWith('ext-'))!
  const first = channel.messages.find(({ reply_count: count }) => count === 2)!
  // The sync after a week walks everything.
  later = 30 * 86_400_000
  await server.sync('chat-app')
  const ts = `${Math.trunc((Date.now() + later) / 1_000) - 60}.000900`
  channel.messages.unshift({ ts, thread_ts: first.ts, user: first.user!, text: 'It is back' })
  first['reply_count'] = 3
  const before = chat().calls.length
  await server.sync('chat-app')
  const sourceId = `${channel.id}:${first.ts}`
  expect(JSON.stringify(await server.call('svc_get_source', { sourceType: 'CHAT', sourceId }))).toContain(
    'It is back',
  )
  const read = chat()
    .calls.slice(before)
    .filter(({ path }) => path.endsWith('conversations.replies'))
  expect(read).toHaveLength(1)
})

test('ok:false with status 200 is an error with its remedy: a scope is named, a withdrawn token ends the connection', async () => {
  await connect()
  await server.synced('chat-app')
  chat().trouble.missingScope = { method: 'conversations.history', needed: 'channels:history' }
  const told = JSON.stringify(await server.sync('chat-app'))
  expect(told).toContain('channels:history')
  chat().trouble.missingScope = null
  chat().trouble.revoked = true
  await server.ask('POST', '/api/integrations/sync', { provider: 'chat-app' })
  await vi.waitFor(async () =>
    expect((await connectionsOf(server.workspace).read())['chat-app']?.disabled).toContain(
      'connect it again',
    ),
  )
  expect(await sources()).toHaveLength(6)
})

test('a 429 is waited for as it says', async () => {
  await connect()
  let refused = 0
  chat().fault = ({ path }) =>
    path.endsWith('conversations.history') && refused++ < 2
      ? { status: 429, body: { ok: false, error: 'ratelimited' }, headers: { 'retry-after': '1' } }
      : null
  await server.synced('chat-app')
  expect(refused).toBeGreaterThan(2)
  expect(await sources()).toHaveLength(6)
})

test('channels can be chosen from once a chat app is connected', async () => {
  const none = { connected: false, channels: [], hasMore: false, nextCursor: null }
  expect((await command('GET', '/api/settings/report/options')).chat).toEqual(none)
  expect((await command('GET', '/api/destinations/options')).chat).toEqual(none)
  expect((await server.ask('POST', '/api/destinations', alerts)).status).toBe(409)
  await connect()
  const { chat: options } = await command('GET', '/api/settings/report/options?search=ALERT')
  expect(options).toEqual({
    connected: true,
    channels: [{ id: 'C0ALERTS', name: 'customer-alerts', isPrivate: false }],
    hasMore: false,
    nextCursor: null,
  })
  const all = await command('GET', '/api/destinations/options?limit=2')
  expect(all.chat).toMatchObject({ connected: true, hasMore: true })
  expect(all.chat.channels).toHaveLength(2)
  expect(JSON.stringify(all)).not.toContain('old-project')
  expect((await server.ask('POST', '/api/destinations', { ...alerts, channelId: 'C0NONE' })).status).toBe(404)
  expect((await server.ask('POST', '/api/destinations', { ...alerts, channelId: 'C0OLD' })).status).toBe(409)
})

test('a message goes to the channel, and nothing in it is markup, a mention or a link', async () => {
  await connect()
  const id = await createAlerts()
  const sent = await send({
    title: '<!channel> Acme & Co',
    markdown: 'See <@U0C1> at <https://evil.test|here>',
  })
  expect(sent).toMatchObject({ ok: true, deliveries: [{ destinationId: id, status: 'ENQUEUED' }] })
  await delivered(id, {
    kind: 'CHAT_CHANNEL',
    provider: 'CHAT',
    maskedConfig: { channelId: 'C0ALERTS' },
    syncStatus: 'SYNCED',
    recentDeliveries: [{ status: 'ACCEPTED_BY_PROVIDER', provider: 'CHAT' }],
  })
  const messages = chat().channel('customer-alerts').messages
  expect(messages).toHaveLength(1)
  expect(messages[0]!.text).toContain('&lt;!channel&gt; Acme &amp; Co')
  expect(JSON.stringify(messages)).not.toMatch(/"type":"(?:link|user|usergroup|broadcast|channel|mrkdwn)"/)
  expect(messages[0]!['metadata']).toMatchObject({
    event_payload: { delivery_id: expect.any(String) as string },
  })
})

test('a channel is named by its id, by its label, or by neither where it is the default', async () => {
  await connect()
  const id = await createAlerts()
  for (const named of [
    { channelId: 'C0ALERTS' },
    { label: 'Alerts' },
    { channelId: 'C0ALERTS', label: 'Alerts' },
    {},
  ])
    expect(await send({ destinations: [{ provider: 'chat', ...named }] })).toMatchObject({
      deliveries: [{ destinationId: id }],
    })
  await expect(send({ destinations: [{ provider: 'chat', label: 'Nowhere' }] })).rejects.toThrow(/404/)
})

test('an answer that is lost brings no second message', async () => {
  await connect()
  const id = await createAlerts()
  let lost = 0
  chat().fault = (call) => {
    if (!call.path.endsWith('chat.postMessage') || lost++ > 0) return null
    // It is taken, and the answer is not.
    const { metadata } = JSON.parse(call.body) as { metadata: unknown }
    const ts = `${Math.trunc(Date.now() / 1_000)}.000001`
    chat().channel('customer-alerts').messages.unshift({ ts, text: 'Acme asks for a call', metadata })
    return { status: 500, body: 'no' }
  }
  await send({})
  await delivered(id, { syncStatus: 'PROVIDER_ERROR' })
  later = 3_600_000
  await delivered(id, { syncStatus: 'SYNCED', deliverySummary: { acceptedCount: 1 } })
  expect(chat().channel('customer-alerts').messages).toHaveLength(1)
})

test('a message whose outcome was not kept is looked for before it is sent, here and by whoever comes next', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'customer-intel-chat-'))
  const openStore = () => openTestStore(directory)
  const key = randomBytes(32)
  await server.close()
  server = await openIntegrationServer({
    companies: 6,
    store: await openStore(),
    secretKeys: async () => [key],
  })
  await connect()
  const id = await createAlerts()
  const { log } = server.workspace
  const append = log.append.bind(log)
  let refused = 0
  log.append = (payload, options) => {
    const text = Buffer.from(payload).toString()
    if (!text.includes('ACCEPTED_BY_PROVIDER')) return append(payload, options)
    refused++
    return Promise.reject(new Error('The disk is full'))
  }
  await send({})
  await vi.waitFor(() => expect(refused).toBeGreaterThan(1), { interval: 50 })
  expect(chat().channel('customer-alerts').messages).toHaveLength(1)
  // Meanwhile the channel is busy: it stands on the third page of its history.
  const { messages } = chat().channel('customer-alerts')
  const seconds = Math.trunc(Date.now() / 1_000) + 1
  for (let index = 0; index < 250; index++)
    messages.unshift({ type: 'message', ts: `${seconds + index}.000000`, user: 'U0C0', text: 'Lunch?' })
  await server.server.close()
  const next = createServer({
    store: await openStore(),
    secretKeys: async () => [key],
    providers: readConfig(server.sandbox.environment).providers,
    logger: { warn: () => undefined, error: () => undefined },
  })
  try {
    const workspace = (await next.workspaces.openWorkspace(server.workspace.organization.id))!
    await vi.waitFor(
      async () => {
        const [delivery] = await (await workspace.readModels.exact()).listDeliveries(id, 1)
        expect(delivery).toMatchObject({ status: 'ACCEPTED_BY_PROVIDER', tries: 1 })
      },
      { interval: 100 },
    )
    expect(messages).toHaveLength(251)
  } finally {
    await next.close()
    await rm(directory, { recursive: true, force: true })
  }
})

test('a channel that is archived switches its destination off, and tells', async () => {
  await connect()
  const id = await createAlerts()
  chat().channel('customer-alerts').is_archived = true
  await send({ destinations: [{ provider: 'chat', channelId: 'C0ALERTS', label: 'Alerts' }] })
  await delivered(id, {
    enabled: false,
    syncStatus: 'DISABLED_BY_PROVIDER',
    providerErrorCode: 'IS_ARCHIVED',
    deliverySummary: { failedCount: 1 },
  })
})

test('a channel of a chat app that is not connected any more waits for it', async () => {
  await connect()
  const id = await createAlerts()
  await server.ask('POST', '/api/integrations/disconnect', { provider: 'chat-app' })
  await send({})
  await delivered(id, { providerErrorCode: 'CHAT_NOT_CONNECTED', deliverySummary: { pendingCount: 1 } })
  await connect()
  later = 3_600_000
  await delivered(id, { syncStatus: 'SYNCED', deliverySummary: { acceptedCount: 1 } })
  expect(chat().channel('customer-alerts').messages).toHaveLength(1)
})

test('a run of an automation tells that its message went to the chat app', async () => {
  await connect()
  const id = await createAlerts()
  const agent = { type: 'custom', displayName: 'Watcher', instructions: 'Say what happened.' }
  const { agent: made } = await command('POST', '/api/agents', agent)
  await command('POST', `/api/agents/${made.id}/enable`)
  const { signal } = await command('POST', '/api/signals', {
    kind: 'EVENT_MATCH',
    name: 'Upgraded',
    definition: { grain: 'customer', subjectResolver: 'event_customer', eventNames: ['upgraded'] },
  })
  const { automation } = await command('POST', '/api/automations', {
    name: 'Told',
    triggerType: 'SIGNAL_OCCURRENCE',
    agentId: made.id,
    signalIds: [signal.id],
  })
  const uuid = '0198a7c4-8b1e-7d30-9a55-6f0c2f7f1e11'
  await server.ingest({
    source: 'server',
    userIdentity: { email: 'joe@globex.com' },
    events: [{ type: 'custom', eventName: 'upgraded', uuid, url: 'https://acme.com/app', path: '/app' }],
  })
  await vi.waitFor(
    async () => {
      const { runs } = await command('GET', `/api/automations/${automation.id}/runs`)
      expect(runs).toMatchObject([
        { status: 'DELIVERED', deliveries: [{ destinationId: id, provider: 'CHAT' }] },
      ])
    },
    { interval: 100 },
  )
  const { body } = await server.ask('GET', `/api/debug/events/${uuid}`)
  expect(body).toMatchObject({ status: 'accepted', occurrences: [{ signalId: signal.id }] })
  expect(server.workspace.readModels.counters.occurrences).toBe(1)
})
