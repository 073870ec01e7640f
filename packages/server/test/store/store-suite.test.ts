import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  durabilitySuite,
  type LastingStore,
  type StoreCase,
  type StoreUnderTest,
  storeSuite,
} from '../../src/drivers/suite/store-suite.ts'
import { fileStore } from '../../src/drivers/file/file-store.ts'
import { memoryStore } from '../../src/drivers/memory/memory-store.ts'
import type { Documents, OrganizationStore, Store } from '../../src/kernel/store/ports.ts'

async function openFile(): Promise<LastingStore> {
  const directory = await mkdtemp(join(tmpdir(), 'customer-intel-suite-'))
  const open = () => fileStore({ directory })
  return { store: open(), reopen: async () => open(), dispose: () => rm(directory, { recursive: true }) }
}

const openMemory = async (): Promise<StoreUnderTest> => ({ store: memoryStore() })

function runAll(cases: readonly StoreCase[]): void {
  for (const { name, run } of cases) it(name, run)
}

describe('the file store', () => runAll([...storeSuite(openFile), ...durabilitySuite(openFile)]))
describe('the memory store', () => runAll(storeSuite(openMemory)))

describe('the suite', () => {
  /** A memory store of which each organization does some things in another way. */
  function faulty(change: (ports: OrganizationStore) => Partial<OrganizationStore>): Store {
    const store = memoryStore()
    const known = new Map<string, OrganizationStore>()
    return {
      ...store,
      organization(organizationId) {
        const ports = store.organization(organizationId)
        const changed = known.get(organizationId) ?? { ...ports, ...change(ports) }
        known.set(organizationId, changed)
        return changed
      },
    }
  }

  const faults: {
    fault: string
    fails: string
    change: (ports: OrganizationStore) => Partial<OrganizationStore>
  }[] = [
    {
      fault: 'writes over a version that nobody knew',
      fails: 'replaces a document only in the version that the writer knows',
      change: ({ documents }) => ({
        documents: {
          ...documents,
          async write(name, value) {
            const expected = (await documents.read(name))?.version ?? null
            return documents.write(name, value, { expected })
          },
        },
      }),
    },
    {
      fault: 'never sees a change of a known version',
      fails: 'says that a known version is unchanged, until it is not',
      change: ({ documents }) => ({
        documents: {
          ...documents,
          read: (async (name: string, asked?: { known: string }) =>
            asked === undefined ? documents.read(name) : 'unchanged') as Documents['read'],
        },
      }),
    },
    {
      fault: 'appends in any order',
      fails: 'gives back the entries of a journal as they were appended, and in that order',
      change: ({ journals }) => ({
        journals: {
          ...journals,
          read: async <Entry extends object>(name: string) => (await journals.read<Entry>(name)).toReversed(),
        },
      }),
    },
    {
      fault: 'gives a key to everybody',
      fails: 'gives a key to one of many callers, and tells the others what stands under it',
      change: ({ claims }) => ({ claims: { ...claims, claim: async () => null } }),
    },
    {
      fault: 'keeps claims for ever',
      fails: 'lets a claim go when its time is over, and when its holder does',
      change: ({ claims }) => ({
        claims: { ...claims, claim: (key, value) => claims.claim(key, value, { ttlMs: 1e9 }) },
      }),
    },
    {
      fault: 'does not look at a lease',
      fails: 'appends under the lease that holds, and nothing under a former one',
      change: ({ log }) => ({ log: { ...log, append: (payload) => log.append(payload) } }),
    },
    {
      fault: 'writes records again in its own way',
      fails:
        'gives back every record of the log byte for byte, in the order of the appends, also of those that wait together',
      change: ({ log }) => ({
        log: { ...log, append: (payload) => log.append(Buffer.concat([payload, Buffer.from(' ')])) },
      }),
    },
    {
      fault: 'takes nothing away in a rewrite',
      fails:
        'changes records of the log in their places, takes others away, and leaves the rest and what is appended meanwhile',
      change: ({ log }) => ({ log: { ...log, rewrite: async () => 0 } }),
    },
  ]

  it.each(faults)('fails a store that $fault', async ({ fails, change }) => {
    const cases = storeSuite(async () => ({ store: faulty(change) }))
    const failing = cases.find(({ name }) => name === fails)
    await expect(failing?.run()).rejects.toMatchObject({ code: 'ERR_ASSERTION' })
  })

  it('fails a store that has forgotten everything once it is closed', async () => {
    const open = async () => ({ ...(await openMemory()), reopen: async () => memoryStore() })
    const [documents, log] = durabilitySuite(open)
    for (const { run } of [documents!, log!])
      await expect(run()).rejects.toMatchObject({ code: 'ERR_ASSERTION' })
  })

  it('leaves no store open and no place behind, whether its case holds or not', async () => {
    const ends: string[] = []
    const [first] = durabilitySuite(async () => {
      const open = (name: string): Store => {
        const store = memoryStore()
        return { ...store, close: () => store.close().finally(() => ends.push(name)) }
      }
      const dispose = async () => void ends.push('disposed')
      return { store: open('first'), reopen: async () => open('second'), dispose }
    })
    await first?.run().catch(() => undefined)
    expect(ends).toEqual(['first', 'second', 'disposed'])
  })

  it('names every case once', () => {
    const cases = [...storeSuite(openMemory), ...durabilitySuite(openFile)]
    expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length)
  })
})
