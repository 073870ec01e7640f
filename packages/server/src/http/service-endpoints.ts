import type { Metrics } from '../metrics/metrics.ts'
import { checkHealth } from '../platform/health.ts'
import type { Workspaces } from '../workspaces/workspace.ts'
import { version } from '../version.ts'
import type { Endpoint } from './endpoint.ts'
import { jsonReply } from './reply.ts'

/**
 * For whoever watches over the server: `GET /health` (503 while events can't be taken, with the reasons) and
 * `GET /health/live` (200 while the process answers at all).
 */
export function createServiceEndpoints({
  workspaces,
  metrics,
}: {
  workspaces: Pick<Workspaces, 'opened' | 'troubled'>
  metrics: Metrics
}): Endpoint[] {
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
    { method: 'GET', path: '/health/live', handle: async () => jsonReply(200, { status: 'ok' }) },
  ]
}
