// Messages to webhooks: a real server, a real receiver, signatures checked by the library of Standard Webhooks.
import { randomBytes } from 'node:crypto'
import { type DeliveryAttempt, DeliveryListSchema, NotificationMessageSchema } from '@customer-intel/contract'
import { Webhook } from 'standardwebhooks'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { memoryStore } from '../src/drivers/memory/memory-store.ts'
import { openTestServer, type TestServer } from './support/test-server.ts'
import { type Received, startWebhookReceiver, type WebhookReceiver } from './support/webhook-receiver.ts'

let running: TestServer
let receiver: WebhookReceiver<string>
let received: Received<string>[]
let url: string
/** Unix milliseconds that the server believes to have passed besides. */
let later: number

beforeEach(async () => {
  later = 0
  receiver = await startWebhookReceiver((text) => text)
  received = receiver.received
  url = `${receiver.url}/hook?token=secret`
  const key = randomBytes(32)
  running = await openTestServer({
    store: memoryStore(),
    secretKeys: async () => [key],
    allowPrivateAddresses: true,
    metricsToken: 'm-1',
    clock: () => Date.now() + later,
  })
})
afterEach(async () => {
  await running.close()
  await receiver.close()
})

const ask: TestServer['ask'] = (...request) => running.ask(...request)

const send = (input: object) => ask('POST', '/api/tools/call', { tool: 'svc_send_notification', input })

async function createWebhook(fields: object = {}) {
  const { status, body } = await ask('POST', '/api/destinations', {
    type: 'WEBHOOK_ENDPOINT',
    url,
    label: 'Ops',
    ...fields,
  })
  expect({ status, error: body.error }).toEqual({ status: 200, error: undefined })
  return body.result.data as { destination: { id: string }; secret: string }
}

async function destination(id: string) {
  return (await ask('GET', `/api/destinations/${id}`)).body.result.data.destination
}

/** How the newest message was tried. */
async function attemptsOf(): Promise<DeliveryAttempt[]> {
  const { status, body } = await ask('GET', '/api/deliveries?limit=1')
  expect(status).toBe(200)
  return v.parse(DeliveryListSchema, body).items[0]!.attempts
}

const answered = (code: number) => ({
  errorCode: `HTTP_${code}`,
  errorMessage: expect.stringContaining(`answered ${code}`) as string,
})

test('a server without a key for secrets says what it lacks', async () => {
  const keyless = await openTestServer({ store: memoryStore(), allowPrivateAddresses: true })
  try {
    const refused = await keyless.ask('POST', '/api/destinations', {
      type: 'WEBHOOK_ENDPOINT',
      url,
      label: 'Ops',
    })
    expect(refused).toMatchObject({
      status: 409,
      body: { error: { message: expect.stringContaining('give createServer secretKeys') } },
    })
  } finally {
    await keyless.close()
  }
})

test('a message goes to the default destination, signed, and is told as taken', async () => {
  const { destination: created, secret } = await createWebhook({ isDefault: true })
  const sent = await send({
    title: 'Acme asks for a call',
    markdown: '<!channel> **now**',
    severity: 'high',
    payload: { arr: 12 },
  })
  expect(sent).toMatchObject({
    status: 200,
    body: { ok: true, deliveries: [{ destinationId: created.id, status: 'ENQUEUED' }] },
  })
  await vi.waitFor(async () =>
    expect(await destination(created.id)).toMatchObject({
      syncStatus: 'SYNCED',
      deliverySummary: { acceptedCount: 1, pendingCount: 0 },
      recentDeliveries: [{ status: 'ACCEPTED_BY_PROVIDER' }],
    }),
  )
  const [{ headers, body }] = received as [Received<string>]
  const verified = new Webhook(secret).verify(body, headers as Record<string, string>)
  expect(verified).toMatchObject({
    type: 'notification',
    data: {
      title: 'Acme asks for a call',
      text: '<!channel> **now**',
      plainText: '<!channel> now',
      severity: 'high',
      payload: { arr: 12 },
    },
  })
  // Exactly what /openapi.json tells of it.
  expect(v.parse(NotificationMessageSchema, verified)).toEqual(verified)
  expect(received).toHaveLength(1)
})

