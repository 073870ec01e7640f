import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

/** How far behind an answer is, in seconds; 0 when nobody can tell; null when it is current. Of pages: the first that is. */
export function behindSince(data: unknown): number | null {
  if (typeof data !== 'object' || data === null) return null
  if ('pages' in data && Array.isArray(data.pages)) {
    for (const page of data.pages) {
      const behind = behindSince(page)
      if (behind !== null) return behind
    }
    return null
  }
  if (!('stale' in data) || typeof data.stale !== 'object' || data.stale === null) return null
  const { behindSeconds } = data.stale as { behindSeconds?: number | null }
  return behindSeconds ?? 0
}

/** How far behind what is shown is, at most; null when all of it is current. */
export function useBehind(): number | null {
  const cache = useQueryClient().getQueryCache()
  return useSyncExternalStore(
    (changed) => cache.subscribe(changed),
    () => {
      const behind = cache
        .getAll()
        .filter((query) => query.isActive())
        .map((query) => behindSince(query.state.data))
        .filter((seconds) => seconds !== null)
      return behind.length === 0 ? null : Math.max(...behind)
    },
  )
}
