import type { Metrics } from '../kernel/metrics/metrics.ts'
import { version } from '../kernel/version.ts'
import type { Workspace, Workspaces } from '../kernel/workspace/workspace.ts'
import { checkReadiness } from './health.ts'

/** Opens what this node answers for, and knows when it can. */
export interface Readiness {
  /** As `GET /health/ready`; the first call begins to open. */
  check(): Promise<ReturnType<typeof checkReadiness>>
  /** Opens what this node holds by now, and has it follow the log. */
  prepare(): Promise<void>
}

export function createReadiness({
  workspaces,
  metrics,
  isPlaced,
  isDraining,
}: {
  workspaces: Pick<
    Workspaces,
    'opened' | 'troubled' | 'listOrganizations' | 'holds' | 'holdsEvents' | 'keepsReplica' | 'openWorkspace'
  >
  metrics: Metrics
  /** Whether it is known what this node holds. */
  isPlaced: () => boolean
  /** Whether the server is about to stop. */
  isDraining: () => boolean
}): Readiness {
  let opening: ReturnType<typeof openHeld> | null = null
  let preparing = Promise.resolve()

  async function prepareNow(): Promise<void> {
    const { opened } = await openHeld(workspaces)
    // One after another: this node has requests to answer meanwhile.
    for (const workspace of opened)
      if (workspace.isHeld) await workspace.readModels.fresh().catch(() => undefined)
  }

  return {
    async check() {
      // The server is ready once the answers of each organization that holds anything are.
      if (isPlaced() && !isDraining()) opening ??= openHeld(workspaces)
      const { opened = [], isComplete = false } = (await opening) ?? {}
      if (!isComplete) opening = null
      const found = checkReadiness(workspaces, opened, { version, metrics, isDraining: isDraining() })
      return { ...found, ready: found.ready && isPlaced() }
    },
    prepare: () => (preparing = preparing.then(prepareNow)),
  }
}

/** Organizations that are looked at together. */
const lookedAtOnce = 50

/**
 * Opens the organizations of this node that hold anything, and those of others that it held once, so that erasures reach
 * them. Resolves with the former. Not complete: some couldn't be opened, or looked for.
 */
async function openHeld(
  workspaces: Pick<
    Workspaces,
    'listOrganizations' | 'holds' | 'holdsEvents' | 'keepsReplica' | 'openWorkspace'
  >,
): Promise<{ opened: Workspace[]; isComplete: boolean }> {
  const opened: Workspace[] = []
  let isComplete = true
  const attempt = (work: () => Promise<void>) => work().catch(() => void (isComplete = false))
  await attempt(async () => {
    const ids = (await workspaces.listOrganizations()).map(({ id }) => id)
    const open = async (id: string) => {
      const isHeld = workspaces.holds(id)
      const isWanted = isHeld ? await workspaces.holdsEvents(id) : await workspaces.keepsReplica(id)
      const workspace = isWanted ? await workspaces.openWorkspace(id) : null
      if (workspace !== null && isHeld) opened.push(workspace)
    }
    for (let from = 0; from < ids.length; from += lookedAtOnce)
      await Promise.all(ids.slice(from, from + lookedAtOnce).map((id) => attempt(() => open(id))))
  })
  return { opened, isComplete }
}
