import type { Config } from '../app/config.ts'
import { openWorkspaces } from '../app/workspaces/open-workspaces.ts'
import type { Workspace, Workspaces } from '../kernel/workspace/workspace.ts'
import { openStore } from './open-store.ts'

/** Opens all organizations without a server. Throws a `StoreInUseError` while a server runs that owns the store alone. */
export async function withWorkspaces<Result>(
  config: Config,
  work: (workspaces: Workspaces) => Promise<Result>,
): Promise<Result> {
  const onProblem = (problem: string) => console.error(problem)
  const workspaces = openWorkspaces({ store: await openStore(config), onProblem })
  try {
    return await work(workspaces)
  } finally {
    await workspaces.close()
  }
}

/**
 * The same for one organization. Resolves with the command's exit code; 1 with a message when it is unclear which
 * organization is meant.
 */
export function withWorkspace(
  config: Config,
  organization: string | undefined,
  work: (workspace: Workspace) => Promise<number>,
): Promise<number> {
  return withWorkspaces(config, async (workspaces) => {
    const organizations = await workspaces.listOrganizations()
    const chosen =
      organization === undefined && organizations.length === 1
        ? organizations[0]
        : organizations.find(({ id, slug }) => id === organization || slug === organization)
    const workspace = chosen === undefined ? null : await workspaces.openWorkspace(chosen.id)
    if (workspace !== null) return work(workspace)
    const known = organizations.map(({ id, slug }) => `${id} (${slug})`).join(', ')
    console.error(`Say which organization by --organization <id or slug>. There are: ${known || 'none'}.`)
    return 1
  })
}
