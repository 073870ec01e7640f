import type { TimelineEvent } from '@customer-intel/node-sdk'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { client } from '../../app/client.ts'
import { More } from '../../parts/more.tsx'
import { QueryView } from '../../parts/query-view.tsx'
import { Notice } from '../../parts/states/notice.tsx'
import { Toggles } from '../../parts/toggles.tsx'
import { Timeline } from '../../parts/timeline/timeline.tsx'
import { sentence } from '../../parts/words.ts'
import { RunOutcome } from '../messages/run-outcome.tsx'
import { channels, timeframes } from './customer-search.ts'
import styles from './customer.module.css'

const times = { '7d': '7 days', '30d': '30 days', '90d': '90 days', all: 'All' }

const outcomeOf = (event: TimelineEvent) =>
  event.eventType === 'AUTOMATION_RUN' ? <RunOutcome event={event} /> : null

/** Everything that happened with a customer, by channel and time. */
export function CustomerTimeline({ customerId }: { customerId: string }) {
  const view = useSearch({ from: '/customers/$id' })
  const navigate = useNavigate({ from: '/customers/$id' })
  const timeframe = view.time ?? '90d'
  const query = useInfiniteQuery({
    queryKey: ['timeline', customerId, view.channels, timeframe],
    queryFn: async ({ pageParam, signal }) =>
      await client.tools.getTimeline(
        { customer: customerId, channels: view.channels, timeframe, limit: 200, cursor: pageParam },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ pagination }) => pagination.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  })
  return (
    <div className={styles.pane}>
      <div className={styles.filters}>
        <Toggles
          label="Channels"
          options={channels.map((value) => ({ value, title: sentence(value) }))}
          chosen={view.channels ?? []}
          onChange={(chosen) =>
            void navigate({
              search: (before) => ({
                ...before,
                channels: chosen.length === 0 ? undefined : (chosen as never),
              }),
              replace: true,
            })
          }
        />
        <Toggles
          label="How far back"
          single
          options={timeframes.map((value) => ({ value, title: times[value] }))}
          chosen={[timeframe]}
          onChange={([time]) =>
            void navigate({ search: (before) => ({ ...before, time: time as never }), replace: true })
          }
        />
      </div>
      <QueryView query={query}>
        {({ pages }) => {
          const events = pages.flatMap((page) => page.events)
          return events.length === 0 ? (
            <Notice title="Nothing happened here">
              <p>No entry matches these channels and this time.</p>
            </Notice>
          ) : (
            <>
              <Timeline events={events} outcome={outcomeOf} />
              <More query={query} />
            </>
          )
        }}
      </QueryView>
    </div>
  )
}
