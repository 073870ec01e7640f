import assert from 'node:assert/strict'
import { awkwardText, type Check, newOrganization, type StoreUnderTest } from './suite-case.ts'

interface Entry {
  id: string
  text: string
}

const entry = (id: string): Entry => ({ id, text: awkwardText })

/** Journals: entries in the order of their appends. */
export const journalCases: Check<StoreUnderTest>[] = [
  {
    name: 'gives back the entries of a journal as they were appended, and in that order',
    async check({ store }) {
      const { journals } = newOrganization(store)
      assert.deepEqual(await journals.read('audit'), [])
      const entries = Array.from({ length: 21 }, (_, index) => entry(`${index}`))
      await journals.append('audit', entries.slice(0, 3))
      assert.deepEqual(await journals.read('audit'), entries.slice(0, 3))
      await Promise.all(entries.slice(3).map((next) => journals.append('audit', [next])))
      assert.deepEqual(await journals.read('audit'), entries)
      assert.deepEqual(await journals.read('feedback'), [])
    },
  },
  {
    name: 'lists the journals that something was appended to, and nothing else',
    async check({ store }) {
      const { journals, documents, claims } = newOrganization(store)
      assert.deepEqual(await journals.list(), [])
      await documents.write('workspace', {}, { expected: null })
      await claims.settle('key', 'value', { ttlMs: 60_000 })
      for (const name of ['feedback', 'audit', 'audit-2']) await journals.append(name, [entry(name)])
      assert.deepEqual(await journals.list(), ['audit', 'audit-2', 'feedback'])
    },
  },
  {
    name: 'puts other entries in the place of those that a rewrite of a journal changes, and takes others away',
    async check({ store }) {
      const { journals } = newOrganization(store)
      const entries = ['a', 'b', 'c'].map(entry)
      await journals.append('audit', entries)
      await journals.rewrite<Entry>('audit', (known) => {
        if (known.id === 'c') return null
        return known.id === 'b' ? { ...known, id: 'other' } : known
      })
      await journals.append('audit', [entry('d')])
      assert.deepEqual(await journals.read('audit'), [entries[0], { ...entries[1], id: 'other' }, entry('d')])
    },
  },
  {
    name: 'keeps the newest entries of a journal that may forget',
    async check({ store }) {
      const { journals } = newOrganization(store)
      const keepBytes = 10_000
      const entries = Array.from({ length: 200 }, (_, index) => ({ index, filler: 'x'.repeat(200) }))
      for (const next of entries) await journals.append('rejections', [next], { keepBytes, durable: false })
      const kept = await journals.read<{ index: number; filler: string }>('rejections')
      assert.deepEqual(kept, entries.slice(-kept.length))
      const bytes = JSON.stringify(kept).length
      assert.ok(
        bytes > keepBytes / 4 && bytes < 2 * keepBytes,
        `about ${keepBytes} bytes are kept, not ${bytes}`,
      )
    },
  },
]
