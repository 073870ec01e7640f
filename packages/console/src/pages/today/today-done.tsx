import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { client } from '../../app/client.ts'
import { oneOf } from '../../app/search-text.ts'
import { formatNumber } from '../../parts/format-number.ts'
import link from '../../parts/link.module.css'
import { QueryView } from '../../parts/query-view.tsx'
import { Text } from '../../parts/text.tsx'
import { Time } from '../../parts/time.tsx'
import { deliveryStatuses } from '../destinations/destinations-search.ts'
import { DeliveryChip } from '../destinations/delivery-chip.tsx'
import styles from './today.module.css'

const dayMs = 86_400_000
const statuses = ['ACCEPTED_BY_PROVIDER', 'FAILED', 'SKIPPED'] as const
const shown = 5
/** How many of those on their way are looked at. */
const mostWaiting = 100

/** What was sent by itself in the last 24 hours, what failed or is tried again, with the receiver’s answer. */
export function TodayDone() {
  const query = useQuery({
    queryKey: ['done'],
    refetchInterval: 60_000,
    queryFn: async ({ signal }) => {
      const from = new Date(Date.now() - dayMs).toISOString()
      const [waiting, ...pages] = await Promise.all([
        // Whenever it was sent: it is still to be done.
        client.destinations.listDeliveries({ status: 'ENQUEUED', limit: mostWaiting }, { signal }),
        ...statuses.map((status) =>
          client.destinations.listDeliveries(
            { status, from, limit: status === 'FAILED' ? shown : 1 },
            { signal },
          ),
        ),
      ])
      const retried = waiting.items.filter(({ tries }) => tries > 0)
      const counts = [
        ...pages.map(({ pagination }, at) => ({ status: statuses[at]!, tries: 0, total: pagination.total })),
        { status: 'ENQUEUED' as const, tries: 1, total: retried.length },
        {
          status: 'ENQUEUED' as const,
          tries: 0,
          total: (waiting.pagination.total ?? waiting.items.length) - retried.length,
        },
      ]
      return { counts, wrong: [...(pages[1]?.items ?? []), ...retried.slice(0, shown)] }
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
        {({ counts, wrong }) => (
          <>
            <ul className={styles.counts}>
              {counts
                .filter(({ status, total }) => status !== 'ENQUEUED' || total > 0)
                .map(({ status, tries, total }) => (
                  <li key={`${status} ${tries}`}>
                    <Link to="/destinations" search={{ tab: 'deliveries', status }}>
                      <b>{formatNumber(total)}</b> <DeliveryChip status={status} tries={tries} />
                    </Link>
                  </li>
                ))}
            </ul>
            <ul>
              {wrong.map(({ id, title, status, errorMessage, updatedAt, nextAttemptAt }) => (
                <li key={id} className={styles.failed}>
                  <Link
                    className={link.link}
                    to="/destinations"
                    search={{
                      tab: 'deliveries',
                      status: oneOf(deliveryStatuses, status),
                      delivery: id,
                    }}
                  >
                    <Text value={title} />
                  </Link>{' '}
                  <Time at={updatedAt} className={styles.quiet} />
                  <p>
                    <Text value={errorMessage} />
                    {nextAttemptAt !== null && (
                      <>
                        {' '}
                        Tried again <Time at={nextAttemptAt} />.
                      </>
                    )}
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
