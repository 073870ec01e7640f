import type { Workspace } from '../store/store.ts'
import type { ApiKey } from '../store/workspace-document.ts'

/** When a key was last used, and how often. Kept in memory and written back now and then: a request costs no write. */
export interface ApiKeyUsage {
  count(workspace: Workspace, apiKey: ApiKey): void
  /** What the document says, and what was counted since. */
  read(apiKey: ApiKey): Pick<ApiKey, 'lastUsedAt' | 'totalRequests'>
  /** Writes what was counted back into the documents. */
  flush(): Promise<void>
  /** Flushes for the last time. */
  close(): Promise<void>
}

export interface ApiKeyUsageOptions {
  /** Unix milliseconds. */
  clock: () => number
  /** Told when a write fails; the counts are kept and written the next time. */
  onError: (error: unknown) => void
  /** Default 60,000. */
  flushEveryMs?: number
}

export function createApiKeyUsage({
  clock,
  onError,
  flushEveryMs = 60_000,
}: ApiKeyUsageOptions): ApiKeyUsage {
  const counted = new Map<string, { workspace: Workspace; lastUsedAt: string; requests: number }>()
  let timer: NodeJS.Timeout | null = null

  const flush = async (): Promise<void> => {
    timer = null
    const taken = [...counted]
    const workspaces = new Set(taken.map(([, { workspace }]) => workspace))
    await Promise.all(
      [...workspaces].map(async (workspace) => {
        const mine = taken.filter(([, entry]) => entry.workspace === workspace)
        // What is counted while the document is being written is not in these numbers, and stays.
        const numbers = new Map(mine.map(([id, { requests, lastUsedAt }]) => [id, { requests, lastUsedAt }]))
        await workspace.updateDocument((document) => {
          for (const apiKey of document.apiKeys) {
            const number = numbers.get(apiKey.id)
            if (number === undefined) continue
            apiKey.totalRequests += number.requests
            apiKey.lastUsedAt = number.lastUsedAt
          }
        })
        for (const [id, entry] of mine) {
          entry.requests -= numbers.get(id)?.requests ?? 0
          if (entry.requests === 0) counted.delete(id)
        }
      }),
    )
  }

  return {
    count(workspace, apiKey) {
      const lastUsedAt = new Date(clock()).toISOString()
      const entry = counted.get(apiKey.id)
      if (entry === undefined) counted.set(apiKey.id, { workspace, lastUsedAt, requests: 1 })
      else {
        entry.requests += 1
        entry.lastUsedAt = lastUsedAt
      }
      timer ??= setTimeout(() => void flush().catch(onError), flushEveryMs).unref()
    },
    read(apiKey) {
      const entry = counted.get(apiKey.id)
      return {
        lastUsedAt: entry?.lastUsedAt ?? apiKey.lastUsedAt,
        totalRequests: apiKey.totalRequests + (entry?.requests ?? 0),
      }
    },
    flush,
    async close() {
      if (timer !== null) clearTimeout(timer)
      await flush()
    },
  }
}
