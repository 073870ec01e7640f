import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { client } from '../../app/client.ts'
import { formatNumber } from '../../parts/format-number.ts'
import link from '../../parts/link.module.css'
import { QueryView } from '../../parts/query-view.tsx'
import { Text } from '../../parts/text.tsx'
import { Time } from '../../parts/time.tsx'
import { DeliveryChip } from '../destinations/delivery-chip.tsx'
import styles from './today.module.css'

const dayMs = 86_400_000
const statuses = ['ACCEPTED_BY_PROVIDER', 'FAILED', 'SKIPPED'] as const

/** What was sent by itself in the last 24 hours, and what failed, with the receiver’s answer. */
export function TodayDone() {
  const query = useQuery({
    queryKey: ['done'],
    refetchInterval: 60_000,
    queryFn: async ({ signal }) => {
      const from = new Date(Date.now() - dayMs).toISOString()
      const pages = await Promise.all(
        statuses.map((status) =>
          client.destinations.listDeliveries(
            { status, from, limit: status === 'FAILED' ? 5 : 1 },
            { signal },
          ),
        ),
      )
      return pages.map(({ items, pagination }) => ({ items, total: pagination.total }))
    },
  })
  return (
    <section className={styles.done} aria-label="Done in 24 hours">
      <div className={styles.head}>
        <h2>Done in 24 hours</h2>
        <Link className={link.link} to="/destinations" search={{ tab: 'deliveries' }}>
          All deliveries
        </Link>
      </div>
      <QueryView query={query} rows={2}>
        {(found) => (
          <>
            <ul className={styles.counts}>
              {statuses.map((status, at) => (
                <li key={status}>
                  <Link to="/destinations" search={{ tab: 'deliveries', status }}>
                    <b>{formatNumber(found[at]?.total)}</b> <DeliveryChip status={status} />
                  </Link>
                </li>
              ))}
            </ul>
            <ul>
              {(found[1]?.items ?? []).map(({ id, title, errorMessage, updatedAt }) => (
                <li key={id} className={styles.failed}>
                  <Link
                    className={link.link}
                    to="/destinations"
                    search={{ tab: 'deliveries', status: 'FAILED', delivery: id }}
                  >
                    <Text value={title} />
                  </Link>{' '}
                  <Time at={updatedAt} className={styles.quiet} />
                  <p>
                    <Text value={errorMessage} />
                  </p>
                </li>
              ))}
            </ul>
          </>
        )}
      </QueryView>
    </section>
  )
}
