import assert from 'node:assert/strict'
import { encodeRecord, type LogRecord } from '../../src/kernel/log/record.ts'
import { defineOrganization, type NewOrganization } from '../../src/organizations/define-organization.ts'
import { memoryStore } from '../../src/drivers/memory/memory-store.ts'
import { openWorkspaces } from '../../src/app/workspaces/open-workspaces.ts'
import type { Workspace, Workspaces } from '../../src/kernel/workspace/workspace.ts'

/** A sentence about read models, and what shows it. */
export interface ReadModelCase {
  name: string
  check: (opened: { store: Workspaces }) => Promise<void>
}

/** Runs a case over a log in memory: read models know the port alone. */
export async function runCase({ check }: ReadModelCase): Promise<void> {
  const onProblem = (problem: string) => assert.fail(problem)
  const store = openWorkspaces({ store: memoryStore(), onProblem })
  try {
    await check({ store })
  } finally {
    await store.close()
  }
}

/** Makes an organization. */
export async function make(
  store: Workspaces,
  name = 'Acme',
): Promise<NewOrganization & { id: string; workspace: Workspace }> {
  const defined = defineOrganization({ name })
  const { organization } = defined.document
  const workspace = await store.createOrganization(organization, structuredClone(defined.document))
  return { ...defined, id: organization.id, workspace }
}

/** Appends records and waits until they are in the answers. */
export async function bring({ log, readModels }: Workspace, ...records: LogRecord[]): Promise<void> {
  for (const record of records) await log.append(encodeRecord(record))
  await settled({ readModels })
}

/** Waits until everything in the log is in the answers. */
export async function settled({ readModels }: Pick<Workspace, 'readModels'>): Promise<void> {
  await readModels.exact({ withinMs: 60_000 })
}
