import { resolve } from 'node:path'
import type { Config } from '../config.ts'
import { fileStore } from '../store/file/file-store.ts'
import type { Workspace } from '../workspaces/workspace.ts'

/**
 * Opens an organization's workspace for a command that takes the server's place, and closes it again. Resolves with
 * the command's exit code; 1, once said so, when it is unclear which organization is meant. Throws a
 * `DirectoryInUseError` while a server runs.
 */
export async function withWorkspace(
  config: Config,
  organization: string | undefined,
  work: (workspace: Workspace) => Promise<number>,
): Promise<number> {
  const store = fileStore({ directory: resolve(config.dataDirectory) })
  try {
    const organizations = await store.listOrganizations()
    const chosen =
      organization === undefined && organizations.length === 1
        ? organizations[0]
        : organizations.find(({ id, slug }) => id === organization || slug === organization)
    const workspace = chosen === undefined ? null : await store.openWorkspace(chosen.id)
    if (workspace !== null) return await work(workspace)
    const known = organizations.map(({ id, slug }) => `${id} (${slug})`).join(', ')
    console.error(`Say which organization by --organization <id or slug>. There are: ${known || 'none'}.`)
    return 1
  } finally {
    await store.close()
  }
}
