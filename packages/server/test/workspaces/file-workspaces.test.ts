import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { encodeRecord } from '../../src/kernel/log/record.ts'
import { defineOrganization } from '../../src/organizations/define-organization.ts'
import { fileStore } from '../../src/drivers/file/file-store.ts'
import { memoryStore } from '../../src/drivers/memory/memory-store.ts'
import { createConfiguration } from '../../src/kernel/workspace/configuration.ts'
import { openWorkspaces } from '../../src/app/workspaces/open-workspaces.ts'
import type { Workspaces } from '../../src/kernel/workspace/workspace.ts'
import type { WorkspaceDocument } from '../../src/kernel/workspace/workspace-document.ts'
import { openFileWorkspaces } from '../support/file-workspaces.ts'
import { openRecordingReadModels, readLog } from '../support/recording-read-models.ts'

let directory: string
let problems: string[]
const open = new Set<Workspaces>()

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'customer-intel-store-'))
  problems = []
})
afterEach(async () => {
  vi.restoreAllMocks()
  for (const store of open) await store.close()
  open.clear()
  await rm(directory, { recursive: true, force: true })
})

function openStore(): Workspaces {
  const store = openFileWorkspaces(directory, {
    openReadModels: openRecordingReadModels,
    onProblem: (problem) => problems.push(problem),
  })
  open.add(store)
  return store
}

async function create(store: Workspaces, name = 'Acme') {
  const organization = defineOrganization({ name })
  return {
    ...organization,
    workspace: await store.createOrganization(organization.document.organization, organization.document),
  }
}

const pathOf = (document: WorkspaceDocument): string =>
  join(directory, 'organizations', document.organization.id, 'workspace.json')

async function edit(path: string, change: (document: WorkspaceDocument) => void): Promise<void> {
  const document = JSON.parse(await readFile(path, 'utf8')) as WorkspaceDocument
  change(document)
  await writeFile(path, JSON.stringify(document))
}

const realNow = performance.now.bind(performance)

/** Puts the clock by which the store looks at the disk this far ahead. */
function secondsLater(seconds: number): void {
  vi.spyOn(performance, 'now').mockImplementation(() => realNow() + seconds * 1_000)
}

describe('the organizations of a data directory', () => {
  it('never takes a data directory for empty because its only organization cannot be read', async () => {
    const first = openStore()
    const { document } = await create(first)
    await first.close()
    open.delete(first)
    await writeFile(pathOf(document), '{ "organization": ')
    await expect(openStore().listOrganizations()).rejects.toThrow(
      /No organization can be read: .*workspace\.json/,
    )
  })

  it('keeps each organization in a folder of its own', async () => {
    const store = openStore()
    const acme = await create(store)
    const other = await create(store, 'Other')
    await acme.workspace.log.append(encodeRecord({ kind: 'activation', receivedAt: 1, eventName: 'a' }))
    const logOf = ({ document }: typeof acme) =>
      readLog(join(directory, 'organizations', document.organization.id, 'log'))
    expect(await logOf(acme)).toHaveLength(1)
    expect(await logOf(other)).toEqual([])
    expect((await store.listOrganizations()).map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Acme', 'Other']),
    )
  })

  it('notices an edit by hand within a second', async () => {
    const store = openStore()
    const { publicKey, document } = await create(store)
    await edit(pathOf(document), (edited) => {
      edited.publicKeys.push({ key: 'pk_by_hand', active: true, createdAt: edited.organization.createdAt })
      edited.tracking.allowedOrigins = ['acme.com']
    })
    secondsLater(1)
    const found = await store.findByPublicKey(publicKey)
    expect(found?.document.tracking.allowedOrigins).toEqual(['acme.com'])
    expect(await store.findByPublicKey('pk_by_hand')).not.toBeNull()
  })

  it('forgets a key that was taken out by hand', async () => {
    const store = openStore()
    const { publicKey, document } = await create(store)
    await edit(pathOf(document), (edited) => {
      edited.publicKeys = []
    })
    secondsLater(1)
    expect(await store.findByPublicKey(publicKey)).toBeNull()
  })

  it('finds an organization that another process made meanwhile', async () => {
    const store = openStore()
    await create(store)
    const made = defineOrganization({ name: 'Made meanwhile' })
    const beside = fileStore({ directory })
    await createConfiguration(beside.organization(made.document.organization.id).documents, made.document)
    await beside.close()
    secondsLater(1)
    expect((await store.findByPublicKey(made.publicKey))?.organization.name).toBe('Made meanwhile')
  })

  it('serves the last good document while a file is broken, says so once, and never writes over it', async () => {
    const store = openStore()
    const { publicKey, document, workspace } = await create(store)
    const good = await readFile(pathOf(document), 'utf8')
    await writeFile(pathOf(document), good.slice(0, -20))
    for (let second = 1; second <= 3; second++) {
      secondsLater(second)
      expect(await store.findByPublicKey(publicKey)).toBe(workspace)
      // Whoever sends events doesn't wait long for the file.
      await vi.waitFor(() => expect(problems).toHaveLength(1))
    }
    expect(problems[0]).toContain('workspace.json is not JSON')
    await expect(workspace.updateDocument(() => undefined)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(problems.at(-1)).toContain('Correct it')
    await writeFile(pathOf(document), good)
    await workspace.updateDocument((next) => {
      next.activation.eventName = 'corrected'
    })
    expect(await readFile(pathOf(document), 'utf8')).toContain('corrected')
  })

  it('names the field of a document that is wrong, and leaves that organization out', async () => {
    const first = openStore()
    const broken = await create(first, 'Broken')
    const good = await create(first, 'Good')
    await first.close()
    await edit(pathOf(broken.document), (edited) => {
      Object.assign(edited.publicKeys[0] ?? {}, { active: 'yes' })
    })
    const store = openStore()
    expect((await store.listOrganizations()).map(({ name }) => name)).toEqual(['Good'])
    expect(await store.findByPublicKey(good.publicKey)).not.toBeNull()
    expect(problems).toEqual([expect.stringContaining('publicKeys.0.active')])
  })

  it('applies every change once, on top of what was edited by hand, and readably', async () => {
    const store = openStore()
    const { document, workspace } = await create(store)
    await edit(pathOf(document), (edited) => {
      edited.tracking.allowedOrigins = ['by-hand.example']
    })
    await Promise.all(
      Array.from({ length: 20 }, () =>
        workspace.updateDocument((next) => {
          next.limits.apiCalls = (next.limits.apiCalls ?? 0) + 1
        }),
      ),
    )
    expect(workspace.document.limits.apiCalls).toBe(20)
    const text = await readFile(pathOf(document), 'utf8')
    expect(text).toContain('\n  "tracking"')
    expect(JSON.parse(text)).toEqual(workspace.document)
    expect(workspace.document.tracking.allowedOrigins).toEqual(['by-hand.example'])
    expect((await stat(pathOf(document))).mode & 0o077).toBe(0)
  })

  it('is used by one server at a time', async () => {
    await openStore().listOrganizations()
    await expect(openStore().listOrganizations()).rejects.toThrow(/in use by the process with pid \d+/)
  })
})

describe('the read models of a store without a folder', () => {
  it('leaves nothing behind', async () => {
    const before = new Set<string>()
    const store = openWorkspaces({
      store: memoryStore(),
      onProblem: (problem) => problems.push(problem),
      openReadModels: async (options) => {
        before.add(options.directory)
        return openRecordingReadModels(options)
      },
    })
    await create(store)
    const [folder = ''] = before
    expect(existsSync(folder)).toBe(true)
    await store.close()
    expect(existsSync(folder)).toBe(false)
  })
})
