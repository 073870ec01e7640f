// Every provider that sends webhooks: what one names is fetched again, by itself, however often, in whatever order, and
// whoever signs it.
import { connectionsOf } from '../../src/integrations/connections.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Call } from '../../../../examples/provider-sandbox/src/http.ts'
import type { SentWebhook } from '../../../../examples/provider-sandbox/src/webhooks.ts'
import { defineOrganization } from '../../src/organizations/define-organization.ts'
import { configOf, connectOne, playedAs } from '../support/connect-all.ts'
import { type IntegrationServer, openIntegrationServer } from '../support/integration-server.ts'

type Sending = 'billing-a' | 'support-a' | 'calls-a' | 'analytics-a'

interface Telling {
  /** Changes something there, the n-th time; what is sent of it, and how it is known to be here. */
  change: (n: number) => {
    send: (secrets: readonly string[]) => SentWebhook
    isHere: () => Promise<boolean>
  }
  /** What is asked for of a change, once for all; null: it is carried. */
  asks: { most: number; isOfOne: (call: Call) => boolean } | null
}

let test: IntegrationServer
const text = async (tool: string, input: object) => JSON.stringify(await test.call(tool, input))
const count = async (sql: string) =>
  (await test.call<{ data: { n: number }[] }>('svc_query', { sql })).data[0]!.n

const telling: Record<Sending, () => Telling> = {
  'billing-a': () => {
    const { billingA } = test.sandbox
    return {
      change(n) {
        const customer = billingA.customers[0]!
        customer['name'] = `Renamed ${n}`
        const event = billingA.emit('customer.updated', customer)
        return {
          send: (secrets) => billingA.webhook(secrets, { event }),
          isHere: async () =>
            (await count(`select count(*)::integer as n from users where name = 'Renamed ${n}'`)) > 0,
        }
      },
      asks: { most: 3, isOfOne: ({ path, query }) => `${path}${query.toString()}`.includes('cus_') },
    }
  },
  'support-a': () => {
    const { supportA } = test.sandbox
    return {
      change(n) {
        const { id } = supportA.conversations[0]!
        supportA.reply(id, `Row number ${4_711 + n}`)
        return {
          send: (secrets) => supportA.webhook(secrets, { conversationId: id, id: `notif_of_${n}` }),
          isHere: async () =>
            (await text('svc_get_source', { sourceType: 'SUPPORT_TICKET', sourceId: id })).includes(
              `Row number ${4_711 + n}`,
            ),
        }
      },
      asks: {
        most: 1,
        isOfOne: ({ method, path }) => method === 'GET' && path.startsWith('/conversations/'),
      },
    }
  },
  'calls-a': () => {
    const { callsA } = test.sandbox
    return {
      change(n) {
        const call = callsA.transcripts.at(-1)!
        call['title'] = `Named ${n}`
        const sent = Date.now() + n
        return {
          send: (secrets) => callsA.webhook(secrets, { meetingId: String(call['id']), at: sent }),
          isHere: async () =>
            (await count(`select count(*)::integer as n from sources where title = 'Named ${n}'`)) > 0,
        }
      },
      asks: { most: 1, isOfOne: ({ body }) => body.includes('transcript(id:') },
    }
  },
  'analytics-a': () => {
    const { analyticsA } = test.sandbox
    return {
      change(n) {
        const event = analyticsA.capture({ event: `clicked_${n}`, distinct_id: 'ana@acme.example' })
        return {
          send: (secrets) => analyticsA.webhook(secrets, { event }),
          isHere: async () =>
            (await count(`select count(*)::integer as n from activity where event_name = 'clicked_${n}'`)) ===
            1,
        }
      },
      asks: null,
    }
  },
}

beforeAll(async () => {
  test = await openIntegrationServer({ companies: 6 })
  for (const id of Object.keys(telling) as Sending[]) {
    await connectOne(test, id)
    await test.synced(id)
  }
})
afterAll(() => test.close())

async function step(provider: Sending, webhookSecret?: string): Promise<string> {
  const { status, body } = await test.ask('POST', '/api/integrations/setup-step', {
    provider,
    step: 'webhooks',
    ...(webhookSecret !== undefined && { config: { webhookSecret } }),
  })
  expect({ status, error: body['error'] }).toEqual({ status: 200, error: undefined })
  return (body['setup'] as { webhookUrl: string }).webhookUrl
}

async function post(to: string, { headers, body }: SentWebhook): Promise<number> {
  return (await test.server.fetch(new Request(to, { method: 'POST', headers, body }))).status
}

async function here({ isHere }: { isHere: () => Promise<boolean> }): Promise<void> {
  await vi.waitFor(async () => expect(await isHere()).toBe(true), { interval: 50 })
}

