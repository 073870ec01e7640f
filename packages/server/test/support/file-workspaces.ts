import { fileStore } from '../../src/store/file/file-store.ts'
import { type OpenWorkspacesOptions, openWorkspaces } from '../../src/workspaces/open-workspaces.ts'
import type { Workspaces } from '../../src/workspaces/workspace.ts'

/** The organizations of a data directory, not synced to disk. */
export function openFileWorkspaces(
  directory: string,
  options: Partial<OpenWorkspacesOptions> = {},
): Workspaces {
  const onProblem = (problem: string) => console.error(problem)
  return openWorkspaces({ store: fileStore({ directory, sync: false }), onProblem, ...options })
}
