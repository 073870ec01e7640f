import type { Metrics } from '../kernel/metrics/metrics.ts'
import { checkHealth } from './health.ts'
import type { Workspaces } from '../kernel/workspace/workspace.ts'
import { version } from '../kernel/version.ts'
import type { Endpoint } from './endpoint.ts'
import type { Readiness } from './readiness.ts'
import { jsonReply } from './reply.ts'

/**
 * For monitoring: `GET /health` (503 with the reasons while events can't be accepted), `GET /health/live` (200 while the
 * process responds at all), `GET /health/ready` (200 once answers include what was stored at the first call, and while
 * events are accepted, and 503 before the server stops: for a proxy).
 */
export function createServiceEndpoints({
  workspaces,
  metrics,
  readiness,
}: {
  workspaces: Pick<Workspaces, 'opened' | 'troubled'>
  metrics: Metrics
  readiness: Pick<Readiness, 'check'>
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
    {
      method: 'GET',
      path: '/health/ready',
      handle: async () => {
        const health = await readiness.check()
        return jsonReply(health.ready ? 200 : 503, health, health.ready ? {} : { 'retry-after': '5' })
      },
    },
    { method: 'GET', path: '/health/live', handle: async () => jsonReply(200, { status: 'ok' }) },
  ]
}
