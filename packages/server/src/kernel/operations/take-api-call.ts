import { AppError } from '../errors.ts'
import type { Workspace } from '../workspace/workspace.ts'
import type { ApiKey } from '../workspace/workspace-document.ts'

/** Counts a request of a key. `now` in Unix milliseconds. */
export function countRequest({ usage }: Workspace, { id }: ApiKey, now: number): void {
  usage.countRequest(id, new Date(now).toISOString())
}

/** When a key was last used, and how often. */
export function keyUsage(
  { usage: { usage } }: Workspace,
  { id }: Pick<ApiKey, 'id'>,
): { lastUsedAt: string | null; totalRequests: number } {
  return usage.keys[id] ?? { lastUsedAt: null, totalRequests: 0 }
}

/** The billing cycle at a time: a calendar month in UTC, and the start of the next one, Unix milliseconds. */
export function billingCycle(now: number): { month: string; resetAt: number } {
  const time = new Date(now)
  return {
    month: time.toISOString().slice(0, 7),
    resetAt: Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + 1, 1),
  }
}

/**
 * Counts a tool call, whatever its result. Rejects with AppError `api_limit_exceeded`, without counting, once the organization
 * has used up its cycle's calls.
 */
export async function takeApiCall({ document, usage }: Workspace, now: number): Promise<void> {
  const { plan, apiCalls: limit } = document.limits
  const { month, resetAt } = billingCycle(now)
  if (await usage.takeApiCall(month, limit)) return
  throw new AppError(
    'api_limit_exceeded',
    `The plan's API calls of this month (${limit}) are used up: there are new ones from ${new Date(resetAt).toISOString()}`,
    { planLimit: { plan, feature: 'api_calls', resetAt } },
  )
}
