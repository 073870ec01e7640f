import assert from 'node:assert/strict'
import { type Check, failing, newOrganization, type StoreUnderTest } from './suite-case.ts'

/** Organizations: each has ports of its own, and exists from its first document on. */
export const organizationCases: Check<StoreUnderTest>[] = [
  {
    name: 'lists every organization that has a document',
    async check({ store }) {
      assert.deepEqual(await store.listOrganizations(), [])
      const organizations = [newOrganization(store), newOrganization(store)]
      newOrganization(store)
      for (const { documents } of organizations)
        await documents.write('workspace', { a: 1 }, { expected: null })
      assert.deepEqual(
        (await store.listOrganizations()).sort(),
        organizations.map(({ organizationId }) => organizationId).sort(),
      )
    },
  },
  {
    name: 'gives the same ports each time, and keeps organizations apart',
    async check({ store }) {
      const [one, other] = [newOrganization(store), newOrganization(store)]
      assert.equal(store.organization(one.organizationId), one)
      await one.documents.write('workspace', {}, { expected: null })
      await one.journals.append('audit', [{ a: 1 }])
      await one.claims.settle('key', 'value', { ttlMs: 60_000 })
      await one.log.append(Buffer.from('record'))
      assert.notEqual(await one.leases.acquire('work', { ttlMs: 60_000 }), null)
      assert.equal(await other.documents.read('workspace'), null)
      assert.deepEqual(await other.journals.read('audit'), [])
      assert.equal(await other.claims.find('key'), null)
      assert.equal(await other.log.end(), 0)
      assert.notEqual(await other.leases.acquire('work', { ttlMs: 60_000 }), null)
    },
  },
  {
    name: 'takes away everything that an organization has, and nothing of another',
    async check({ store }) {
      const [gone, other] = [newOrganization(store), newOrganization(store)]
      for (const { documents, journals, log, claims } of [gone, other]) {
        await documents.write('workspace', {}, { expected: null })
        await journals.append('audit', [{ a: 1 }])
        await log.append(Buffer.from('record'))
        await claims.settle('key', 'value', { ttlMs: 60_000 })
      }
      await store.removeOrganization(gone.organizationId)
      assert.deepEqual(await store.listOrganizations(), [other.organizationId])
      const again = store.organization(gone.organizationId)
      assert.equal(await again.documents.read('workspace'), null)
      assert.deepEqual(await again.journals.read('audit'), [])
      assert.equal(await again.claims.find('key'), null)
      assert.equal(await again.log.end(), 0)
      assert.equal(await other.claims.find('key'), 'value')
    },
  },
  {
    name: 'has stored what was in flight once it is closed, and takes nothing more',
    async check({ store }) {
      const { log, documents } = newOrganization(store)
      await log.append(Buffer.from('before'))
      const inFlight = log.append(Buffer.from('in flight'))
      await store.close()
      assert.ok((await inFlight) > 0)
      await assert.rejects(log.append(Buffer.from('after')), failing('LOG_UNAVAILABLE'))
      await assert.rejects(documents.read('workspace'), failing('UNAVAILABLE'))
      await store.close()
    },
  },
]
