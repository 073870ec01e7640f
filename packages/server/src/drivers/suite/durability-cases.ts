import assert from 'node:assert/strict'
import type { Store } from '../../kernel/store/ports.ts'
import { readWhole } from './read-log.ts'
import { awkwardText, type Check, newOrganization, type StoreUnderTest } from './suite-case.ts'

/** A store between two openings of it. */
export interface Reopened extends StoreUnderTest {
  /** Closes the store that is open, and opens it again. */
  again: () => Promise<Store>
}

const long = { ttlMs: 60_000 }

/** What outlives the process. */
export const durabilityCases: Check<Reopened>[] = [
  {
    name: 'has documents, journals and settled claims again after it was closed',
    async check({ store, again }) {
      const { organizationId, documents, journals, claims } = newOrganization(store)
      await documents.write('workspace', { text: awkwardText }, { expected: null })
      const gone = (await documents.write('gone', 1, { expected: null }))!
      await documents.remove('gone', { expected: gone })
      await journals.append('audit', [{ id: 'a' }, { id: 'b' }])
      await claims.settle('a', 'first', long)
      await claims.settle('b', awkwardText, long)
      await claims.rewrite((value) => (value === 'first' ? 'changed' : value))
      await claims.settle('c', 'c', long)
      await claims.release('c')
      const before = await documents.read('workspace')
      const reopened = await again()
      assert.deepEqual(await reopened.listOrganizations(), [organizationId])
      const kept = reopened.organization(organizationId)
      assert.deepEqual(await kept.documents.read('workspace'), before)
      assert.equal(await kept.documents.read('gone'), null)
      assert.deepEqual(await kept.journals.read('audit'), [{ id: 'a' }, { id: 'b' }])
      assert.equal(await kept.claims.find('a'), 'changed')
      assert.equal(await kept.claims.find('b'), awkwardText)
      assert.equal(await kept.claims.find('c'), null)
    },
  },
  {
    name: 'has the log again after it was closed, and goes on where it ended',
    async check({ store, again }) {
      const { organizationId, log } = newOrganization(store)
      for (const text of ['one', 'two']) await log.append(Buffer.from(text))
      const end = await log.end()
      const before = await readWhole(log)
      const { log: kept } = (await again()).organization(organizationId)
      assert.equal(await kept.end(), end)
      const position = await kept.append(Buffer.from('three'))
      assert.ok(position > end)
      const after = await readWhole(kept)
      assert.deepEqual(after.slice(0, -1).map(plain), before.map(plain))
      assert.deepEqual([after.at(-1)?.position, after.at(-1)?.next], [end, position])
    },
  },
  {
    name: 'gives a lease a greater fence after it was closed',
    async check({ store, again }) {
      const { organizationId, leases } = newOrganization(store)
      const former = (await leases.acquire('work', { ttlMs: 1 }))!
      const { leases: kept, log } = (await again()).organization(organizationId)
      const lease = (await kept.acquire('work', long))!
      assert.ok(lease.fence > former.fence)
      await assert.rejects(log.append(Buffer.from('late'), { lease: former }), { code: 'LEASE_LOST' })
    },
  },
]

function plain(entry: { position: number; next: number; payload: Uint8Array }): unknown {
  return { ...entry, payload: Buffer.from(entry.payload).toString('hex') }
}
