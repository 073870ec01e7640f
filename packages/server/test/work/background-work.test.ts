import { expect, test, vi } from 'vitest'
import { AppError } from '../../src/kernel/errors.ts'
import { startBackgroundWork } from '../../src/kernel/background/background-work.ts'
import type { Workspace, Workspaces } from '../../src/kernel/workspace/workspace.ts'

/** Something to subscribe to; `notify` calls the listeners. */
function createSubject() {
  const listeners = new Set<() => void>()
  return {
    listeners,
    notify: () => listeners.forEach((listener) => listener()),
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const workspaceOf = (id: string, { isIdle = false } = {}) => {
  const activity = { ...createSubject(), isIdle }
  const readModels = createSubject()
  return { organization: { id }, activity, readModels } as unknown as Workspace & {
    activity: typeof activity
    readModels: typeof readModels
  }
}

/** Its entry in the list of organizations. */
const listed = (id: string) => ({ id, name: id, slug: id, createdAt: '' })

/** Organizations that no request has opened, and the revisions of their read models. */
function openStore(ids: string[]) {
  const revisions = new Map(ids.map((id) => [id, 1]))
  const workspaces = new Map(ids.map((id) => [id, workspaceOf(id)]))
  const store: Pick<Workspaces, 'listOrganizations' | 'openWorkspace' | 'holds'> = {
    holds: () => true,
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
    intervalMs: 5,
    work: async ({ organization }) => void done.push(organization.id),
    basis: ({ organization }) => String(revisions.get(organization.id)),
    warn: () => undefined,
  })
  await expect.poll(() => done).toEqual(['a', 'b'])
  revisions.set('b', 2)
  await expect.poll(() => done).toEqual(['a', 'b', 'b'])
  await work.close()
})

test('read models that cannot answer yet are reported from the third time in a row', async () => {
  const { store } = openStore(['a', 'b'])
  const warnings: string[] = []
  let tries = 0
  let minutes = 0
  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => now() + minutes * 60_000)
  const work = startBackgroundWork({
    name: 'It could not be done',
    workspaces: store,
    intervalMs: 5,
    async work({ organization }) {
      // The pause after the failure of the first one passes.
      if (organization.id === 'b') return void (minutes += 1)
      tries += 1
      throw new AppError('READS_UNAVAILABLE', 'They did not answer in time.')
    },
    warn: (message) => warnings.push(`${tries}: ${message}`),
  })
  await expect
    .poll(() => warnings[0])
    .toBe('3: It could not be done, and is tried again in 30 seconds: They did not answer in time.')
  await work.close()
  vi.restoreAllMocks()
})

test('a failure for one organization is logged, and the others go on', async () => {
  const { store } = openStore(['a', 'b'])
  const done: string[] = []
  const warnings: string[] = []
  const work = startBackgroundWork({
    name: 'It could not be done',
    workspaces: store,
    intervalMs: 5,
    async work({ organization }) {
      if (organization.id === 'a') throw new Error('the disk is full')
      done.push(organization.id)
    },
    warn: (message) => warnings.push(message),
  })
  await expect
    .poll(() => warnings)
    .toEqual(['It could not be done, and is tried again in 1 seconds: the disk is full'])
  // The others don't pause with it.
  const before = done.length
  await expect.poll(() => done.length).toBeGreaterThan(before + 5)
  expect(new Set(done)).toEqual(new Set(['b']))
  await work.close()
})

