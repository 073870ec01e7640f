import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { OrganizationStore, Store } from '../../kernel/store/ports.ts'

/** One promise of the ports: `name` says it, `run` rejects where the store doesn't keep it. */
export interface StoreCase {
  /** The port that it is about, to run a part alone while a driver grows. */
  part: StorePart
  /** A sentence, the store being its subject: `lists every organization that has a document`. */
  name: string
  run: () => Promise<void>
}

export type StorePart =
  | 'organizations'
  | 'nodes'
  | 'documents'
  | 'journals'
  | 'log'
  | 'claims'
  | 'leases'
  | 'durability'

/** A store that holds nothing yet, for one case alone. The suite opens and closes it. */
export interface StoreUnderTest {
  store: Store
  /** Called at the end, once the store is closed, also when the case failed: removes what the store left behind. */
  dispose?(): Promise<void>
}

/** A store that outlives its process. */
export interface LastingStore extends StoreUnderTest {
  /** Once more what the store kept. The suite has closed it before. */
  reopen(): Promise<Store>
}

/** A {@link StoreCase} before it is known which store it is about. */
export interface Check<Opened> {
  name: string
  check: (opened: Opened) => Promise<void>
}

/** Runs each check against a store of its own. */
export function withStores<Opened extends StoreUnderTest>(
  part: StorePart,
  open: () => Promise<Opened>,
  checks: readonly Check<Opened>[],
): StoreCase[] {
  return checks.map(({ name, check }) => ({
    part,
    name,
    async run() {
      const opened = await open()
      try {
        await opened.store.open()
        await check(opened)
      } finally {
        await opened.store.close()
        await opened.dispose?.()
      }
    },
  }))
}

/** Texts that a careless encoding loses: more than Latin, quotes, line ends, a separator that is no line end to JSON. */
export const awkwardText = 'Prüfung "✓" 🦜\n\\n\u2028\t'

/** Ports of an organization that nobody has used yet. */
export function newOrganization(store: Store): OrganizationStore {
  return store.organization(randomUUID())
}

/** Long enough for a machine that is busy with many other things, in milliseconds. */
const patienceMs = 60_000

/** Waits until `test` holds. */
export async function eventually(what: string, test: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + patienceMs
  while (!(await test())) {
    assert.ok(performance.now() < deadline, `within ${patienceMs} ms ${what}`)
    await setTimeout(20)
  }
}

/** What a rejection has to be: an AppError of that code. */
export function failing(code: string): { name: 'AppError'; code: string } {
  return { name: 'AppError', code }
}
