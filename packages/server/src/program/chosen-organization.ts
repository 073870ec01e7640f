import { resolve } from 'node:path'
import type { Config } from '../config.ts'
import {
  type OrganizationFolder,
  listOrganizationFolders,
  openWorkspaceFiles,
} from '../store/file/organization-folders.ts'
import type { WorkspaceFile } from '../store/file/workspace-file.ts'

/** An organization's configuration, as a command changes it beside a running server. */
export interface ChosenOrganization {
  folder: OrganizationFolder
  file: WorkspaceFile
}

/** The organization with this id or slug; without one, the only one there is. Null when it is unclear, once said so. */
export async function openChosenOrganization(
  config: Config,
  reference: string | undefined,
): Promise<ChosenOrganization | null> {
  const folders = await listOrganizationFolders(resolve(config.dataDirectory))
  const opened = await openWorkspaceFiles(folders, (problem) => console.error(problem))
  const chosen = opened.filter(({ file }) => {
    const { id, slug } = file.document.organization
    return reference === undefined || reference === id || reference === slug
  })
  const [only] = chosen
  if (only !== undefined && chosen.length === 1) return only
  const known = opened.map(
    ({ file: { document } }) => `${document.organization.id} (${document.organization.slug})`,
  )
  console.error(
    `Say which organization by --organization <id or slug>. There are: ${known.join(', ') || 'none'}.`,
  )
  return null
}