/** Nothing is asked for, and nothing is to be. */
async function quiet(id: Sending): Promise<void> {
  await vi.waitFor(
    async () => {
      const connection = (await connectionsOf(test.workspace).read())[id]!
      expect(connection.hintedAt ?? null).toBeNull()
      expect(connection).toMatchObject({ startedAt: null, requestedAt: null })
    },
    { interval: 50 },
  )
}

describe.each(Object.keys(telling) as Sending[])('%s', (id) => {
  const first = `first-secret-of-${id}`
  const second = `second-secret-of-${id}`

  it('what a webhook names is fetched again, alone, however often it is sent', async () => {
    const to = await step(id, first)
    const { change, asks } = telling[id]()
    await quiet(id)
    const before = test.sandbox[playedAs[id]].calls.length
    const told = change(1)
    for (let time = 0; time < 20; time++) expect(await post(to, told.send([first]))).toBe(200)
    await here(told)
    await quiet(id)
    for (let time = 0; time < 20; time++) expect(await post(to, told.send([first]))).toBe(200)
    await quiet(id)
    const asked = test.sandbox[playedAs[id]].calls.slice(before)
    if (asks === null) expect(asked).toEqual([])
    else {
      expect(asked.filter((call) => !asks.isOfOne(call)).map(({ path }) => path)).toEqual([])
      // A few fetches in place of forty: a slow machine is between two of them when another webhook comes.
      expect(asked.length).toBeLessThanOrEqual(4 * asks.most)
    }
    expect(await told.isHere()).toBe(true)
  })

  it('what comes out of order ends with what holds', async () => {
    const to = await step(id)
    const { change } = telling[id]()
    const told = [change(2), change(3), change(4)]
    for (const one of told.toReversed()) expect(await post(to, one.send([first]))).toBe(200)
    await here(told.at(-1)!)
    await quiet(id)
    expect(await told.at(-1)!.isHere()).toBe(true)
  })

  it('while its secret is replaced, both hold, and no third one', async () => {
    const to = await step(id, second)
    const { change } = telling[id]()
    for (const [index, secret] of [first, second].entries()) {
      const told = change(10 + index)
      expect(await post(to, told.send([`no-${secret}`]))).toBe(400)
      expect(await post(to, told.send([secret]))).toBe(200)
      await here(told)
    }
    await step(id, `third-secret-of-${id}`)
    expect(await post(to, change(12).send([first]))).toBe(400)
  })

  it('one for another connection is refused, and says nothing', async () => {
    const { document, apiKey } = defineOrganization({ name: 'Another' })
    await test.server.workspaces.createOrganization(document.organization, document)
    const config = configOf(test.sandbox, id)
    const asOther = async (path: string, body: object) =>
      (await (
        await test.server.fetch(
          new Request(`http://localhost${path}`, {
            method: 'POST',
            headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
            body: JSON.stringify(body),
          }),
        )
      ).json()) as Record<string, unknown>
    expect(await asOther('/api/integrations/connect', { provider: id, config })).toMatchObject({
      connected: true,
    })
    const { setup } = await asOther('/api/integrations/setup-step', {
      provider: id,
      step: 'webhooks',
      config: { webhookSecret: `of-the-other-${id}` },
    })
    const { webhookUrl } = setup as { webhookUrl: string }
    const { change } = telling[id]()
    const told = change(20)
    expect(await post(webhookUrl, told.send([`third-secret-of-${id}`]))).toBe(400)
    expect(await post(await step(id), told.send([`of-the-other-${id}`]))).toBe(400)
    expect(await post(webhookUrl, told.send([`of-the-other-${id}`]))).toBe(200)
  })
})

describe('what is gone', () => {
  it('is taken away by the webhook that names it: a conversation of support-a, a customer of billing-a', async () => {
    const { supportA, billingA } = test.sandbox
    const tickets = () =>
      count(`select count(*)::integer as n from sources where source_type = 'SUPPORT_TICKET'`)
    const before = await tickets()
    const { id } = supportA.conversations.at(-1)!
    supportA.remove(id)
    const secrets = ['third-secret-of-support-a']
    expect(await post(await step('support-a'), supportA.webhook(secrets, { conversationId: id }))).toBe(200)
    await vi.waitFor(async () => expect(await tickets()).toBe(before - 1), { interval: 50 })

    const paying = () =>
      count(
        `select count(distinct customer_id)::integer as n from revenue where mrr_cents > 0 and snapshot_date = current_date`,
      )
    const paid = await paying()
    billingA.remove(billingA.subscriptions.find(({ status }) => status === 'active')!['customer'] as string)
    const sent = billingA.webhook(['third-secret-of-billing-a'])
    expect(await post(await step('billing-a'), sent)).toBe(200)
    await vi.waitFor(async () => expect(await paying()).toBe(paid - 1), { interval: 50 })
  })
})
