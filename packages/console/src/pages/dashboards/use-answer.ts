import { useQuery } from '@tanstack/react-query'
import { ask } from '../../app/ask.ts'

/** The answer to a question of a dashboard, asked again while the page is looked at. */
export function useAnswer<Row>(sql: string, enabled = true) {
  return useQuery({
    queryKey: ['dashboard', sql],
    enabled,
    staleTime: 60_000,
    refetchInterval: 300_000,
    queryFn: async ({ signal }) => await ask<Row>(sql, [], { signal, limit: 10_000 }),
  })
}
