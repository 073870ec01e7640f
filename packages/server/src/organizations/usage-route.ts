import type { RouteHandler } from '../kernel/operations/route-handler.ts'
import { billingCycle } from '../kernel/operations/take-api-call.ts'
import { callersOf } from './callers.ts'

/** `GET /api/usage`: calls, limits, and the requests of each key and person. */
export const getUsage: RouteHandler<'getUsage'> = {
  async run(_input, { workspace, clock }) {
    const { document, usage: book, log } = workspace
    const { month, resetAt } = billingCycle(clock())
    const { keys, apiCalls } = book.usage
    const { plan, apiCalls: limit, connections } = document.limits
    const callerOf = callersOf(workspace)
    return {
      plan,
      apiCalls: {
        month,
        used: apiCalls.month === month ? apiCalls.count : 0,
        limit,
        resetAt: new Date(resetAt).toISOString(),
      },
      connectionLimit: connections,
      retentionDays: document.retention.days,
      logBytes: (await log.sizeOnDisk?.()) ?? null,
      callers: Object.entries(keys)
        .map(([id, { totalRequests, lastUsedAt }]) => ({
          ...callerOf(id),
          requests: totalRequests,
          lastUsedAt,
        }))
        .sort((left, right) => (left.lastUsedAt < right.lastUsedAt ? 1 : -1)),
    }
  },
}
