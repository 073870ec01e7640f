import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { encodeRecord } from '../../src/kernel/log/record.ts'
import type { CustomerName, TimelineEntry } from '../../src/customers/reads/customer-reads.ts'
import type { Page, PageEnd } from '../../src/kernel/sql/page.ts'
import type { ReadModels } from '../../src/kernel/read-models/read-models.ts'
import { custom, fromBrowser, fromServer, identify, iso, minute, noon, pageview } from './events.ts'
import { bring, type ReadModelCase, make, settled } from './read-model-case.ts'

/** What is derived from events: exactly once, at once, and apart for each organization. */
export const readModelCases: ReadModelCase[] = [
  {
    name: 'answers what was appended before fresh reads were asked for',
    async check({ store }) {
      const { log, readModels } = (await make(store)).workspace
      for (let index = 0; index < 5; index++) {
        const events = [custom(noon + index, `Step ${index}`, { email: 'jane@acme.com' })]
        const position = await log.append(encodeRecord(fromServer(...events)))
        assert.equal((await readModels.fresh({ withinMs: 15_000 })).current, true)
        assert.ok(readModels.projected >= position)
        assert.equal((await timelineOf(readModels, 'acme.com'))[0]?.eventName, `Step ${index}`)
      }
      assert.equal(readModels.unavailable, null)
    },
  },
  {
    name: 'stores a repeated uuid once, whether it comes again in a batch, in the next or later',
    async check({ store }) {
      const { workspace } = await make(store)
      const { readModels } = workspace
      const event = custom(noon, 'Paid', { email: 'jane@acme.com' })
      await bring(workspace, fromServer(event, event), fromServer(event))
      await bring(workspace, fromServer(custom(noon + 1, 'Left', { email: 'jane@acme.com' }), event))
      assert.deepEqual(names(await timelineOf(readModels, 'acme.com')), ['Left', 'Paid'])
      assert.equal(readModels.counters.duplicates, 3)
      const traces = await readModels.traceEvent(event.uuid)
      assert.deepEqual(
        traces.map(({ eventName, contact }) => [eventName, contact?.email]),
        [['Paid', 'jane@acme.com']],
      )
      assert.deepEqual(await readModels.traceEvent(randomUUID()), [])
    },
  },
  {
    name: 'gives a person what their visitor did before, and finds their customer by each of its names',
    async check({ store }) {
      const { workspace } = await make(store)
      const { readModels } = workspace
      const visitorId = randomUUID()
      await bring(workspace, fromBrowser(visitorId, pageview(noon)))
      assert.deepEqual(await readModels.findCustomer('acme.com'), { kind: 'missing' })
      assert.equal(await readModels.getCustomer('nobody'), null)
      await bring(
        workspace,
        fromBrowser(visitorId, identify(noon + minute, 'Jane@Acme.com')),
        fromServer(
          identify(noon + 2 * minute, 'jane@acme.com', {
            userId: 'u-17',
            traits: { name: 'Jane Doe' },
            customerId: 'acct-1',
            customerTraits: { name: 'Acme Inc' },
          }),
        ),
      )
      const match = await readModels.findCustomer('acct-1')
      assert.ok(match.kind === 'found')
      const customer = await readModels.getCustomer(match.customer.id)
      assert.ok(customer !== null)
      assert.deepEqual(
        { name: customer.name, domain: customer.domain, contacts: customer.contactCount },
        { name: 'Acme Inc', domain: 'acme.com', contacts: 1 },
      )
      for (const reference of [customer.id, 'ACME.com', 'acme inc', 'jane@acme.com'])
        assert.deepEqual(await readModels.findCustomer(reference), match)
      assert.deepEqual(
        await readModels.resolveCustomerKeys([customer.id, 'nobody']),
        new Map([[customer.id, { customerId: 'acct-1' }]]),
      )
      const [contact, ...others] = await readModels.listContacts(customer.id, 10)
      assert.deepEqual(
        [contact?.email, contact?.name, contact?.journeyStage, others],
        ['jane@acme.com', 'Jane Doe', 'SIGNED_UP', []],
      )
      assert.deepEqual(
        (await timelineOf(readModels, 'acme.com')).map(({ occurredAt, contact: who }) => [occurredAt, who]),
        [2, 1, 0].map((minutes) => [iso(noon + minutes * minute), 'Jane Doe']),
      )
    },
  },
  {
    name: "takes a reference for the caller's own id before it takes it for a domain, and for a domain before a name",
    async check({ store }) {
      const { workspace } = await make(store)
      const { readModels } = workspace
      await bring(
        workspace,
        fromServer(
          identify(noon, 'joe@globex.com', { userId: 'u-1' }),
          identify(noon + 1, 'ann@initech.com', { userId: 'u-2' }),
          custom(noon + 2, 'Own id', { customerId: 'globex.com' }),
          identify(noon + 3, 'eve@hooli.com', {
            userId: 'u-3',
            customerId: 'acct-3',
            customerTraits: { name: 'Initech.com' },
          }),
        ),
      )
      assert.deepEqual(names(await timelineOf(readModels, 'globex.com')), ['Own id'])
      assert.equal((await nameOf(readModels, 'Initech.com')).domain, 'initech.com')
      assert.equal((await nameOf(readModels, 'joe@globex.com')).domain, 'globex.com')
      assert.deepEqual(await readModels.findTimeline({ customer: 'nobody' }, { limit: 1, after: null }), {
        kind: 'missing',
      })
    },
  },
  {
    name: 'lists customers, users and a timeline in pages: every row once, in order, with the total',
    async check({ store }) {
      const { workspace } = await make(store)
      const { readModels } = workspace
      const domains = Array.from({ length: 7 }, (_, index) => `company-${index}.test`)
      await bring(
        workspace,
        fromServer(
          ...domains.map((domain, index) =>
            custom(noon + index * minute, 'Seen', { email: `jane@${domain}` }),
          ),
        ),
        fromServer(...domains.map((_, index) => custom(noon + index, `Step ${index}`, { customerId: 'a' }))),
      )
      const byActivity = { orderBy: 'last_activity_at', orderDirection: 'desc', limit: 3 } as const
      const latest = domains.toReversed()
      const customers = await pages((after) =>
        readModels.listCustomers({ ...byActivity, search: 'company-', after }),
      )
      assert.deepEqual([customers.total, customers.items.map(({ domain }) => domain)], [7, latest])
      const byEmail = { orderBy: 'email', orderDirection: 'asc', limit: 2 } as const
      const users = await pages((after) => readModels.listUsers({ ...byEmail, after }))
      assert.deepEqual(
        [users.total, users.items.map(({ email }) => email)],
        [7, domains.map((domain) => `jane@${domain}`)],
      )
      const customerId = await idOf(readModels, 'a')
      const timeline = await pages((after) =>
        readModels.listTimeline({ of: { customerId }, limit: 3, after }),
      )
      const steps = domains.map((_, index) => `Step ${index}`)
      assert.deepEqual([timeline.total, names(timeline.items)], [7, steps.toReversed()])
      const until = new Date(noon + 2)
      const early = await readModels.listTimeline({ of: { customerId }, until, limit: 10, after: null })
      assert.deepEqual(names(early.items), ['Step 2', 'Step 1', 'Step 0'])
    },
  },
  {
    name: 'never shows one organization what another has, though both know the same person',
    async check({ store }) {
      const ours = (await make(store, 'Ours')).workspace
      const theirs = (await make(store, 'Theirs')).workspace
      const event = custom(noon, 'Ours alone', { email: 'jane@acme.com', customerId: 'acct-1' })
      const own = { ...event, eventName: 'Theirs alone', customerId: 'acct-2' }
      await bring(ours, fromServer(event, custom(noon + 1, 'Ours again', { email: 'joe@globex.com' })))
      await bring(theirs, fromServer(own))
      const { readModels } = theirs
      const everything = {
        orderBy: 'last_activity_at',
        orderDirection: 'desc',
        limit: 10,
        after: null,
      } as const
      assert.equal((await readModels.listCustomers(everything)).total, 1)
      assert.equal((await readModels.listUsers(everything)).total, 1)
      assert.deepEqual(names(await timelineOf(readModels, 'jane@acme.com')), ['Theirs alone'])
      assert.deepEqual(names(await timelineOf(ours.readModels, 'jane@acme.com')), ['Ours alone'])
      for (const reference of ['acct-1', 'joe@globex.com', 'globex.com'])
        assert.deepEqual(await readModels.findCustomer(reference), { kind: 'missing' })
      assert.equal(await readModels.findPerson('joe@globex.com'), null)
      const { rows } = await readModels.runUntrusted('select event_name from activity', limits)
      assert.deepEqual(rows, [{ event_name: 'Theirs alone' }])
    },
  },
  {
    name: 'joins two keys of a person, takes them apart when somebody decides so, and joins them again',
    async check({ store }) {
      const { workspace } = await make(store)
      const { readModels } = workspace
      const cause = identify(noon, 'jane@acme.com', { userId: 'u-17' })
      await bring(workspace, fromServer(cause))
      const statuses = async () =>
        (await readModels.listIdentityLinks('u-17')).map((link) => [
          new Set([link.left, link.right]),
          link.cause,
          link.status,
        ])
      const keys = new Set(['email:jane@acme.com', 'user:u-17'])
      assert.deepEqual(await statuses(), [[keys, cause.uuid, 'applied']])
      assert.deepEqual(new Set((await readModels.findPerson('u-17'))?.keys), keys)
      const decide = (decision: 'cut' | 'mend') =>
        bring(workspace, {
          kind: 'identity',
          receivedAt: noon,
          decision,
          left: 'email:jane@acme.com',
          right: 'user:u-17',
          cause: 'operator',
        })
      await decide('cut')
      assert.deepEqual(await statuses(), [[keys, cause.uuid, 'cut']])
      assert.deepEqual((await readModels.findPerson('jane@acme.com'))?.keys, ['email:jane@acme.com'])
      await decide('mend')
      assert.deepEqual(new Set((await readModels.findPerson('jane@acme.com'))?.keys), keys)
    },
  },
  {
    name: 'counts whom an event would have activated, and activates by it from when it is said',
    async check({ store }) {
      const { workspace } = await make(store)
      const { readModels } = workspace
      const done = (at: number, email: string) => fromServer(custom(at, 'Project Created', { email }))
      await bring(workspace, done(noon, 'jane@acme.com'), done(noon + 1, 'joe@globex.com'))
      const query = { eventName: 'Project Created', from: new Date(noon), until: new Date(noon + minute) }
      const { eventCount, customerCount, contactCount, activatedCustomerCount } =
        await readModels.findActivationMatches({ ...query, exampleLimit: 5 })
      assert.deepEqual([eventCount, customerCount, contactCount, activatedCustomerCount], [2, 2, 2, 0])
      await bring(
        workspace,
        { kind: 'activation', receivedAt: noon, eventName: 'Project Created' },
        done(noon + 2, 'jane@acme.com'),
      )
      const activatedAt = async (reference: string) => {
        const match = await readModels.findCustomer(reference)
        if (match.kind !== 'found') return match.kind
        const customer = await readModels.getCustomer(match.customer.id)
        return customer?.activatedAt
      }
      assert.equal(await activatedAt('acme.com'), iso(noon + 2))
      assert.equal(await activatedAt('globex.com'), null)
    },
  },
  {
    name: 'runs one SELECT within its bounds, tells what a text is, and fails by name',
    async check({ store }) {
      const { workspace } = await make(store)
      const { readModels } = workspace
      await bring(
        workspace,
        fromServer(...[1, 2, 3].map((step) => custom(noon + step, `Step ${step}`, { userId: 'u-1' }))),
      )
      const select = 'select event_name, occurred_at from activity order by occurred_at'
      assert.deepEqual(await readModels.runUntrusted(select, { ...limits, maxRows: 2 }), {
        rows: [1, 2].map((step) => ({ event_name: `Step ${step}`, occurred_at: iso(noon + step) })),
        columns: [
          { name: 'event_name', type: 'text' },
          { name: 'occurred_at', type: 'timestamp' },
        ],
        truncated: true,
      })
      assert.equal((await readModels.runUntrusted(select, limits)).truncated, false)
      const parsed = await readModels.parse(select)
      assert.equal(parsed.kind === 'selects' && parsed.statements.length, 1)
      assert.equal((await readModels.parse('delete from activity')).kind, 'other')
      assert.equal((await readModels.parse('selekt 1')).kind, 'unreadable')
      await assert.rejects(readModels.runUntrusted('select nothing from activity', limits), {
        code: 'SYNTAX_ERROR',
      })
      const endless = 'select count(*) from range(10000000) a, range(10000000) b where a.range + b.range = -1'
      await assert.rejects(readModels.runUntrusted(endless, { ...limits, timeoutMs: 500 }), {
        code: 'EXECUTION_ERROR',
      })
      assert.equal((await readModels.runUntrusted(select, limits)).rows.length, 3)
    },
  },
  {
    name: 'rebuilds its answers from the log, without what the log holds no more, and follows it on',
    async check({ store }) {
      const { workspace } = await make(store)
      const { log, readModels } = workspace
      const gone = fromServer(custom(noon, 'Secret', { email: 'joe@globex.com' }))
      const kept = fromServer(custom(noon + 1, 'Kept', { email: 'jane@acme.com' }))
      await bring(workspace, gone, kept)
      const before = await readModels.findCustomer('acme.com')
      await log.rewrite({
        payload: (payload) => (Buffer.from(payload).includes('Secret') ? null : payload),
        isUnwanted: () => true,
      })
      assert.equal((await readModels.findCustomer('globex.com')).kind, 'found')
      await readModels.rebuild()
      await settled(workspace)
      assert.deepEqual(await readModels.findCustomer('globex.com'), { kind: 'missing' })
      assert.deepEqual(await readModels.findCustomer('acme.com'), before)
      await bring(workspace, fromServer(custom(noon + 2, 'After', { email: 'jane@acme.com' })))
      assert.deepEqual(names(await timelineOf(readModels, 'acme.com')), ['After', 'Kept'])
    },
  },
]

