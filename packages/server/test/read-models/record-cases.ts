import assert from 'node:assert/strict'
import type { FactRecord, SourceRecord } from '../../src/kernel/log/record.ts'
import { custom, fromServer, identify, iso, noon, records } from './events.ts'
import { bring, type ReadModelCase, make } from './read-model-case.ts'

/** What is derived from records: sources, facts, members, revenue, and what one person left. */
export const recordCases: ReadModelCase[] = [
  {
    name: 'shows of each source, fact, member and day of revenue what was brought last',
    async check({ store }) {
      const { workspace } = await make(store)
      const { readModels } = workspace
      await bring(
        workspace,
        records(
          {
            kind: 'customer',
            customerId: 'acct-1',
            name: 'Acme',
            domain: 'acme.com',
            ownerEmail: 'ann@us.test',
          },
          { kind: 'member', email: 'ann@us.test', name: 'Ann', role: 'Member' },
          call,
          { ...call, sourceId: 'c-2', title: 'Another', occurredAt: noon + 1 },
          fact,
          {
            kind: 'revenue',
            customer: { customerId: 'acct-1' },
            date: iso(noon).slice(0, 10),
            mrrCents: 100,
          },
        ),
      )
      await bring(
        workspace,
        records(
          { ...call, title: 'Renewal call' },
          { ...fact, assertion: 'They renew in May' },
          { kind: 'member', email: 'ann@us.test', name: 'Ann Lee', role: 'Admin' },
          {
            kind: 'revenue',
            customer: { customerId: 'acct-1' },
            date: iso(noon).slice(0, 10),
            mrrCents: 4_900,
          },
        ),
      )
      const match = await readModels.findCustomer('acct-1')
      assert.ok(match.kind === 'found')
      const { id: customerId } = match.customer
      const owner = (await readModels.getCustomer(customerId))?.owner
      assert.deepEqual([owner?.email, owner?.name], ['ann@us.test', 'Ann Lee'])
      assert.equal((await readModels.getRevenue(customerId))?.currentMrr, 4_900)

      const found = await readModels.findSource('CALL', 'c-1')
      assert.deepEqual(
        [found?.title, found?.text, found?.customer?.id, found?.occurredAt],
        ['Renewal call', call.text, customerId, iso(noon)],
      )
      assert.equal(await readModels.findSource('SUPPORT_TICKET', 'c-1'), null)
      const listed = await readModels.listSources({ customerId, limit: 10, after: null })
      assert.deepEqual(
        [listed.total, listed.items.map(({ title }) => title)],
        [2, ['Another', 'Renewal call']],
      )
      const facts = await readModels.listFacts({ customerId, limit: 10, after: null })
      assert.deepEqual(
        facts.items.map(({ factId, assertion, evidence }) => [factId, assertion, evidence]),
        [['f-1', 'They renew in May', fact.evidence]],
      )
      assert.deepEqual(await readModels.findFacts(['f-1', 'f-2']), facts.items)
      const members = await readModels.listWorkspaceUsers({
        orderBy: 'name',
        orderDirection: 'asc',
        limit: 10,
        after: null,
      })
      assert.deepEqual(
        members.items.map(({ name, role, ownedCustomerCount }) => [name, role, ownedCustomerCount]),
        [['Ann Lee', 'Admin', 1]],
      )
      assert.deepEqual(await readModels.listMemberEmails(), ['ann@us.test'])
    },
  },
  {
    name: 'keeps vectors of the documents that it lists without one, and ranks by nearness',
    async check({ store }) {
      const { workspace } = await make(store)
      const { readModels } = workspace
      await bring(
        workspace,
        records(call, { ...call, sourceId: 'c-2', title: 'Invoices', text: 'The invoices come late.' }),
      )
      assert.equal((await readModels.describeIndex()).documents, 2)
      const documents = await readModels.listUnembedded('model-a', 10)
      const texts = await readModels.readDocuments(documents, ['price'])
      const vectors = texts.map(({ document, title }) => ({
        document,
        vector: title === 'Invoices' ? [0, 1] : [1, 0],
      }))
      assert.equal(vectors.length, 2)
      await readModels.keepVectors('model-a', vectors)
      assert.deepEqual(await readModels.listUnembedded('model-a', 10), [])
      const nearest = async (model: string) => {
        const query = { vector: [0.2, 1], model, filter: {}, limit: 1 }
        const ranked = await readModels.rankByVector(query)
        const documents = ranked.map(({ document }) => document)
        return readModels.readDocuments(documents, [])
      }
      assert.deepEqual(
        (await nearest('model-a')).map(({ title }) => title),
        ['Invoices'],
      )
      await readModels.dropOtherVectors('model-b')
      assert.deepEqual(await nearest('model-a'), [])
      assert.equal((await readModels.listUnembedded('model-a', 10)).length, 2)
    },
  },
  {
    name: 'knows a person by any of their keys, with every event and item of theirs, and nothing of another',
    async check({ store }) {
      const { workspace } = await make(store)
      const { readModels } = workspace
      const theirs = [
        identify(noon, 'jane@acme.com', { userId: 'u-17', traits: { name: 'Jane Doe' } }),
        custom(noon + 1, 'Paid', { userId: 'u-17' }),
      ]
      const other = custom(noon + 2, 'Canary', { email: 'joe@acme.com' })
      await bring(workspace, fromServer(...theirs, other), records(call))
      const person = await readModels.findPerson('jane@acme.com')
      assert.ok(person !== null)
      for (const reference of ['u-17', person.userId])
        assert.deepEqual(await readModels.findPerson(reference), person)
      assert.equal(await readModels.findPerson('nobody@acme.com'), null)
      const events = await readModels.listEventIds(person.userId, { after: 0, limit: 1 })
      const rest = await readModels.listEventIds(person.userId, { after: events.last, limit: 10 })
      assert.deepEqual(
        [...events.events, ...rest.events],
        theirs.map(({ uuid }) => ({ uuid, trusted: true })),
      )
      const footprint = await readModels.readFootprint(person)
      assert.ok(footprint.publicIds.includes(person.userId))
      assert.ok(footprint.names.includes('Jane Doe'))
      assert.equal(footprint.sources.length, 1)
      const items = []
      for (let from: string | null = null, first = true; first || from !== null; first = false) {
        const page = await readModels.readPersonItems(person, from)
        items.push(...page.items)
        from = page.next
      }
      const text = JSON.stringify(items)
      assert.ok(text.includes(theirs[0]!.uuid) && text.includes(theirs[1]!.uuid) && text.includes(call.text!))
      assert.ok(!text.includes('Canary'), "what another person did is not among one person's items")
    },
  },
  {
    name: 'brings behavioural facts up to date until none is left, and lists sources that were not read for facts',
    async check({ store }) {
      const { workspace } = await make(store)
      const { readModels } = workspace
      await bring(workspace, fromServer(identify(noon, 'jane@acme.com')), records(call))
      let left = await readModels.refreshFacts(null, noon)
      for (let round = 0; left > 0; round++) {
        assert.ok(round < 100, 'customers that need their facts refreshed do not become fewer')
        left = await readModels.refreshFacts(null, noon)
      }
      assert.deepEqual(
        (await readModels.listUnreadSources(10)).map(({ sourceId, text }) => [sourceId, text]),
        [['c-1', call.text]],
      )
    },
  },
]

const call: SourceRecord = {
  kind: 'source',
  sourceType: 'CALL',
  sourceId: 'c-1',
  occurredAt: noon,
  title: 'First call',
  text: 'The price is too high, said Jane.',
  customer: { domain: 'acme.com' },
  participants: [{ email: 'jane@acme.com', name: 'Jane Doe' }],
}

const fact: FactRecord = {
  kind: 'fact',
  factId: 'f-1',
  origin: 'stated',
  assertion: 'They renew in April',
  customer: { customerId: 'acct-1' },
  evidence: [{ sourceType: 'CALL', sourceId: 'c-1', quote: 'The price is too high' }],
}
