import { useQuery } from '@tanstack/react-query'
import { ask } from '../../app/ask.ts'
import type { DashboardProps } from './dashboard-props.ts'
import type { Window } from './window.ts'

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

/** The rows of a question about the window, and about the days before, where they are asked for. */
export function useWithBefore<Row>(
  sqlOf: (window: Window) => string,
  { window, before }: Pick<DashboardProps, 'window' | 'before'>,
): [Row[] | undefined, Row[] | undefined] {
  const now = useAnswer<Row>(sqlOf(window))
  const then = useAnswer<Row>(sqlOf(before ?? window), before !== null)
  return [now.data?.rows, before ? then.data?.rows : undefined]
}
