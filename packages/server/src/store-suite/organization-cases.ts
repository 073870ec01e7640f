import assert from 'node:assert/strict'
import { encodeRecord } from '../log/record.ts'
import { generateApiKey, generatePublicKey, hashApiKey, toApiKey, toPublicKey } from '../platform/api-keys.ts'
import { answer, refusal, feedbackOf } from './entries.ts'
import { readWhole } from './read-log.ts'
import { type Check, eventually, failing, make, type OpenedStore } from './suite-case.ts'

/** Organizations and the keys that name them. */
export const organizationCases: Check<OpenedStore>[] = [
  {
    name: 'lists every organization, the oldest first',
    async check({ store }) {
      assert.deepEqual(await store.listOrganizations(), [])
      const younger = await make(store, 'Younger', Date.UTC(2026, 5, 2))
      const older = await make(store, 'Older', Date.UTC(2026, 5, 1))
      assert.deepEqual(await store.listOrganizations(), [
        older.document.organization,
        younger.document.organization,
      ])
    },
  },
  {
    name: 'opens a workspace with what the organization was made with, once, by whatever names it',
    async check({ store }) {
      const { id, document, publicKey, apiKey, workspace } = await make(store)
      assert.deepEqual(workspace.document, document)
      assert.deepEqual(workspace.organization, document.organization)
      assert.equal(workspace.problem, null)
      const found = await Promise.all([
        store.openWorkspace(id),
        store.openWorkspace(id),
        store.findByPublicKey(publicKey),
        store.findByApiKeyHash(hashApiKey(apiKey)),
      ])
      for (const other of found) assert.equal(other, workspace)
    },
  },
  {
    name: 'finds no organization by what names none',
    async check({ store }) {
      const { apiKey, publicKey, document } = await make(store)
      for (const id of ['', '..', '../..', document.organization.slug, `${document.organization.id}x`])
        assert.equal(await store.openWorkspace(id), null)
      for (const key of ['', 'pk_other', publicKey.slice(0, -1), apiKey])
        assert.equal(await store.findByPublicKey(key), null)
      for (const hash of ['', hashApiKey(generateApiKey()), apiKey])
        assert.equal(await store.findByApiKeyHash(hash), null)
    },
  },
  {
    name: 'finds by an API key what is configured at this moment, and by a public key what was half a second ago',
    async check({ store }) {
      const { apiKey, publicKey, workspace } = await make(store)
      const now = Date.now()
      const next = { apiKey: generateApiKey(), publicKey: generatePublicKey() }
      await workspace.updateDocument((document) => {
        document.apiKeys = [toApiKey(next.apiKey, { name: 'Next', grants: [], now })]
        document.publicKeys = [toPublicKey(next.publicKey, now)]
      })
      assert.equal(await store.findByApiKeyHash(hashApiKey(next.apiKey)), workspace)
      assert.equal(await store.findByApiKeyHash(hashApiKey(apiKey)), null)
      await eventually(
        'a public key is found that was put in, and none that was taken out',
        2_000,
        async () =>
          (await store.findByPublicKey(next.publicKey)) === workspace &&
          (await store.findByPublicKey(publicKey)) === null,
      )
    },
  },
  {
    name: 'keeps what lies beside the log apart for each organization, and the log too',
    async check({ store }) {
      const { workspace } = await make(store, 'Acme')
      const other = (await make(store, 'Globex')).workspace
      await workspace.log.append(encodeRecord({ kind: 'activation', receivedAt: 1, eventName: 'seen' }))
      await workspace.updateDocument((document) => {
        document.activation.eventName = 'seen'
      })
      await workspace.feedback.append(feedbackOf('f-1'))
      await workspace.answers.keep(answer('a-1'))
      workspace.rejections.note(refusal('r-1'))
      workspace.usage.usage.keys['key'] = { lastUsedAt: '2026-06-01T00:00:00.000Z', totalRequests: 1 }
      workspace.usage.changed()
      assert.equal((await readWhole(workspace)).length, 1)
      assert.deepEqual(await readWhole(other), [])
      assert.equal(other.document.activation.eventName, null)
      assert.deepEqual(await other.feedback.read(), [])
      assert.equal(await other.answers.find('a-1', 0), null)
      assert.deepEqual(await other.rejections.find('r-1'), [])
      assert.deepEqual(other.usage.usage.keys, {})
    },
  },
  {
    name: 'has what was in flight on disk when it is closed, and takes nothing more',
    async check({ store }) {
      const { id, workspace } = await make(store)
      const payload = encodeRecord({ kind: 'activation', receivedAt: 1, eventName: 'seen' })
      const inFlight = workspace.log.append(payload)
      await store.close()
      assert.ok((await inFlight) > 0)
      await assert.rejects(workspace.log.append(payload), failing('LOG_UNAVAILABLE'))
      await assert.rejects(store.openWorkspace(id), failing('UNAVAILABLE'))
      await store.close()
    },
  },
]
