import type { GetCustomerOutput } from '@customer-intel/node-sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { client } from '../../app/client.ts'
import { Avatar } from '../../parts/avatar.tsx'
import { FactCard } from '../../parts/fact-card.tsx'
import link from '../../parts/link.module.css'
import { QueryView } from '../../parts/query-view.tsx'
import { Section } from '../../parts/section.tsx'
import { Text } from '../../parts/text.tsx'
import { Time } from '../../parts/time.tsx'
import { Timeline } from '../../parts/timeline/timeline.tsx'
import { CustomerDeals } from './customer-deals.tsx'
import { CustomerEnrichment } from './customer-enrichment.tsx'
import styles from './customer.module.css'

/** What to know before a talk: what is held to be true, what happened, who is there, what is under way. */
export function CustomerOverview({ found }: { found: GetCustomerOutput }) {
  const { id } = found.customer
  const facts = useQuery({
    queryKey: ['facts', { customer: id, status: ['ACTIVE'] }],
    queryFn: async ({ signal }) =>
      await client.tools.listFacts({ customer: id, status: ['ACTIVE'], limit: 100 }, { signal }),
  })
  const timeline = useQuery({
    queryKey: ['timeline', 'newest', id],
    queryFn: async ({ signal }) =>
      await client.tools.getTimeline({ customer: id, limit: 40, timeframe: '90d' }, { signal }),
  })
  const people = (found.users ?? []).slice(0, 8)
  return (
    <div className={styles.body}>
      <div className={styles.column}>
        <Section title="What we know">
          <QueryView query={facts} rows={3}>
            {({ facts: known }) =>
              known.length === 0 ? (
                <p className={styles.quiet}>
                  Nothing is held to be true yet. Facts come from calls, mails and behaviour.
                </p>
              ) : (
                <div className={styles.facts}>
                  {known.map((fact) => (
                    <FactCard key={fact.id} fact={fact} />
                  ))}
                </div>
              )
            }
          </QueryView>
        </Section>
        <Section
          title="What happened"
          aside={
            <Link className={link.link} to="." search={{ tab: 'timeline' } as never}>
              Whole timeline
            </Link>
          }
        >
          <QueryView query={timeline} rows={6}>
            {({ events }) =>
              events.length === 0 ? (
                <p className={styles.quiet}>Nothing happened in the last 90 days.</p>
              ) : (
                <Timeline events={events} />
              )
            }
          </QueryView>
        </Section>
      </div>
      <aside className={styles.side} aria-label="Beside">
        <Section
          title="People"
          aside={
            <Link className={link.link} to="." search={{ tab: 'people' } as never}>
              All {found.users?.length}
            </Link>
          }
        >
          <ul className={styles.people}>
            {people.map((user) => (
              <li key={user.id}>
                <Avatar name={user.name ?? user.email ?? '?'} />
                <Link to="/people/$id" params={{ id: user.id }}>
                  <Text value={user.name ?? user.email} fallback="Not identified" />
                </Link>
                <Time at={user.lastActivityAt} className={styles.quiet} />
              </li>
            ))}
          </ul>
        </Section>
        <CustomerDeals customerId={id} />
        <CustomerEnrichment enrichment={found.enrichment} />
      </aside>
    </div>
  )
}
