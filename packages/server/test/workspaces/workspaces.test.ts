import { erasureListOf } from '../../src/privacy/erasure-documents.ts'
import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  generateApiKey,
  generatePublicKey,
  hashApiKey,
  toApiKey,
  toPublicKey,
} from '../../src/organizations/api-keys.ts'
import { defineOrganization } from '../../src/organizations/define-organization.ts'
import { memoryStore } from '../../src/drivers/memory/memory-store.ts'
import type { Store } from '../../src/kernel/store/ports.ts'
import { openWorkspaces } from '../../src/app/workspaces/open-workspaces.ts'
import { createReadiness } from '../../src/http/readiness.ts'
import { createServiceEndpoints } from '../../src/http/service-endpoints.ts'
import { createMetrics } from '../../src/kernel/metrics/metrics.ts'
import { createSharedTries } from '../../src/organizations/shared-tries.ts'
import type { Workspace, Workspaces } from '../../src/kernel/workspace/workspace.ts'
import { openRecordingReadModels } from '../support/recording-read-models.ts'

const opened: Workspaces[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((node) => node.close()))
})

/** One of several nodes over the same store, which outlives each of them. */
function node(store: Store, problems: string[] = []): Workspaces {
  const workspaces = openWorkspaces({
    store: { ...store, close: async () => undefined },
    openReadModels: openRecordingReadModels,
    onProblem: (problem) => problems.push(problem),
  })
  opened.push(workspaces)
  return workspaces
}

async function make(workspaces: Workspaces, name = 'Acme', now?: number) {
  const defined = defineOrganization({ name, ...(now === undefined ? {} : { now }) })
  const { organization } = defined.document
  const workspace = await workspaces.createOrganization(organization, structuredClone(defined.document))
  return { ...defined, id: organization.id, workspace }
}

function readinessOf(workspaces: Workspaces) {
  const metrics = createMetrics()
  const readiness = createReadiness({ workspaces, metrics, isPlaced: () => true, isDraining: () => false })
  return { metrics, readiness }
}