test('what is not taken is sent again under the same id, after what the receiver asks for', async () => {
  // With an error page that is longer than anybody reads.
  receiver.answers.push({ status: 503, headers: { 'retry-after': '60' }, body: 'x'.repeat(1_000_000) })
  const { destination: created } = await createWebhook({ isDefault: true })
  await send({ title: 'Again' })
  await vi.waitFor(async () =>
    expect(await destination(created.id)).toMatchObject({
      syncStatus: 'PROVIDER_ERROR',
      providerErrorCode: 'HTTP_503',
      recentDeliveries: [{ status: 'ENQUEUED', errorCode: 'HTTP_503' }],
    }),
  )
  later = 30_000
  expect(received).toHaveLength(1)
  later = 61_000
  await vi.waitFor(async () =>
    expect(await destination(created.id)).toMatchObject({
      providerErrorCode: null,
      deliverySummary: { acceptedCount: 1 },
    }),
  )
  expect(received).toHaveLength(2)
  expect(received[1]!.headers['webhook-id']).toBe(received[0]!.headers['webhook-id'])
  expect(received[1]!.body).toBe(received[0]!.body)
  const attempts = await attemptsOf()
  expect(attempts).toEqual([
    { at: expect.any(String), durationMs: expect.any(Number), status: 'ENQUEUED', ...answered(503) },
    {
      at: expect.any(String),
      durationMs: expect.any(Number),
      status: 'ACCEPTED_BY_PROVIDER',
      errorCode: null,
      errorMessage: null,
    },
  ])
  const [first, second] = attempts.map(({ at }) => Date.parse(at))
  expect(second! - first!).toBeGreaterThanOrEqual(60_000)
  await running.workspace.readModels.rebuild()
  expect(await attemptsOf()).toEqual(attempts)
})

test('what failed for good is sent again when it is asked for, under the same id', async () => {
  receiver.answers.push(410)
  const { destination: created } = await createWebhook({ isDefault: true })
  await send({ title: 'Lost' })
  await vi.waitFor(async () =>
    expect(await destination(created.id)).toMatchObject({
      enabled: false,
      recentDeliveries: [{ status: 'FAILED' }],
    }),
  )
  const resend = (body?: object) => ask('POST', `/api/destinations/${created.id}/resend`, body)
  expect(await resend()).toMatchObject({
    status: 409,
    body: { error: { message: expect.stringContaining('enable it first') } },
  })
  await ask('POST', `/api/destinations/${created.id}/enable`)
  const [{ id }] = (await destination(created.id)).recentDeliveries
  const unknown = '00000000-0000-4000-8000-000000000000'
  expect((await resend({ deliveryIds: [unknown] })).status).toBe(409)
  expect(await resend({ deliveryIds: [id] })).toMatchObject({
    status: 200,
    body: { result: { data: { deliveryIds: [id] }, auditId: expect.any(String) } },
  })
  await vi.waitFor(async () =>
    expect(await destination(created.id)).toMatchObject({
      recentDeliveries: [{ id, status: 'ACCEPTED_BY_PROVIDER' }],
      deliverySummary: { acceptedCount: 1, failedCount: 0 },
    }),
  )
  expect(received.map(({ headers }) => headers['webhook-id'])).toEqual([id, id])
  expect((await resend()).body.result.data).toEqual({ deliveryIds: [] })
  expect((await resend({ deliveryIds: [id] })).status).toBe(409)
  // Counting begins anew, and what was tried before stays.
  expect((await attemptsOf()).map(({ status }) => status)).toEqual(['FAILED', 'ACCEPTED_BY_PROVIDER'])
  const metrics = await running.server.fetch(
    new Request('http://localhost/metrics', { headers: { authorization: 'Bearer m-1' } }),
  )
  const text = await metrics.text()
  for (const status of ['FAILED', 'ACCEPTED_BY_PROVIDER'])
    expect(text).toContain(`svc_delivery_attempts_total{organization="acme",status="${status}"} 1`)
})

test('a receiver that is gone is switched off, and what it is to get later is refused with the remedy', async () => {
  receiver.answers.push(410)
  const { destination: created } = await createWebhook()
  await send({ title: 'Gone', destinationIds: [created.id] })
  await vi.waitFor(async () =>
    expect(await destination(created.id)).toMatchObject({
      enabled: false,
      syncStatus: 'DISABLED_BY_PROVIDER',
      recentDeliveries: [{ status: 'FAILED', errorCode: 'HTTP_410' }],
    }),
  )
  expect(running.logged.join()).toContain('The destination Ops of Acme is switched off')
  expect(await send({ title: 'More', destinationIds: [created.id] })).toMatchObject({ status: 409 })
})

test('a secret can be changed without a message that the receiver must refuse', async () => {
  const { destination: created, secret } = await createWebhook({ isDefault: true })
  const next = `whsec_${randomBytes(32).toString('base64')}`
  await ask('PATCH', `/api/destinations/${created.id}`, { type: 'WEBHOOK_ENDPOINT', secret: next })
  await send({ title: 'Both' })
  await vi.waitFor(() => expect(received).toHaveLength(1))
  const [{ headers, body }] = received as [Received<string>]
  for (const one of [secret, next])
    expect(new Webhook(one).verify(body, headers as Record<string, string>)).toBeDefined()
})

