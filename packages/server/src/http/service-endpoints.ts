import type { Metrics } from '../kernel/metrics/metrics.ts'
import { checkHealth, checkReadiness } from './health.ts'
import type { Workspace, Workspaces } from '../kernel/workspace/workspace.ts'
import { version } from '../kernel/version.ts'
import type { Endpoint } from './endpoint.ts'
import { jsonReply } from './reply.ts'

/**
 * For monitoring: `GET /health` (503 with the reasons while events can't be accepted), `GET /health/live` (200 while the
 * process responds at all), `GET /health/ready` (200 once answers include what was stored at the first call, and while
 * events are accepted, and 503 before the server stops: for a proxy).
 */
export function createServiceEndpoints({
  workspaces,
  metrics,
  isDraining,
}: {
  workspaces: Pick<Workspaces, 'opened' | 'troubled' | 'listOrganizations' | 'holdsEvents' | 'openWorkspace'>
  metrics: Metrics
  /** Whether the server is about to stop. */
  isDraining: () => boolean
}): Endpoint[] {
  let opening: ReturnType<typeof openAll> | null = null
  return [
    {
      method: 'GET',
      path: '/health',
      handle: async () => {
        const health = checkHealth(workspaces, { version, metrics })
        return jsonReply(
          health.status === 'unavailable' ? 503 : 200,
          health,
          health.status === 'unavailable' ? { 'retry-after': '5' } : {},
        )
      },
    },
    {
      method: 'GET',
      path: '/health/ready',
      handle: async () => {
        // The server is ready once the answers of each organization that holds anything are.
        if (!isDraining()) opening ??= openAll(workspaces)
        const { opened = [], isComplete = false } = (await opening) ?? {}
        if (!isComplete) opening = null
        const health = checkReadiness(workspaces, opened, { version, metrics, isDraining: isDraining() })
        return jsonReply(health.ready ? 200 : 503, health, health.ready ? {} : { 'retry-after': '5' })
      },
    },
    { method: 'GET', path: '/health/live', handle: async () => jsonReply(200, { status: 'ok' }) },
  ]
}

/** Organizations that are looked at together. */
const lookedAtOnce = 50

/** Opens the organizations that hold anything. Not complete: some couldn't be opened, or looked for. */
async function openAll(
  workspaces: Pick<Workspaces, 'listOrganizations' | 'holdsEvents' | 'openWorkspace'>,
): Promise<{ opened: Workspace[]; isComplete: boolean }> {
  const opened: Workspace[] = []
  let isComplete = true
  const attempt = (work: () => Promise<void>) => work().catch(() => void (isComplete = false))
  await attempt(async () => {
    const ids = (await workspaces.listOrganizations()).map(({ id }) => id)
    const open = async (id: string) => {
      const workspace = (await workspaces.holdsEvents(id)) ? await workspaces.openWorkspace(id) : null
      if (workspace !== null) opened.push(workspace)
    }
    for (let from = 0; from < ids.length; from += lookedAtOnce)
      await Promise.all(ids.slice(from, from + lookedAtOnce).map((id) => attempt(() => open(id))))
  })
  return { opened, isComplete }
}
