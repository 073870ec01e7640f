import { expect, test } from 'vitest'
import { startBackgroundWork } from '../../src/work/background-work.ts'
import type { Workspace, Workspaces } from '../../src/workspaces/workspace.ts'

/** Organizations that nobody has opened; `revisions` says what their workspaces' answers depend on. */
function openStore(ids: string[]) {
  const revisions = new Map(ids.map((id) => [id, 1]))
  const workspaces = new Map(ids.map((id) => [id, { organization: { id } } as Workspace]))
  const store: Pick<Workspaces, 'listOrganizations' | 'openWorkspace'> = {
    listOrganizations: async () => ids.map((id) => ({ id, name: id, slug: id, createdAt: '' })),
    openWorkspace: async (id) => workspaces.get(id) ?? null,
  }
  return { store, revisions }
}

test('work is done for every organization, and again where something changed', async () => {
  const { store, revisions } = openStore(['a', 'b'])
  const done: string[] = []
  const work = startBackgroundWork({
    name: 'Nothing',
    workspaces: store,
    restMs: 5,
    work: async ({ organization }) => void done.push(organization.id),
    basis: ({ organization }) => String(revisions.get(organization.id)),
    warn: () => undefined,
  })
  await expect.poll(() => done).toEqual(['a', 'b'])
  revisions.set('b', 2)
  await expect.poll(() => done).toEqual(['a', 'b', 'b'])
  await work.close()
})

test('what fails for one organization is told, and done for the others', async () => {
  const { store } = openStore(['a', 'b'])
  const done: string[] = []
  const told: string[] = []
  const work = startBackgroundWork({
    name: 'It could not be done',
    workspaces: store,
    restMs: 5,
    async work({ organization }) {
      if (organization.id === 'a') throw new Error('the disk is full')
      done.push(organization.id)
    },
    warn: (message) => told.push(message),
  })
  await expect
    .poll(() => told)
    .toEqual(['It could not be done, and is tried again in 1 seconds: the disk is full'])
  // The others don't rest with it.
  const before = done.length
  await expect.poll(() => done.length).toBeGreaterThan(before + 5)
  expect(new Set(done)).toEqual(new Set(['b']))
  await work.close()
})

test('who is woken has a turn without the rest, and nobody else has', async () => {
  const { store } = openStore(['a', 'b'])
  const workspace = (await store.openWorkspace('b'))!
  const done: string[] = []
  const work = startBackgroundWork({
    name: 'Nothing',
    workspaces: store,
    restMs: 3_600_000,
    work: async ({ organization }) => void done.push(organization.id),
    warn: () => undefined,
  })
  work.wake(workspace)
  await expect.poll(() => done).toEqual(['b'])
  work.wake(workspace)
  work.wake(workspace)
  await expect.poll(() => done).toEqual(['b', 'b'])
  await work.close()
})

test('whose answers change has a turn soon', async () => {
  const listeners = new Set<() => void>()
  const readModels = {
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  let turns = 0
  let rounds = 1
  const workspace = { organization: { id: 'a' }, readModels } as unknown as Workspace
  const work = startBackgroundWork({
    name: 'Nothing',
    workspaces: {
      // The first round finds the organization, later ones nobody.
      listOrganizations: async () => (rounds-- > 0 ? [{ id: 'a', name: 'a', slug: 'a', createdAt: '' }] : []),
      openWorkspace: async () => workspace,
    },
    restMs: 1_000,
    onChange: true,
    work: async () => void turns++,
    warn: () => undefined,
  })
  await expect.poll(() => turns).toBe(1)
  for (const listener of listeners) listener()
  await expect.poll(() => turns).toBe(2)
  await work.close()
  expect(listeners.size).toBe(0)
})
