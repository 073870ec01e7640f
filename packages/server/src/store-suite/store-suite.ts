import { answerCases } from './answer-cases.ts'
import { durabilityCases, type Reopened } from './durability-cases.ts'
import { logCases } from './log-cases.ts'
import { organizationCases } from './organization-cases.ts'
import { readModelCases } from './read-model-cases.ts'
import { recordCases } from './record-cases.ts'
import { type LastingStore, type OpenedStore, type StoreCase, withStores } from './suite-case.ts'
import { workspaceCases } from './workspace-cases.ts'

export type { LastingStore, OpenedStore, StoreCase, StorePart } from './suite-case.ts'

/**
 * What every store promises, as cases for any test runner: each opens a store by `open`, drives it through its
 * interface, and closes it. They may run at the same time if `open` allows it; give each a minute.
 *
 * ```ts
 * for (const { name, run } of storeSuite(async () => ({ store: myStore() }))) test(name, run)
 * ```
 */
export function storeSuite(open: () => Promise<OpenedStore>): StoreCase[] {
  return [
    ...withStores('organizations', open, organizationCases),
    ...withStores('workspace', open, workspaceCases),
    ...withStores('answers', open, answerCases),
    ...withStores('log', open, logCases),
    ...withStores('read models', open, [...readModelCases, ...recordCases]),
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
        return store
      },
      async dispose() {
        await opened.dispose?.()
      },
    }
  }
  return withStores('durability', openTwice, durabilityCases)
}
