import assert from 'node:assert/strict'
import { encodeRecord } from '../log/record.ts'
import { hashApiKey } from '../platform/api-keys.ts'
import type { Workspaces } from '../workspaces/workspace.ts'
import { answer, auditEntry, feedbackOf, pendingErasure, receipt } from './entries.ts'
import { custom, fromServer, noon } from './events.ts'
import { readWhole } from './read-log.ts'
import { names, timelineOf } from './read-model-cases.ts'
import { bring, type Check, make, type OpenedStore, present, settled } from './suite-case.ts'

/** A store between two openings of it. */
export interface Reopened extends OpenedStore {
  /** Closes the store that is open, and opens it again. */
  again: () => Promise<Workspaces>
}

/** What outlives the process. */
export const durabilityCases: Check<Reopened>[] = [
  {
    name: 'has organizations, documents and keys again after it was closed',
    async check({ store, again }) {
      const { id, publicKey, apiKey, workspace } = await make(store)
      await make(store, 'Globex')
      await workspace.updateDocument((next) => {
        next.settings.defaultTimezone = 'Europe/Oslo'
      })
      const before = { document: workspace.document, organizations: await store.listOrganizations() }
      const reopened = await again()
      assert.deepEqual(await reopened.listOrganizations(), before.organizations)
      const opened = present(await reopened.openWorkspace(id))
      assert.deepEqual(opened.document, before.document)
      assert.equal(await reopened.findByPublicKey(publicKey), opened)
      assert.equal(await reopened.findByApiKeyHash(hashApiKey(apiKey)), opened)
    },
  },
  {
    name: 'has journals, erasures, usage and answers again after it was closed',
    async check({ store, again }) {
      const { id, workspace } = await make(store)
      await workspace.audit.append(auditEntry('a-1'))
      await workspace.feedback.append(feedbackOf('f-1'))
      await workspace.erasures.receipts.append(receipt('e-1'))
      await workspace.erasures.writePending([pendingErasure('e-2')])
      await workspace.answers.keep(answer('k-1'))
      await workspace.answers.keep(answer('k-2'))
      await workspace.answers.forgetBodies((body) => body === '{}')
      await workspace.answers.keep(answer('k-3'))
      workspace.usage.usage.apiCalls = { month: '2026-06', count: 3 }
      workspace.usage.changed()
      const audit = await workspace.audit.read()
      const opened = present(await (await again()).openWorkspace(id))
      assert.deepEqual(await opened.audit.read(), audit)
      assert.deepEqual(await opened.feedback.read(), [feedbackOf('f-1')])
      assert.deepEqual(await opened.erasures.receipts.read(), [receipt('e-1')])
      assert.equal((await opened.erasures.readPending())[0]?.id, 'e-2')
      assert.deepEqual(await opened.answers.find('k-1', 1), answer('k-1', { body: null }))
      assert.deepEqual(await opened.answers.find('k-3', 1), answer('k-3'))
      assert.deepEqual(opened.usage.usage.apiCalls, { month: '2026-06', count: 3 })
    },
  },
  {
    name: 'has the log again after it was closed, goes on where it ended, and answers each event once',
    async check({ store, again }) {
      const { id, workspace } = await make(store)
      const event = custom(noon, 'Before', { email: 'jane@acme.com' })
      await bring(workspace, fromServer(event))
      // Appended and not waited for: whether it is in the answers when the store closes, nobody knows.
      const late = fromServer(custom(noon + 1, 'Late', { email: 'jane@acme.com' }))
      const end = await workspace.log.append(encodeRecord(late))
      const before = await readWhole(workspace)

      const opened = present(await (await again()).openWorkspace(id))
      assert.equal(opened.log.durable, end)
      const position = await opened.log.append(encodeRecord(fromServer(event)))
      assert.ok(position > end)
      await settled(opened)
      const after = await readWhole(opened)
      assert.deepEqual(after.slice(0, -1).map(plain), before.map(plain))
      assert.deepEqual([after.at(-1)?.position, after.at(-1)?.next], [end, position])
      assert.deepEqual(names(await timelineOf(opened.readModels, 'acme.com')), ['Late', 'Before'])
    },
  },
]

function plain(entry: { position: number; next: number; payload: Uint8Array }): unknown {
  return { ...entry, payload: Buffer.from(entry.payload).toString('hex') }
}
