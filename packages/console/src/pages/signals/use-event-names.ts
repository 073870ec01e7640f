import { useQuery } from '@tanstack/react-query'
import { ask } from '../../app/ask.ts'

/** How many names are asked for. */
export const eventNamesAsked = 300

/** Names of events that were seen, the most frequent first, to choose from. */
export function useEventNames(): readonly string[] {
  const { data } = useQuery({
    queryKey: ['event-names'],
    staleTime: 300_000,
    queryFn: async ({ signal }) =>
      (
        await ask<{ name: string }>(
          `select event_name as name, count(*) as times from activity
where event_channel <> 'SYSTEM' group by 1 order by 2 desc limit ${eventNamesAsked}`,
          [],
          { signal },
        )
      ).rows.map(({ name }) => name),
  })
  return data ?? []
}
