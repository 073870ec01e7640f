import { claimCases } from './claim-cases.ts'
import { documentCases } from './document-cases.ts'
import { durabilityCases, type Reopened } from './durability-cases.ts'
import { journalCases } from './journal-cases.ts'
import { leaseCases } from './lease-cases.ts'
import { logCases } from './log-cases.ts'
import { nodeCases } from './node-cases.ts'
import { organizationCases } from './organization-cases.ts'
import { type LastingStore, type StoreCase, type StoreUnderTest, withStores } from './suite-case.ts'

export type { LastingStore, StoreCase, StorePart, StoreUnderTest } from './suite-case.ts'

/**
 * What every store promises, as cases for any test runner: each takes a store by `open`, drives it through its ports,
 * and closes it. They may run at the same time if `open` allows it; give each a minute.
 *
 * ```ts
 * for (const { name, run } of storeSuite(async () => ({ store: myStore() }))) test(name, run)
 * ```
 */
export function storeSuite(open: () => Promise<StoreUnderTest>): StoreCase[] {
  return [
    ...withStores('documents', open, documentCases),
    ...withStores('journals', open, journalCases),
    ...withStores('log', open, logCases),
    ...withStores('claims', open, claimCases),
    ...withStores('leases', open, leaseCases),
    ...withStores('organizations', open, organizationCases),
    ...withStores('nodes', open, nodeCases),
  ]
}

/** What a store promises besides that outlives its process: to be run after {@link storeSuite}. */
export function durabilitySuite(open: () => Promise<LastingStore>): StoreCase[] {
  const openTwice = async (): Promise<Reopened> => {
    const opened = await open()
    let { store } = opened
    return {
      get store() {
        return store
      },
      async again() {
        await store.close()
        store = await opened.reopen()
        await store.open()
        return store
      },
      async dispose() {
        await opened.dispose?.()
      },
    }
  }
  return withStores('durability', openTwice, durabilityCases)
}
