import { resolve } from 'node:path'
import type { Config } from '../config.ts'
import { fileStore } from '../store/file/file-store.ts'
import { defineCommand } from './command.ts'

export const rebuild = defineCommand({
  name: 'rebuild',
  summary: 'Make the read models anew from the log; the server must be stopped',
  run: rebuildCommand,
})

/** `svc-server rebuild`: makes every organization's read models anew from its log. Refuses while a server runs. */
export async function rebuildCommand(config: Config): Promise<number> {
  const directory = resolve(config.dataDirectory)
  const store = fileStore({ directory })
  try {
    const organizations = await store.listOrganizations()
    if (organizations.length === 0) console.log(`There is nothing to rebuild in ${directory}.`)
    for (const { id } of organizations) {
      const workspace = await store.openWorkspace(id)
      await workspace?.readModels.rebuild()
      console.log(`Rebuilt the read models of ${id}.`)
    }
  } finally {
    await store.close()
  }
  return 0
}
