import { fileStore } from '../../src/drivers/file/file-store.ts'
import { type OpenWorkspacesOptions, openWorkspaces } from '../../src/app/workspaces/open-workspaces.ts'
import type { Workspaces } from '../../src/kernel/workspace/workspace.ts'

/** The organizations of a data directory, not synced to disk. */
export function openFileWorkspaces(
  directory: string,
  options: Partial<OpenWorkspacesOptions> = {},
): Workspaces {
  const onProblem = (problem: string) => console.error(problem)
  return openWorkspaces({ store: fileStore({ directory, sync: false }), onProblem, ...options })
}
