import assert from 'node:assert/strict'
import type { Documents } from '../../kernel/store/ports.ts'
import { awkwardText, type Check, newOrganization, type StoreUnderTest } from './suite-case.ts'

/** Documents: small JSON by name, replaced only where the version is known. */
export const documentCases: Check<StoreUnderTest>[] = [
  {
    name: 'gives back a document as it was written, and none where there is none',
    async check({ store }) {
      const { documents } = newOrganization(store)
      assert.equal(await documents.read('settings'), null)
      const value = { text: awkwardText, list: [1, null, { deep: false }], 'odd key "': 0.5 }
      const version = await documents.write('settings', value, { expected: null })
      assert.deepEqual(await documents.read('settings'), { value, version })
      assert.ok(documents.place('settings').includes('settings'))
    },
  },
  {
    name: 'replaces a document only in the version that the writer knows',
    async check({ store }) {
      const { documents } = newOrganization(store)
      const first = await documents.write('settings', 1, { expected: null })
      assert.notEqual(first, null)
      assert.equal(await documents.write('settings', 2, { expected: null }), null)
      assert.equal(await documents.write('settings', 2, { expected: `${first}x` }), null)
      assert.equal((await documents.read('settings'))?.value, 1)
      const second = await documents.write('settings', 2, { expected: first })
      assert.ok(second !== null && second !== first)
      assert.equal(await documents.write('settings', 3, { expected: first }), null)
      assert.deepEqual(await documents.read('settings'), { value: 2, version: second })
    },
  },
  {
    name: 'loses no change of many that are made at once by compare-and-set',
    async check({ store }) {
      const { documents } = newOrganization(store)
      const increments = Array.from({ length: 20 }, () => increment(documents))
      await Promise.all(increments)
      assert.equal((await documents.read('counter'))?.value, 20)
    },
  },
  {
    name: 'says that a known version is unchanged, until it is not',
    async check({ store }) {
      const { documents } = newOrganization(store)
      const known = (await documents.write('settings', 1, { expected: null }))!
      assert.equal(await documents.read('settings', { known }), 'unchanged')
      const next = (await documents.write('settings', 2, { expected: known }))!
      assert.deepEqual(await documents.read('settings', { known }), { value: 2, version: next })
      await documents.remove('settings', { expected: next })
      assert.equal(await documents.read('settings', { known: next }), null)
    },
  },
  {
    name: 'removes a document in the version that is known, and makes another in its place',
    async check({ store }) {
      const { documents } = newOrganization(store)
      const version = (await documents.write('settings', 1, { expected: null }))!
      assert.equal(await documents.remove('settings', { expected: `${version}x` }), false)
      assert.equal(await documents.remove('settings', { expected: version }), true)
      assert.equal(await documents.remove('settings', { expected: version }), false)
      assert.equal(await documents.read('settings'), null)
      assert.notEqual(await documents.write('settings', 2, { expected: null }), null)
    },
  },
  {
    name: 'lists documents by how their names begin, sorted',
    async check({ store }) {
      const { documents } = newOrganization(store)
      assert.deepEqual(await documents.list(), [])
      for (const name of ['signal-b', 'signal-a', 'workspace', 'signals'])
        await documents.write(name, {}, { expected: null })
      assert.deepEqual(await documents.list(), ['signal-a', 'signal-b', 'signals', 'workspace'])
      assert.deepEqual(await documents.list('signal-'), ['signal-a', 'signal-b'])
      assert.deepEqual(await documents.list('x'), [])
    },
  },
]

async function increment(documents: Documents): Promise<void> {
  for (;;) {
    const found = await documents.read('counter')
    const next = ((found?.value ?? 0) as number) + 1
    if ((await documents.write('counter', next, { expected: found?.version ?? null })) !== null) return
  }
}
