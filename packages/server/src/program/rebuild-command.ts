import { resolve } from 'node:path'
import type { Config } from '../config.ts'
import { rebuildReadModels } from '../read-models/rebuild.ts'
import { lockDirectory } from '../store/file/directory-lock.ts'
import { listOrganizationFolders } from '../store/file/organization-folders.ts'

/** `svc-server rebuild`: makes every organization's read models anew from its log. Refuses while a server runs. */
export async function rebuildCommand(config: Config): Promise<number> {
  const directory = resolve(config.dataDirectory)
  const folders = await listOrganizationFolders(directory)
  if (folders.length === 0) {
    console.log(`There is nothing to rebuild in ${directory}.`)
    return 0
  }
  const lock = await lockDirectory(directory)
  try {
    for (const folder of folders) {
      await rebuildReadModels(folder.directory)
      console.log(`Rebuilt the read models of ${folder.organizationId}.`)
    }
  } finally {
    await lock.release()
  }
  return 0
}
