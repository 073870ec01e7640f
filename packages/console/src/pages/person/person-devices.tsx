import { useQuery } from '@tanstack/react-query'
import { ask } from '../../app/ask.ts'
import { useOverlay } from '../../overlays/use-overlay.ts'
import { formatNumber } from '../../parts/format-number.ts'
import link from '../../parts/link.module.css'
import { QueryView } from '../../parts/query-view.tsx'
import { Table } from '../../parts/table.tsx'
import { Text } from '../../parts/text.tsx'
import { Time } from '../../parts/time.tsx'
import type { Person } from './person-page.tsx'

interface Key {
  kind: string
  value: string
  events: number
  first: string
  last: string
  /** The first event under it: what says how it was linked. */
  cause: string
}

const sql = `select 'Device' as kind, visitor_id as value, count(*) as events, min(occurred_at) as first,
  max(occurred_at) as last, arg_min(event_id, occurred_at) as cause
from activity where user_id = $1 and visitor_id <> '' group by visitor_id
union all
select 'E-mail address', user_email, count(*), min(occurred_at), max(occurred_at), arg_min(event_id, occurred_at)
from activity where user_id = $1 and user_email <> '' group by user_email
order by last desc`

/** The devices and keys under which a person was seen, each with the event that came first under it. */
export function PersonDevices({ person }: { person: Person }) {
  const { openEvent } = useOverlay()
  const query = useQuery({
    queryKey: ['person-keys', person.id],
    queryFn: async ({ signal }) => (await ask<Key>(sql, [person.id], { signal, limit: 500 })).rows,
  })
  return (
    <QueryView query={query}>
      {(keys) => (
        <Table
          label="Devices and keys"
          rows={keys}
          keyOf={({ kind, value }) => `${kind} ${value}`}
          columns={[
            { title: 'Key', render: ({ kind }) => kind },
            {
              title: 'Value',
              render: ({ value }) => (
                <code>
                  <Text value={value} />
                </code>
              ),
            },
            { title: 'Events', right: true, render: ({ events }) => formatNumber(events) },
            { title: 'First', right: true, wide: true, render: ({ first }) => <Time at={first} /> },
            { title: 'Last', right: true, render: ({ last }) => <Time at={last} /> },
            {
              title: 'Linked by',
              render: ({ cause }) => (
                <button type="button" className={link.link} onClick={() => openEvent(cause)}>
                  Explain
                </button>
              ),
            },
          ]}
        />
      )}
    </QueryView>
  )
}
