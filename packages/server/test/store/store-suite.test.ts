import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  durabilitySuite,
  type LastingStore,
  type OpenedStore,
  type StoreCase,
  storeSuite,
} from '../../src/store-suite/store-suite.ts'
import { fileStore, type FileStoreOptions } from '../../src/store/file/file-store.ts'
import { memoryStore } from '../../src/store/file/memory-store.ts'
import type { Workspaces, Workspace } from '../../src/workspaces/workspace.ts'
import { openRecordingReadModels } from '../support/recording-read-models.ts'

/** Where nobody asks the read models, their process need not be started for each case. */
const withoutQuestions = { openReadModels: openRecordingReadModels }
/** Told to people in the cases where something goes wrong on purpose. */
const onProblem = () => undefined

function openFile(options: Partial<FileStoreOptions> = {}) {
  return async (): Promise<LastingStore> => {
    const directory = await mkdtemp(join(tmpdir(), 'customer-intel-suite-'))
    const open = () => fileStore({ directory, onProblem, ...options })
    return { store: open(), reopen: async () => open(), dispose: () => rm(directory, { recursive: true }) }
  }
}

function openMemory(options: Partial<FileStoreOptions> = {}) {
  return async (): Promise<OpenedStore> => ({ store: memoryStore({ onProblem, ...options }) })
}

const isAsked = ({ part }: StoreCase) => part === 'read models'

function runAll(cases: readonly StoreCase[]): void {
  for (const { name, run } of cases) it(name, run)
}

describe('the file store', () => {
  runAll(storeSuite(openFile(withoutQuestions)).filter((one) => !isAsked(one)))
  runAll(storeSuite(openFile()).filter(isAsked))
  runAll(durabilitySuite(openFile()))
})

describe('the memory store', () => {
  runAll(storeSuite(openMemory(withoutQuestions)).filter((one) => !isAsked(one)))
  runAll(storeSuite(openMemory()).filter(isAsked))
})

describe('the suite', () => {
  /** A store of which each workspace does some things in another way. */
  function changed(store: Workspaces, change: (workspace: Workspace) => Partial<Workspace>): Workspaces {
    const known = new WeakMap<Workspace, Workspace>()
    const wrap = (workspace: Workspace): Workspace => {
      const wrapped = known.get(workspace) ?? derive(workspace, change(workspace))
      known.set(workspace, wrapped)
      return wrapped
    }
    const wrapFound = async (found: Promise<Workspace | null>) => {
      const workspace = await found
      return workspace === null ? null : wrap(workspace)
    }
    return {
      ...store,
      createOrganization: async (...made) => wrap(await store.createOrganization(...made)),
      openWorkspace: (id) => wrapFound(store.openWorkspace(id)),
      findByPublicKey: (key) => wrapFound(store.findByPublicKey(key)),
      findByApiKeyHash: (hash) => wrapFound(store.findByApiKeyHash(hash)),
    }
  }

  function derive<T extends object>(from: T, more: Partial<T>): T {
    return Object.create(from, Object.getOwnPropertyDescriptors(more)) as T
  }

  const faults: {
    fault: string
    fails: string
    change: (workspace: Workspace) => Partial<Workspace>
    open?: () => Promise<OpenedStore>
  }[] = [
    {
      fault: 'loses changes that come together',
      fails: 'makes changes of the document that come together one upon the other',
      change(workspace) {
        let seen = workspace.document
        return {
          get document() {
            return seen
          },
          async updateDocument(apply) {
            const next = structuredClone(seen)
            apply(next)
            await workspace.updateDocument(() => undefined)
            seen = next
          },
        }
      },
    },
    {
      fault: 'keeps half a change',
      fails: 'changes nothing by a change that throws, and takes the next one',
      change: (workspace) => ({
        async updateDocument(apply) {
          apply(workspace.document)
          await workspace.updateDocument(apply)
        },
      }),
    },
    {
      fault: 'appends in any order',
      fails: 'gives back the entries of each journal as they were appended, and in that order',
      change: ({ audit }) => ({ audit: { ...audit, read: async () => (await audit.read()).toReversed() } }),
    },
    {
      fault: 'keeps answers for ever',
      fails: 'forgets an answer when its time is over',
      change: ({ answers }) => ({ answers: { ...answers, find: (id) => answers.find(id, 0) } }),
    },
    {
      fault: 'writes records again in its own way',
      fails:
        'gives back every record of the log byte for byte, in the order of the appends, also of those that wait together',
      change: ({ log }) => ({
        log: derive(log, { append: (payload) => log.append(Buffer.concat([payload, Buffer.from(' ')])) }),
      }),
    },
    {
      fault: 'says that a record is durable before it is',
      fails: 'shows an open reader what is appended later',
      change: ({ log }) => ({
        log: derive(log, {
          append: async (payload) => {
            // Later than any read that follows; by then the log is closed.
            setTimeout(() => void log.append(payload).catch(() => 0), 60_000).unref()
            return log.durable + payload.length
          },
        }),
      }),
    },
    {
      fault: 'takes nothing away in a rewrite',
      fails:
        'changes records of the log in their places, takes others away, and leaves the rest and what is appended meanwhile',
      change: ({ log }) => ({ log: derive(log, { rewrite: async () => 0 }) }),
    },
    {
      fault: 'gives reads for fresh that are not',
      fails: 'answers what was appended before fresh reads were asked for',
      change: ({ readModels }) => ({
        readModels: derive(readModels, {
          fresh: async () => ({ reads: readModels, current: true, stale: null }),
        }),
      }),
      open: openMemory(),
    },
  ]

  it.each(faults)(
    'fails a store that $fault',
    async ({ fails, change, open = openMemory(withoutQuestions) }) => {
      const cases = storeSuite(async () => ({ store: changed((await open()).store, change) }))
      const failing = cases.find(({ name }) => name === fails)
      await expect(failing?.run()).rejects.toMatchObject({ code: 'ERR_ASSERTION' })
    },
  )

  it('fails a store that opens a workspace more than once', async () => {
    const open = openMemory(withoutQuestions)
    const cases = storeSuite(async () => {
      const { store } = await open()
      const twice = async (id: string) => {
        const workspace = await store.openWorkspace(id)
        return workspace === null ? null : { ...workspace }
      }
      return { store: { ...store, openWorkspace: twice } }
    })
    const failing = cases.find(({ name }) => name.startsWith('opens a workspace'))
    await expect(failing?.run()).rejects.toMatchObject({ code: 'ERR_ASSERTION' })
  })

  it('fails a store that has forgotten everything once it is closed', async () => {
    for (const { run } of durabilitySuite(async () => ({
      store: memoryStore({ onProblem, ...withoutQuestions }),
      reopen: async () => memoryStore({ onProblem, ...withoutQuestions }),
    })))
      await expect(run()).rejects.toMatchObject({ code: 'ERR_ASSERTION' })
  })

  it('leaves no store open and no place behind, whether its case holds or not', async () => {
    const ends: string[] = []
    const cases = durabilitySuite(async () => {
      const open = (name: string): Workspaces => {
        const store = memoryStore({ onProblem, ...withoutQuestions })
        return { ...store, close: () => store.close().finally(() => ends.push(name)) }
      }
      return {
        store: open('first'),
        reopen: async () => open('second'),
        dispose: async () => void ends.push('disposed'),
      }
    })
    await cases[0]?.run().catch(() => undefined)
    expect(ends).toEqual(['first', 'second', 'disposed'])
  })

  it('names every case once', () => {
    const cases = [...storeSuite(openMemory()), ...durabilitySuite(openFile())]
    expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length)
  })
})
