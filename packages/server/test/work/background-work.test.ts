import { expect, test, vi } from 'vitest'
import { startBackgroundWork } from '../../src/work/background-work.ts'
import type { Workspace, Workspaces } from '../../src/workspaces/workspace.ts'

/** What somebody subscribes to, and `tell` for whoever does. */
function createSubject() {
  const listeners = new Set<() => void>()
  return {
    listeners,
    tell: () => listeners.forEach((listener) => listener()),
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const workspaceOf = (id: string, { isQuiet = false } = {}) => {
  const activity = { ...createSubject(), isQuiet }
  const readModels = createSubject()
  return { organization: { id }, activity, readModels } as unknown as Workspace & {
    activity: typeof activity
    readModels: typeof readModels
  }
}

/** As the list of organizations tells of it. */
const listed = (id: string) => ({ id, name: id, slug: id, createdAt: '' })

/** Organizations that nobody has opened; `revisions` says what their workspaces' answers depend on. */
function openStore(ids: string[]) {
  const revisions = new Map(ids.map((id) => [id, 1]))
  const workspaces = new Map(ids.map((id) => [id, workspaceOf(id)]))
  const store: Pick<Workspaces, 'listOrganizations' | 'openWorkspace'> = {
    listOrganizations: async () => ids.map(listed),
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
  let turns = 0
  let rounds = 1
  const workspace = workspaceOf('a')
  const work = startBackgroundWork({
    name: 'Nothing',
    workspaces: {
      // The first round finds the organization, later ones nobody.
      listOrganizations: async () => (rounds-- > 0 ? [listed('a')] : []),
      openWorkspace: async () => workspace,
    },
    restMs: 1_000,
    onChange: true,
    work: async () => void turns++,
    warn: () => undefined,
  })
  await expect.poll(() => turns).toBe(1)
  workspace.readModels.tell()
  await expect.poll(() => turns).toBe(2)
  await work.close()
  expect(workspace.readModels.listeners.size).toBe(0)
  expect(workspace.activity.listeners.size).toBe(0)
})

test('an organization that nothing comes for rests longer, unless it has something left to do', async () => {
  const quiet = workspaceOf('quiet', { isQuiet: true })
  const unfinished = workspaceOf('unfinished', { isQuiet: true })
  const failing = workspaceOf('failing', { isQuiet: true })
  const all = [quiet, unfinished, failing, workspaceOf('busy')]
  const turns = new Map<string, number>()
  let fails = true
  const work = startBackgroundWork({
    name: 'It could not be done',
    workspaces: {
      listOrganizations: async () => all.map(({ organization }) => listed(organization.id)),
      openWorkspace: async (id) => all.find(({ organization }) => organization.id === id)!,
    },
    restMs: 5,
    async work({ organization: { id } }) {
      turns.set(id, (turns.get(id) ?? 0) + 1)
      if (id === 'failing' && fails) throw new Error('the disk is full')
      return id !== 'unfinished'
    },
    warn: () => (fails = false),
  })
  await expect.poll(() => turns.get('failing')).toBe(2)
  const seen = turns.get('quiet')!
  expect(turns.get('unfinished')).toBeGreaterThan(10)
  expect(turns.get('busy')).toBeGreaterThan(10)
  // A round takes 5 ms: it would have had as many as the others.
  expect(seen).toBeLessThan(turns.get('busy')! / 2)
  work.wake(quiet)
  await expect.poll(() => turns.get('quiet')).toBeGreaterThan(seen)
  await work.close()
})

test.each([
  ['something comes for it', (workspace: ReturnType<typeof workspaceOf>) => workspace.activity.tell()],
  ['its answers change', (workspace: ReturnType<typeof workspaceOf>) => workspace.readModels.tell()],
])('a quiet organization with nothing left to do rests until %s', async (_what, come) => {
  const quiet = workspaceOf('quiet', { isQuiet: true })
  const others = ['a', 'b'].map((id) => workspaceOf(id, { isQuiet: true }))
  const all = [quiet, ...others]
  const turns: string[] = []
  let rounds = 0
  const work = startBackgroundWork({
    name: 'Nothing',
    workspaces: {
      async listOrganizations() {
        rounds++
        return all.map(({ organization }) => listed(organization.id))
      },
      openWorkspace: async (id) => all.find(({ organization }) => organization.id === id)!,
    },
    restMs: 1,
    work: async ({ organization: { id } }) => void turns.push(id),
    warn: () => undefined,
  })
  await expect.poll(() => turns.length).toBe(3)
  come(quiet)
  await expect.poll(() => turns).toEqual(['quiet', 'a', 'b', 'quiet'])
  // Nobody is looked at again and again meanwhile: a round of its own, and maybe one that looks at the list.
  expect(rounds).toBeLessThan(5)
  await work.close()
})

test('a quiet organization has its turn when what it said comes due', async () => {
  const quiet = workspaceOf('quiet', { isQuiet: true })
  const lefts = [20, 10, Infinity]
  const at: number[] = []
  const work = startBackgroundWork({
    name: 'Nothing',
    workspaces: {
      listOrganizations: async () => [listed('quiet')],
      openWorkspace: async () => quiet,
    },
    restMs: 1,
    async work() {
      at.push(performance.now())
      return lefts.shift()
    },
    warn: () => undefined,
  })
  await expect.poll(() => at.length).toBe(3)
  // Timers may be a millisecond early.
  expect(at[1]! - at[0]!).toBeGreaterThanOrEqual(19)
  expect(at[2]! - at[1]!).toBeGreaterThanOrEqual(9)
  expect(lefts).toEqual([])
  await work.close()
})

test('what failed last for an organization that is quiet since is tried again when it was told', async () => {
  const workspace = workspaceOf('a')
  let turns = 0
  let rounds = 0
  const work = startBackgroundWork({
    name: 'It could not be done',
    workspaces: {
      async listOrganizations() {
        rounds++
        return [listed('a')]
      },
      openWorkspace: async () => workspace,
    },
    restMs: 5,
    async work() {
      if (++turns === 2) throw new Error('the disk is full')
    },
    warn: () => (workspace.activity.isQuiet = true),
  })
  await expect.poll(() => turns).toBe(3)
  // Nothing was looked at until then: the list at most.
  expect(rounds).toBeLessThan(6)
  await work.close()
})

test('while the list of organizations can not be read nothing is tried without a rest', async () => {
  const workspace = workspaceOf('a')
  let lists = 0
  const work = startBackgroundWork({
    name: 'It could not be done',
    workspaces: {
      async listOrganizations() {
        if (++lists > 1) throw Object.assign(new Error('the store is away'), { retryAfterSeconds: 2 })
        return [listed('a')]
      },
      openWorkspace: async () => workspace,
    },
    restMs: 100,
    work: async () => Promise.reject(new Error('the store is away')),
    warn: () => undefined,
  })
  await expect.poll(() => lists).toBeGreaterThan(1)
  const performanceNow = vi.spyOn(performance, 'now')
  await expect.poll(() => lists).toBeGreaterThan(2)
  const reads = performanceNow.mock.calls.length
  performanceNow.mockRestore()
  await work.close()
  // A round every 100 ms looks at the clock a few times; one every millisecond, thousands of times.
  expect(reads).toBeLessThan(1_000)
})