test('what was switched off before the message was taken gets nothing', async () => {
  receiver.answers.push(500)
  const { destination: created } = await createWebhook()
  await send({ title: 'Off', destinationIds: [created.id] })
  await vi.waitFor(() => expect(received).toHaveLength(1))
  await ask('POST', `/api/destinations/${created.id}/disable`)
  later = 3_600_000
  await vi.waitFor(async () =>
    expect(await destination(created.id)).toMatchObject({ recentDeliveries: [{ status: 'SKIPPED' }] }),
  )
  expect(received).toHaveLength(1)
  expect(await attemptsOf()).toMatchObject([
    answered(500),
    { status: 'SKIPPED', errorCode: 'DESTINATION_OFF' },
  ])
})

test('nothing is answered that is secret, and the list shows what is in use', async () => {
  const { destination: created, secret } = await createWebhook()
  const listed = await ask('GET', '/api/destinations')
  expect(listed.body.result.data.destinations).toHaveLength(1)
  for (const text of [
    JSON.stringify(listed.body),
    JSON.stringify((await ask('GET', `/api/destinations/${created.id}`)).body),
  ]) {
    expect(text).not.toContain(secret)
    expect(text).not.toContain('token=secret')
  }
  expect(
    (await ask('POST', `/api/destinations/${created.id}/archive`)).body.result.data.destination,
  ).toMatchObject({
    id: created.id,
  })
  expect((await ask('GET', '/api/destinations')).body.result.data.destinations).toEqual([])
  expect(await ask('POST', `/api/destinations/${created.id}/enable`)).toMatchObject({ status: 404 })
})

test.each([
  [{ url: 'ftp://a.example/x' }, 'url'],
  [{ url: 'https://jane:pw@a.example/x' }, 'url'],
  [{ secret: 'whsec_short' }, 'secret'],
  [{ enabled: false, isDefault: true }, 'enabled'],
  [{ colour: 'red' }, 'colour'],
])('%j is refused, and the field is named', async (fields, field) => {
  const { status, body } = await ask('POST', '/api/destinations', {
    type: 'WEBHOOK_ENDPOINT',
    url,
    label: 'Ops',
    ...fields,
  })
  expect(status).toBe(400)
  expect(JSON.stringify(body)).toContain(field)
})

test('without a default destination a message is refused with the remedy', async () => {
  const { status, body } = await send({ title: 'To nobody' })
  expect(status).toBe(409)
  expect(JSON.stringify(body)).toContain('default destination')
})

test('a change that is based on what somebody changed since is refused, and nothing is done', async () => {
  const { destination: created } = await createWebhook()
  const { configHash } = await destination(created.id)
  const rename = (label: string, ifMatch: string) =>
    ask(
      'PATCH',
      `/api/destinations/${created.id}`,
      { type: 'WEBHOOK_ENDPOINT', label },
      { 'if-match': ifMatch },
    )
  expect(await rename('First', `"${configHash}"`)).toMatchObject({ status: 200 })
  const refused = await rename('Second', configHash)
  expect(refused).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } })
  const { configHash: current, name } = await destination(created.id)
  expect(name).toBe('First')
  expect(JSON.stringify(refused.body)).toContain(current)
  expect(await rename('Third', '*')).toMatchObject({ status: 200 })
})

test('a message whose first answer was lost is sent once', async () => {
  await createWebhook({ isDefault: true })
  const { claims } = running.workspace
  const settle = claims.settle.bind(claims)
  const body = { tool: 'svc_send_notification', input: { title: 'Once' } }
  const key = { 'idempotency-key': 'message-1' }
  claims.settle = () => Promise.reject(new Error('The disk is full'))
  const first = await ask('POST', '/api/tools/call', body, key)
  claims.settle = settle
  const again = await ask('POST', '/api/tools/call', body, key)
  expect(again).toEqual(first)
  await ask('POST', '/api/tools/call', { tool: 'svc_send_notification', input: { title: 'Twice' } })
  await vi.waitFor(() => expect(received.map(({ body }) => body).join()).toContain('Twice'))
  expect(received).toHaveLength(2)
})

test('a dry run sends nothing and tells what would be shown', async () => {
  const { destination: created } = await createWebhook({ isDefault: true })
  const input = { title: 'Acme', markdown: 'They **renew** in [May](https://a.example).', dryRun: true }
  expect((await send(input)).body).toEqual({
    ok: true,
    deliveries: [],
    preview: [
      {
        destinationId: created.id,
        label: 'Ops',
        provider: 'WEBHOOK',
        title: 'Acme',
        plainText: 'They renew in May (https://a.example).',
      },
    ],
  })
  const nowhere = { ...input, destinationIds: ['00000000-0000-4000-8000-000000000000'] }
  expect((await send(nowhere)).status).toBe(404)
  await send({ title: 'Sent' })
  await vi.waitFor(() => expect(received).toHaveLength(1))
  expect((await destination(created.id)).recentDeliveries).toHaveLength(1)
})
