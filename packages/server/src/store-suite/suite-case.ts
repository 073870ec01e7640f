import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'
import { encodeRecord, type LogRecord } from '../log/record.ts'
import { defineOrganization, type NewOrganization } from '../platform/organizations.ts'
import type { Workspaces, Workspace } from '../workspaces/workspace.ts'

/** One promise of the interface: `name` says it, `run` rejects where the store doesn't keep it. */
export interface StoreCase {
  /** What of the interface it is about, to run a part alone while a driver grows. */
  part: StorePart
  /** A sentence, the store being its subject: `lists every organization, the oldest first`. */
  name: string
  run: () => Promise<void>
}

export type StorePart = 'organizations' | 'workspace' | 'answers' | 'log' | 'read models' | 'durability'

/** A store that holds nothing yet, opened for one case alone. The suite closes it. */
export interface OpenedStore {
  store: Workspaces
  /** Called at the end, once the store is closed, also when the case failed: removes what the store left behind. */
  dispose?(): Promise<void>
}

/** A store that outlives its process. */
export interface LastingStore extends OpenedStore {
  /** Opens once more what the store kept. The suite has closed it before. */
  reopen(): Promise<Workspaces>
}

/** A {@link StoreCase} before it is known which store it is about. */
export interface Check<Opened> {
  name: string
  check: (opened: Opened) => Promise<void>
}

/** Runs each check against a store of its own. */
export function withStores<Opened extends OpenedStore>(
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
        await check(opened)
      } finally {
        await opened.store.close()
        await opened.dispose?.()
      }
    },
  }))
}

/** An organization that was just made. */
export interface Made extends NewOrganization {
  id: string
  workspace: Workspace
}

/** Makes an organization in the store. `now`: when it is made, Unix milliseconds. */
export async function make(store: Workspaces, name = 'Acme', now?: number): Promise<Made> {
  const defined = defineOrganization({ name, ...(now === undefined ? {} : { now }) })
  const { organization } = defined.document
  return {
    ...defined,
    id: organization.id,
    workspace: await store.createOrganization(organization, structuredClone(defined.document)),
  }
}

/** Appends records and waits until they are in the answers. */
export async function bring({ log, readModels }: Workspace, ...records: LogRecord[]): Promise<void> {
  for (const record of records) await log.append(encodeRecord(record))
  await settled({ readModels })
}

/** Waits until everything in the log is in the answers. */
export async function settled({ readModels }: Pick<Workspace, 'readModels'>): Promise<void> {
  const { current, stale } = await readModels.fresh({ withinMs: patienceMs })
  assert.ok(current, `the read models are not current within ${patienceMs} ms: ${stale?.reason}`)
}

/** So long the suite waits for what has no deadline of its own, in milliseconds. */
const patienceMs = 15_000

/** Waits until `test` holds, at most `withinMs`. */
export async function eventually(
  what: string,
  withinMs: number,
  test: () => Promise<boolean>,
): Promise<void> {
  const deadline = performance.now() + withinMs
  while (!(await test())) {
    assert.ok(performance.now() < deadline, `within ${withinMs} ms ${what}`)
    await setTimeout(20)
  }
}

/** What a rejection has to be: an AppError of that code. */
export function failing(code: string): { name: 'AppError'; code: string } {
  return { name: 'AppError', code }
}

/** The workspace; fails where there is none. */
export function present(workspace: Workspace | null): Workspace {
  assert.ok(workspace !== null, 'the organization is not found')
  return workspace
}