describe('the organizations of a store', () => {
  it('are listed, the oldest first', async () => {
    const workspaces = node(memoryStore())
    expect(await workspaces.listOrganizations()).toEqual([])
    const younger = await make(workspaces, 'Younger', Date.UTC(2026, 5, 2))
    const older = await make(workspaces, 'Older', Date.UTC(2026, 5, 1))
    expect(await workspaces.listOrganizations()).toEqual([
      older.document.organization,
      younger.document.organization,
    ])
  })

  it('make the server ready without being opened, as long as they hold nothing', async () => {
    const store = memoryStore()
    const maker = node(store)
    const [full, empty] = [await make(maker, 'Full'), await make(maker, 'Empty')]
    await full.workspace.log.append(Buffer.from('an event'))
    const workspaces = node(store)
    const { metrics, readiness } = readinessOf(workspaces)
    const endpoints = createServiceEndpoints({ workspaces, metrics, readiness })
    const ready = endpoints.find(({ path }) => path === '/health/ready')!
    const ask = () => ready.handle({} as Parameters<typeof ready.handle>[0])
    await expect.poll(ask).toMatchObject({ status: 200 })
    expect([...workspaces.opened].map(({ organization }) => organization.id)).toEqual([full.id])
    expect(await workspaces.holdsEvents(empty.id)).toBe(false)
  })

  it('keep a node from being ready until their answers are there, and no longer than it holds them', async () => {
    const store = memoryStore()
    const { id, workspace } = await make(node(store))
    await workspace.log.append(Buffer.from('an event'))
    let holds = true
    const workspaces = openWorkspaces({
      store: { ...store, close: async () => undefined },
      holds: () => holds,
      // They stay at the beginning of the log.
      openReadModels: (options) =>
        openRecordingReadModels({ ...options, log: { ...options.log, end: async () => 0 } }),
      onProblem: () => undefined,
    })
    opened.push(workspaces)
    const { readiness } = readinessOf(workspaces)
    await expect.poll(() => readiness.check().then(({ reasons }) => reasons)).toHaveLength(1)
    expect(await readiness.check()).toMatchObject({ ready: false })
    holds = false
    expect(await readiness.check()).toMatchObject({ ready: true })
    expect([...workspaces.opened].map(({ organization }) => organization.id)).toEqual([id])
  })

  it('are asked for again after the store could not say which there are', async () => {
    const store = memoryStore()
    let isAway = false
    const workspaces = node({
      ...store,
      listOrganizations: async () => {
        if (isAway) throw new Error('The database is away')
        return store.listOrganizations()
      },
    })
    const { document } = await make(workspaces)
    isAway = true
    await expect(workspaces.listOrganizations({ withinMs: 0 })).rejects.toThrow('The database is away')
    isAway = false
    expect(await workspaces.listOrganizations({ withinMs: 60_000 })).toEqual([document.organization])
  })

  it('are opened once, by whatever names them, and by nothing that names none', async () => {
    const workspaces = node(memoryStore())
    const { id, document, publicKey, apiKey, workspace } = await make(workspaces)
    expect(workspace.document).toEqual(document)
    expect(workspace.problem).toBeNull()
    for (const found of [
      workspaces.openWorkspace(id),
      workspaces.openWorkspace(id),
      workspaces.findByPublicKey(publicKey),
      workspaces.findByApiKeyHash(hashApiKey(apiKey)),
    ])
      expect(await found).toBe(workspace)
    expect([...workspaces.opened]).toEqual([workspace])
    for (const none of ['', '..', '../..', document.organization.slug, `${id}x`])
      expect(await workspaces.openWorkspace(none)).toBeNull()
    for (const none of ['', 'pk_other', publicKey.slice(0, -1), apiKey])
      expect(await workspaces.findByPublicKey(none)).toBeNull()
    for (const none of ['', hashApiKey(generateApiKey()), apiKey])
      expect(await workspaces.findByApiKeyHash(none)).toBeNull()
  })

  it('are made once by an id', async () => {
    const workspaces = node(memoryStore())
    const { document } = await make(workspaces)
    await expect(workspaces.createOrganization(document.organization, document)).rejects.toMatchObject({
      code: 'CONFLICT',
    })
  })

  it('are found by an API key as is configured at this moment, whichever node changed it', async () => {
    const store = memoryStore()
    const [here, there] = [node(store), node(store)]
    const { id, apiKey, publicKey } = await make(there)
    expect(await here.findByApiKeyHash(hashApiKey(apiKey))).not.toBeNull()
    const next = { apiKey: generateApiKey(), publicKey: generatePublicKey() }
    const theirs = await there.openWorkspace(id)
    await theirs?.updateDocument((document) => {
      document.apiKeys = [toApiKey(next.apiKey, { name: 'Next', grants: [], now: 0 })]
      document.publicKeys = [toPublicKey(next.publicKey, 0)]
    })
    expect(await here.findByApiKeyHash(hashApiKey(apiKey))).toBeNull()
    expect((await here.findByApiKeyHash(hashApiKey(next.apiKey)))?.organization.id).toBe(id)
    await vi.waitFor(async () => expect(await here.findByPublicKey(publicKey)).toBeNull())
    expect(await here.findByPublicKey(next.publicKey)).not.toBeNull()
  })

  it('are refused once the store is closed', async () => {
    const workspaces = node(memoryStore())
    const { id } = await make(workspaces)
    await workspaces.close()
    await expect(workspaces.openWorkspace(id)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    await workspaces.close()
  })
})

describe('a configuration', () => {
  it('takes changes of several nodes one upon the other', async () => {
    const store = memoryStore()
    const [here, there] = [node(store), node(store)]
    const { id, workspace } = await make(here)
    const theirs = (await there.openWorkspace(id))!
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 === 0 ? workspace : theirs).updateDocument((next) => {
          next.limits.apiCalls = (next.limits.apiCalls ?? 0) + 1
        }),
      ),
    )
    await theirs.updateDocument(() => undefined)
    expect(theirs.document.limits.apiCalls).toBe(20)
  })

  it('is not changed by a change that throws, which is told as it is, and takes the next one', async () => {
    const { workspace, document } = await make(node(memoryStore()))
    const half = workspace.updateDocument((next) => {
      next.apiKeys.length = 0
      throw new TypeError('on purpose')
    })
    await expect(half).rejects.toThrow(new TypeError('on purpose'))
    expect(workspace.document).toEqual(document)
    await workspace.updateDocument((next) => {
      next.activation.eventName = 'whole'
    })
    expect(workspace.document).toEqual({ ...document, activation: { eventName: 'whole' } })
  })

  it('that breaks its schema is told with place and field, and the last good one stays', async () => {
    const store = memoryStore()
    const problems: string[] = []
    const workspaces = node(store, problems)
    const { id, apiKey, workspace } = await make(workspaces)
    const { documents } = store.organization(id)
    const found = (await documents.read('workspace'))!
    const broken = { ...(found.value as object), publicKeys: [{ key: 'pk_a', active: 'yes', createdAt: '' }] }
    await documents.write('workspace', broken, { expected: found.version })
    await expect(workspaces.findByApiKeyHash(hashApiKey(apiKey))).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    })
    expect(problems).toEqual([expect.stringMatching(/workspace in memory: publicKeys\.0\.active/)])
    expect(workspace.problem).toBe(problems[0])
    expect(workspace.document.publicKeys).toHaveLength(1)
  })
})

