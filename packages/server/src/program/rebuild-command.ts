import type { Config } from '../app/config.ts'
import { defineProgramCommand } from './command.ts'
import { storePlace } from './open-store.ts'
import { withWorkspaces } from './with-workspace.ts'

export const rebuild = defineProgramCommand({
  name: 'rebuild',
  summary: 'Rebuild the read models from the log; the server must be stopped',
  run: rebuildCommand,
})

/** `svc-server rebuild`: rebuilds every organization's read models from its log. Refuses while a server runs. */
function rebuildCommand(config: Config): Promise<number> {
  return withWorkspaces(config, async (workspaces) => {
    const organizations = await workspaces.listOrganizations()
    if (organizations.length === 0) console.log(`There is nothing to rebuild in ${storePlace(config)}.`)
    for (const { id } of organizations) {
      const workspace = await workspaces.openWorkspace(id)
      await workspace?.readModels.rebuild()
      console.log(`Rebuilt the read models of ${id}.`)
    }
    return 0
  })
}