const limits = { timeoutMs: 10_000, maxRows: 100, maxBytes: 1_000_000 }

async function idOf(readModels: ReadModels, reference: string): Promise<string> {
  return (await nameOf(readModels, reference)).id
}

async function nameOf(readModels: ReadModels, reference: string): Promise<CustomerName> {
  const match = await readModels.findCustomer(reference)
  assert.ok(match.kind === 'found', `${reference} names one customer`)
  return match.customer
}

/** A customer's activity, newest first. */
export async function timelineOf(readModels: ReadModels, reference: string): Promise<TimelineEntry[]> {
  const match = await readModels.findTimeline({ customer: reference }, { limit: 100, after: null })
  assert.ok(match.kind === 'found', `${reference} names one customer`)
  return match.timeline.items
}

export function names(entries: readonly TimelineEntry[]): string[] {
  return entries.map(({ eventName }) => eventName)
}

/** All pages of a list. Fails where one is empty or the total moves. */
async function pages<Item>(
  read: (after: PageEnd | null) => Promise<Page<Item>>,
): Promise<{ items: Item[]; total: number }> {
  const first = await read(null)
  const items = [...first.items]
  for (let after = first.end; after !== null;) {
    const page = await read(after)
    assert.ok(page.items.length > 0, 'a page that was announced is empty')
    assert.equal(page.total, first.total)
    items.push(...page.items)
    after = page.end
  }
  return { items, total: first.total }
}
