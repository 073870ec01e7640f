import type { TimelineEvent } from '@customer-intel/node-sdk'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ask } from '../../app/ask.ts'
import { More } from '../../parts/more.tsx'
import { QueryView } from '../../parts/query-view.tsx'
import { Notice } from '../../parts/states/notice.tsx'
import { Timeline } from '../../parts/timeline/timeline.tsx'
import { sentence } from '../../parts/words.ts'
import styles from './person.module.css'

const pageSize = 200
const sql = `select event_id as id, event_type as "eventType", event_name as "eventName", event_channel as channel,
  occurred_at as "occurredAt", path, user_email as contact
from activity where user_id = $1 and (occurred_at, event_id) < (coalesce($2::timestamp, timestamp '9999-01-01'), $3)
order by occurred_at desc, event_id desc`

interface Row {
  id: string
  eventType: string
  eventName: string
  channel: TimelineEvent['channel']
  occurredAt: string
  path: string | null
  contact: string | null
}

/** What one person did, newest first. */
export function PersonTimeline({ personId }: { personId: string }) {
  const query = useInfiniteQuery({
    queryKey: ['person-timeline', personId],
    queryFn: async ({ pageParam: before, signal }) => {
      const params = [personId, before?.occurredAt.replace('Z', '') ?? null, before?.id ?? '']
      return (await ask<Row>(sql, params, { signal, limit: pageSize })).rows
    },
    initialPageParam: undefined as Row | undefined,
    getNextPageParam: (rows) => (rows.length < pageSize ? undefined : rows.at(-1)),
  })
  return (
    <div className={styles.pane}>
      <QueryView query={query}>
        {({ pages }) => {
          const events = pages.flat().map(toEvent)
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

function toEvent({ path, ...row }: Row): TimelineEvent {
  return {
    ...row,
    title: row.eventType === 'CUSTOM_EVENT' ? row.eventName : sentence(row.eventType),
    summary: path === null || path === '' || row.eventType === 'CUSTOM_EVENT' ? null : path,
    sourceType: null,
    sourceId: null,
    metadata: {},
  }
}