test('an organization that is woken gets a run before the interval ends, and no other one does', async () => {
  const { store } = openStore(['a', 'b'])
  const workspace = (await store.openWorkspace('b'))!
  const done: string[] = []
  const work = startBackgroundWork({
    name: 'Nothing',
    workspaces: store,
    intervalMs: 3_600_000,
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

test('a change of the read models starts a run soon', async () => {
  let runs = 0
  let passes = 1
  const workspace = workspaceOf('a')
  const work = startBackgroundWork({
    name: 'Nothing',
    workspaces: {
      holds: () => true,
      // The first pass finds the organization, later ones none.
      listOrganizations: async () => (passes-- > 0 ? [listed('a')] : []),
      openWorkspace: async () => workspace,
    },
    intervalMs: 1_000,
    onChange: true,
    work: async () => void runs++,
    warn: () => undefined,
  })
  await expect.poll(() => runs).toBe(1)
  workspace.readModels.notify()
  await expect.poll(() => runs).toBe(2)
  await work.close()
  expect(workspace.readModels.listeners.size).toBe(0)
  expect(workspace.activity.listeners.size).toBe(0)
})

test('an idle organization is skipped, unless it has remaining work', async () => {
  const idle = workspaceOf('idle', { isIdle: true })
  const unfinished = workspaceOf('unfinished', { isIdle: true })
  const failing = workspaceOf('failing', { isIdle: true })
  const all = [idle, unfinished, failing, workspaceOf('busy')]
  const runs = new Map<string, number>()
  let fails = true
  const work = startBackgroundWork({
    name: 'It could not be done',
    workspaces: {
      holds: () => true,
      listOrganizations: async () => all.map(({ organization }) => listed(organization.id)),
      openWorkspace: async (id) => all.find(({ organization }) => organization.id === id)!,
    },
    intervalMs: 5,
    async work({ organization: { id } }) {
      runs.set(id, (runs.get(id) ?? 0) + 1)
      if (id === 'failing' && fails) throw new Error('the disk is full')
      return id !== 'unfinished'
    },
    warn: () => (fails = false),
  })
  await expect.poll(() => runs.get('failing')).toBe(2)
  const seen = runs.get('idle')!
  expect(runs.get('unfinished')).toBeGreaterThan(10)
  expect(runs.get('busy')).toBeGreaterThan(10)
  // A pass takes 5 ms: it would have had as many runs as the others.
  expect(seen).toBeLessThan(runs.get('busy')! / 2)
  work.wake(idle)
  await expect.poll(() => runs.get('idle')).toBeGreaterThan(seen)
  await work.close()
})

test.each([
  ['it becomes active', (workspace: ReturnType<typeof workspaceOf>) => workspace.activity.notify()],
  ['its read models change', (workspace: ReturnType<typeof workspaceOf>) => workspace.readModels.notify()],
])('an idle organization without remaining work is skipped until %s', async (_what, come) => {
  const idle = workspaceOf('idle', { isIdle: true })
  const others = ['a', 'b'].map((id) => workspaceOf(id, { isIdle: true }))
  const all = [idle, ...others]
  const runs: string[] = []
  let passes = 0
  const work = startBackgroundWork({
    name: 'Nothing',
    workspaces: {
      holds: () => true,
      async listOrganizations() {
        passes++
        return all.map(({ organization }) => listed(organization.id))
      },
      openWorkspace: async (id) => all.find(({ organization }) => organization.id === id)!,
    },
    intervalMs: 1,
    work: async ({ organization: { id } }) => void runs.push(id),
    warn: () => undefined,
  })
  await expect.poll(() => runs.length).toBe(3)
  come(idle)
  await expect.poll(() => runs).toEqual(['idle', 'a', 'b', 'idle'])
  // No pass after pass meanwhile: one of its own, and maybe one that reads the list.
  expect(passes).toBeLessThan(5)
  await work.close()
})

test('an idle organization gets its next run when it is due', async () => {
  const idle = workspaceOf('idle', { isIdle: true })
  const nextRuns = [20, 10, Infinity]
  const at: number[] = []
  const work = startBackgroundWork({
    name: 'Nothing',
    workspaces: {
      holds: () => true,
      listOrganizations: async () => [listed('idle')],
      openWorkspace: async () => idle,
    },
    intervalMs: 1,
    async work() {
      at.push(performance.now())
      return nextRuns.shift()
    },
    warn: () => undefined,
  })
  await expect.poll(() => at.length).toBe(3)
  // Timers may be a millisecond early.
  expect(at[1]! - at[0]!).toBeGreaterThanOrEqual(19)
  expect(at[2]! - at[1]!).toBeGreaterThanOrEqual(9)
  expect(nextRuns).toEqual([])
  await work.close()
})

test('an organization that another node holds is left to it, until this one does', async () => {
  const { store } = openStore(['a', 'b'])
  let holdsAll = false
  const opened: string[] = []
  const done: string[] = []
  const work = startBackgroundWork({
    name: 'Nothing',
    workspaces: {
      ...store,
      openWorkspace(id) {
        opened.push(id)
        return store.openWorkspace(id)
      },
      holds: (id) => holdsAll || id === 'b',
    },
    intervalMs: 5,
    work: async ({ organization }) => void done.push(organization.id),
    basis: () => 'the same',
    warn: () => undefined,
  })
  await expect.poll(() => opened.length).toBeGreaterThan(3)
  work.wake((await store.openWorkspace('a'))!)
  await expect.poll(() => opened.length).toBeGreaterThan(6)
  expect([new Set(opened), done]).toEqual([new Set(['b']), ['b']])
  holdsAll = true
  await expect.poll(() => done).toEqual(['b', 'a'])
  await work.close()
})

test('a failure is retried when announced, also for an organization that is idle since', async () => {
  const workspace = workspaceOf('a')
  let runs = 0
  let passes = 0
  const work = startBackgroundWork({
    name: 'It could not be done',
    workspaces: {
      holds: () => true,
      async listOrganizations() {
        passes++
        return [listed('a')]
      },
      openWorkspace: async () => workspace,
    },
    intervalMs: 5,
    async work() {
      if (++runs === 2) throw new Error('the disk is full')
    },
    warn: () => (workspace.activity.isIdle = true),
  })
  await expect.poll(() => runs).toBe(3)
  // No passes until then, but for those that read the list.
  expect(passes).toBeLessThan(6)
  await work.close()
})

test('while the list of organizations can not be read nothing is retried without a pause', async () => {
  const workspace = workspaceOf('a')
  let lists = 0
  const work = startBackgroundWork({
    name: 'It could not be done',
    workspaces: {
      holds: () => true,
      async listOrganizations() {
        if (++lists > 1) throw Object.assign(new Error('the store is away'), { retryAfterSeconds: 2 })
        return [listed('a')]
      },
      openWorkspace: async () => workspace,
    },
    intervalMs: 100,
    work: async () => Promise.reject(new Error('the store is away')),
    warn: () => undefined,
  })
  await expect.poll(() => lists).toBeGreaterThan(1)
  const performanceNow = vi.spyOn(performance, 'now')
  await expect.poll(() => lists).toBeGreaterThan(2)
  const reads = performanceNow.mock.calls.length
  performanceNow.mockRestore()
  await work.close()
  // A pass every 100 ms reads the clock a few times; one every millisecond, thousands of times.
  expect(reads).toBeLessThan(1_000)
})
