// One object whose answer is larger than answers may be, with each provider whose paging lets a walk go on behind it: it is
// quarantined with its reason, and everything else comes.
import { removalsOf } from '../../src/integrations/removals.ts'
import { syncRunsOf } from '../../src/integrations/sync-run.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type ConnectedId, connectOne } from '../support/connect-all.ts'
import { type IntegrationServer, openIntegrationServer } from '../support/integration-server.ts'

/** Larger than an answer may be. */
const large = 'x'.repeat(17 * 1024 * 1024)

let test: IntegrationServer
beforeAll(async () => {
  test = await openIntegrationServer({ companies: 12 })
})
afterAll(() => test.close())

interface Case {
  model: string
  /** Gives one object of the provider a field of this value, and tells its id; null: it can't be known. */
  put: (value: string) => string | null
  /** So many are quarantined with it at most. Default 1. */
  most?: number
}

const setIn = (object: Record<string, unknown>, field: string, value: unknown) => {
  object[field] = value
  return String(object['id'] ?? object['recording_id'] ?? object['uuid'])
}

const cases: Partial<Record<ConnectedId, Case>> = {
  'billing-a': {
    model: 'BillingCustomer',
    put(value) {
      // Not the one that is asked for to check the key.
      const invoice = test.sandbox.billingA.invoices[10]!
      invoice['description'] = value
      return String(invoice['customer'])
    },
  },
  'support-a': {
    model: 'Ticket',
    put(value) {
      const conversation = test.sandbox.supportA.conversations[1]!
      const { conversation_parts: parts } = conversation['conversation_parts'] as {
        conversation_parts: Record<string, unknown>[]
      }
      parts[0]!['body'] = value
      return conversation.id
    },
  },
  'calls-a': {
    model: 'Call',
    put: (value) => setIn(test.sandbox.callsA.transcripts[3]!, 'sentences', [{ text: value }]),
  },
  'calls-b': {
    model: 'Call',
    put(value) {
      const { meetings } = test.sandbox.callsB
      // More than a page.
      for (let number = 1; meetings.length < 12; number++)
        meetings.push({ ...meetings.at(-1)!, recording_id: 60_000 + number })
      return setIn(meetings[1]!, 'transcript', [{ text: value }])
    },
    // A page's size is the service's choice.
    most: 10,
  },
  'analytics-a': {
    model: 'Event',
    put(value) {
      const event = test.sandbox.analyticsA.events.find((one) => one.event === 'report_exported')!
      event.properties['note'] = value
      return event.uuid
    },
  },
  'auth-analytics-a': {
    model: 'User',
    put(value) {
      test.sandbox.authAnalyticsA.users[5]!['user_metadata'] = { full_name: 'Large', avatar: value }
      return null
    },
  },
  'auth-analytics-b': {
    model: 'User',
    put(value) {
      test.sandbox.authAnalyticsB.users[5]!['unsafe_metadata'] = { avatar: value }
      return null
    },
  },
  'calendar-a': {
    model: 'CalendarEvent',
    put: (value) => setIn(test.sandbox.calendarA.events[4]!, 'description', value),
  },
  'crm-a': {
    model: 'Opportunity',
    put(value) {
      const deal = test.sandbox.crmA.objects.deals[4]!
      deal.properties['description'] = value
      return deal.id
    },
  },
  'chat-app': {
    model: 'Conversation',
    put(value) {
      const channel = test.sandbox.chatApp.channels.find(
        ({ is_member: isMember, messages }) => isMember && messages.some(isReply),
      )!
      const reply = channel.messages.find(isReply)!
      reply.text = value
      return `${channel.id}:${reply.thread_ts}`
    },
  },
}
const isReply = ({ ts, thread_ts: thread }: { ts: string; thread_ts?: string }) =>
  thread !== undefined && thread !== ts

/** How much was brought, whatever it is. */
async function brought(): Promise<number> {
  await test.workspace.readModels.exact({ withinMs: 60_000 })
  const { data } = await test.call<{ data: { n: number }[] }>('svc_query', {
    sql: `select ((select count(*) from users) + (select count(*) from sources) + (select count(*) from activity))::integer as n`,
  })
  return data[0]!.n
}

describe.each(Object.entries(cases) as [ConnectedId, Case][])('%s', (id, { model, put, most = 1 }) => {
  const walk = async (isAgain: boolean) => {
    await connectOne(test, id, isAgain)
    const { syncs } = await test.synced(id)
    expect(syncs).toContainEqual(
      expect.objectContaining({
        model,
        errorMessage: id === 'crm-a' ? (expect.stringContaining('Map the stages') as string) : null,
      }),
    )
    return brought()
  }
  afterEach(async () => {
    await test.ask('POST', '/api/integrations/disconnect', { provider: id, data: 'remove' })
    await vi.waitFor(async () => expect(await removalsOf(test.workspace).read()).toEqual({}), {
      interval: 50,
    })
  })

  it('sets it aside with its reason, and brings the rest', async () => {
    const name = put(large)
    const without = await walk(false)
    const run = (await syncRunsOf(test.workspace).read()).at(-1)!
    expect(run).toMatchObject({ provider: id, status: 'SUCCESS', error: null })
    expect(run.setAside).toBeGreaterThan(0)
    expect(run.setAside).toBeLessThanOrEqual(most)
    for (const { reason } of run.setAsideReasons) expect(reason).toContain('is larger than 16777216 bytes')
    expect(run.setAsideReasons.map((one) => one.id)).toContain(name ?? 'an object whose id is not known')
    // The place moved on: the next sync doesn't meet it again, or sets it aside again, and ends well.
    await test.sync(id)
    expect((await syncRunsOf(test.workspace).read()).at(-1)).toMatchObject({ status: 'SUCCESS' })
    put('Small')
    const whole = await walk(true)
    expect((await syncRunsOf(test.workspace).read()).at(-1)).toMatchObject({ setAside: 0 })
    expect(without).toBeGreaterThan(0)
    expect(without).toBeLessThan(whole)
  })
})

it('crm-b, whose pages can’t be asked for in parts, says so for that model, and brings the others', async () => {
  test.sandbox.crmB.change('organizations', test.sandbox.crmB.organizations[2]!.id, { address: large })
  await connectOne(test, 'crm-b')
  const { syncs } = await test.synced('crm-b')
  expect(syncs).toMatchObject([
    { model: 'Owner', status: 'SUCCESS' },
    {
      model: 'Company',
      status: 'ERROR',
      errorMessage: expect.stringContaining('is larger than 16777216 bytes') as string,
    },
    { model: 'Contact', status: 'SUCCESS' },
    { model: 'Opportunity', errorMessage: expect.stringContaining('Map the stages') as string },
  ])
  // Those whose page it would be part of are quarantined by themselves.
  const { setAsideReasons } = (await syncRunsOf(test.workspace).read()).at(-1)!
  expect(new Set(setAsideReasons.map((one) => one.model))).toEqual(new Set(['Contact', 'Opportunity']))
})