describe('usage', () => {
  it('is counted by several nodes together, and stored once they close', async () => {
    const store = memoryStore()
    const [here, there] = [node(store), node(store)]
    const { id, workspace } = await make(here)
    const theirs = (await there.openWorkspace(id))!
    for (let count = 0; count < 3; count++) await workspace.usage.takeApiCall('2026-06', null)
    workspace.usage.countRequest('k', '2026-06-01T00:00:00.000Z')
    await theirs.usage.takeApiCall('2026-06', null)
    theirs.usage.countRequest('k', '2026-06-02T00:00:00.000Z')
    expect(workspace.usage.usage.apiCalls).toEqual({ month: '2026-06', count: 3 })
    await Promise.all([here.close(), there.close()])
    const again = await node(store).openWorkspace(id)
    expect(again?.usage.usage).toEqual({
      keys: { k: { lastUsedAt: '2026-06-02T00:00:00.000Z', totalRequests: 2 } },
      apiCalls: { month: '2026-06', count: 4 },
    })
  })

  it('starts over with a month, and counts of a past one are no more', async () => {
    const { workspace } = await make(node(memoryStore()))
    await workspace.usage.takeApiCall('2026-06', null)
    await workspace.usage.takeApiCall('2026-07', null)
    await workspace.usage.takeApiCall('2026-06', null)
    expect(workspace.usage.usage.apiCalls).toEqual({ month: '2026-07', count: 1 })
  })
})

describe('limits of several nodes', () => {
  it('hold for all of them together', async () => {
    const store = memoryStore()
    const [here, there] = [node(store), node(store)]
    const { id, workspace } = await make(here)
    const nodes = [workspace, (await there.openWorkspace(id))!]
    const tries = createSharedTries('tries', { limit: 10, windowMs: 1_000 })
    const burst = <Result>(work: (workspace: Workspace) => Promise<Result>) =>
      Promise.all(Array.from({ length: 40 }, (_, index) => work(nodes[index % 2]!)))

    const calls = await burst(({ usage }) => usage.takeApiCall('2026-06', 30))
    expect(calls.filter((isTaken) => isTaken)).toHaveLength(30)
    const waits = await burst((one) => tries.take(one, 'jane@acme.com', 5_000))
    expect(waits.filter((waitMs) => waitMs === 0)).toHaveLength(10)
    expect(waits.filter((waitMs) => waitMs === 1_000)).toHaveLength(30)
    await tries.release(nodes[0]!, 'jane@acme.com', 5_000)
    expect(await tries.take(nodes[1]!, 'jane@acme.com', 5_500)).toBe(0)
    expect(await tries.take(nodes[0]!, 'jane@acme.com', 5_999)).toBe(1)
    expect(await tries.take(nodes[0]!, 'jane@acme.com', 6_000)).toBe(0)
    await Promise.all([here.close(), there.close()])
  })
})

describe('what is to be erased', () => {
  it('is changed by several nodes, and leaves no document once it is done', async () => {
    const store = memoryStore()
    const [here, there] = [node(store), node(store)]
    const { id, workspace } = await make(here)
    const theirs = (await there.openWorkspace(id))!
    const pending = () => ({ id: randomUUID(), requestedAt: '', by: 'operator', keys: [], person: null })
    await Promise.all(
      [workspace, theirs, workspace, theirs].map((node) =>
        erasureListOf(node).changePending((list) => [...list, pending()]),
      ),
    )
    expect(await erasureListOf(workspace).readPending()).toHaveLength(4)
    await erasureListOf(theirs).changePending(() => [])
    expect(await store.organization(id).documents.list()).not.toContain('erasures-pending')
  })
})
