import assert from 'node:assert/strict'
import type { Journal } from '../workspaces/journal.ts'
import type { Workspace } from '../workspaces/workspace.ts'
import { auditEntry, feedbackOf, pendingErasure, receipt, refusal } from './entries.ts'
import { type Check, make, type OpenedStore } from './suite-case.ts'

/** What an organization has beside its log: its document, journals, and what is counted or refused. */
export const workspaceCases: Check<OpenedStore>[] = [
  {
    name: 'shows a change of the document once it resolved, and leaves the rest as it was',
    async check({ store }) {
      const { workspace, document } = await make(store)
      await workspace.updateDocument((next) => {
        next.settings.defaultTimezone = 'Europe/Oslo'
      })
      assert.deepEqual(workspace.document, {
        ...document,
        settings: { ...document.settings, defaultTimezone: 'Europe/Oslo' },
      })
    },
  },
  {
    name: 'changes nothing by a change that throws, and takes the next one',
    async check({ store }) {
      const { workspace, document } = await make(store)
      const half = workspace.updateDocument((next) => {
        next.limits.plan = 'half'
        next.apiKeys.length = 0
        throw new Error('on purpose')
      })
      await assert.rejects(half)
      assert.deepEqual(workspace.document, document)
      await workspace.updateDocument((next) => {
        next.activation.eventName = 'whole'
      })
      assert.deepEqual(workspace.document, { ...document, activation: { eventName: 'whole' } })
    },
  },
  {
    name: 'makes changes of the document that come together one upon the other',
    async check({ store }) {
      const { workspace } = await make(store)
      const changes = Array.from({ length: 20 }, () =>
        workspace.updateDocument((next) => {
          next.limits.apiCalls = (next.limits.apiCalls ?? 0) + 1
        }),
      )
      await Promise.all(changes)
      assert.equal(workspace.document.limits.apiCalls, 20)
    },
  },
  {
    name: 'gives back the entries of each journal as they were appended, and in that order',
    async check({ store }) {
      const { workspace } = await make(store)
      for (const [journal, entry] of journals(workspace)) {
        assert.deepEqual(await journal.read(), [])
        const entries = Array.from({ length: 20 }, (_, index) => entry(`${index}`))
        await journal.append(entries[0]!)
        assert.deepEqual(await journal.read(), [entries[0]])
        await Promise.all(entries.slice(1).map((next) => journal.append(next)))
        assert.deepEqual(await journal.read(), entries)
      }
    },
  },
  {
    name: 'puts other entries in the place of those that a rewrite of a journal changes',
    async check({ store }) {
      const { workspace } = await make(store)
      for (const [journal, entry] of journals(workspace)) {
        const entries = ['a', 'b', 'c'].map(entry)
        for (const next of entries) await journal.append(next)
        await journal.rewrite((known) => (known.id === 'b' ? { ...known, id: 'other' } : known))
        const last = entry('d')
        await journal.append(last)
        assert.deepEqual(await journal.read(), [entries[0], { ...entries[1], id: 'other' }, entries[2], last])
      }
    },
  },
  {
    name: 'keeps what is to be erased as it was last written, whole',
    async check({ store }) {
      const { erasures } = (await make(store)).workspace
      assert.deepEqual(await erasures.readPending(), [])
      const [first, second] = [pendingErasure('e-1'), { ...pendingErasure('e-2'), person: null }]
      await erasures.writePending([first, second])
      assert.deepEqual(await erasures.readPending(), [first, second])
      await erasures.writePending([second])
      assert.deepEqual(await erasures.readPending(), [second])
      await erasures.writePending([])
      assert.deepEqual(await erasures.readPending(), [])
    },
  },
  {
    name: 'begins with nothing used, and counts in place',
    async check({ store }) {
      const { id, workspace } = await make(store)
      assert.deepEqual(workspace.usage.usage, { keys: {}, apiCalls: { month: '', count: 0 } })
      workspace.usage.usage.apiCalls = { month: '2026-06', count: 3 }
      workspace.usage.changed()
      const again = await store.openWorkspace(id)
      assert.deepEqual(again?.usage.usage.apiCalls, { month: '2026-06', count: 3 })
    },
  },
  {
    name: 'remembers why an event was refused, each time that it was, the oldest first',
    async check({ store }) {
      const { rejections } = (await make(store)).workspace
      const twice = [refusal('u-1', 0), refusal('u-1', 7)]
      for (const next of [twice[0]!, refusal('u-2'), twice[1]!]) rejections.note(next)
      assert.deepEqual(await rejections.find('u-1'), twice)
      assert.deepEqual(await rejections.find('u-3'), [])
    },
  },
]

type Named = { id: string }

/** Each journal, with what makes an entry for it. */
function journals({ audit, feedback, erasures }: Workspace): [Journal<Named>, (id: string) => Named][] {
  return [
    [audit, auditEntry],
    [feedback, feedbackOf],
    [erasures.receipts, receipt],
  ]
}
