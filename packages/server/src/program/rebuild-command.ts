import { resolve } from 'node:path'
import type { Config } from '../config.ts'
import { lockDirectory } from '../store/file/directory-lock.ts'
import { listOrganizationFolders } from '../store/file/organization-folders.ts'
import { defineCommand } from './command.ts'

export const rebuild = defineCommand({
  name: 'rebuild',
  summary: 'Make the read models anew from the log; the server must be stopped',
  run: rebuildCommand,
})

/** `svc-server rebuild`: makes every organization's read models anew from its log. Refuses while a server runs. */
export async function rebuildCommand(config: Config): Promise<number> {
  const directory = resolve(config.dataDirectory)
  const folders = await listOrganizationFolders(directory)
  if (folders.length === 0) {
    console.log(`There is nothing to rebuild in ${directory}.`)
    return 0
  }
  const lock = await lockDirectory(directory)
  // Loads the engine, which no other command needs in this process.
  const { rebuildReadModels } = await import('../read-models/rebuild.ts')
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
