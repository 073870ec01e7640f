import { useInfiniteQuery } from '@tanstack/react-query'
import { client } from '../../app/client.ts'
import { More } from '../../parts/more.tsx'
import { QueryView } from '../../parts/query-view.tsx'
import { Notice } from '../../parts/states/notice.tsx'
import { Timeline } from '../../parts/timeline/timeline.tsx'
import styles from './person.module.css'

/** What one person did, newest first. */
export function PersonTimeline({ personId }: { personId: string }) {
  const query = useInfiniteQuery({
    queryKey: ['person-timeline', personId],
    queryFn: async ({ pageParam: cursor, signal }) =>
      await client.tools.getTimeline({ user: personId, timeframe: 'all', limit: 200, cursor }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ pagination }) => pagination.nextCursor ?? undefined,
  })
  return (
    <div className={styles.pane}>
      <QueryView query={query}>
        {({ pages }) => {
          const events = pages.flatMap((page) => page.events)
          return events.length === 0 ? (
            <Notice title="Nothing happened yet">
              <p>What this person does on your pages and in your product appears here.</p>
            </Notice>
          ) : (
            <>
              <Timeline events={events} ofPerson />
              <More query={query} />
            </>
          )
        }}
      </QueryView>
    </div>
  )
}
