import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { ask } from '../../app/ask.ts'
import { QueryView } from '../../parts/query-view.tsx'
import { Notice } from '../../parts/states/notice.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { plain } from '../../parts/text.tsx'
import { Head } from '../../shell/head.tsx'
import { PersonDevices } from './person-devices.tsx'
import { PersonHero } from './person-hero.tsx'
import { PersonPrivacy } from './person-privacy.tsx'
import { PersonTimeline } from './person-timeline.tsx'

/** A person, with when they reached each stage. */
export interface Person {
  id: string
  email: string | null
  name: string | null
  externalId: string | null
  customerId: string | null
  customerName: string | null
  stage: string
  discoveredAt: string | null
  signedUpAt: string | null
  activatedAt: string | null
  engagedAt: string | null
  inactiveAt: string | null
  lastProductAt: string | null
  lastContactAt: string | null
  firstSeenAt: string | null
  channel: string | null
  source: string | null
  traits: string | null
}

const sql = `select u.user_id as id, u.email, u.name, u.external_user_id as "externalId", u.customer_id as "customerId",
  coalesce(c.name, c.domain) as "customerName", u.journey_stage as stage, u.discovered_at as "discoveredAt",
  u.signed_up_at as "signedUpAt", u.activated_at as "activatedAt", u.engaged_at as "engagedAt",
  u.inactive_at as "inactiveAt", u.last_product_activity_at as "lastProductAt", u.last_contact_at as "lastContactAt",
  u.first_seen_at as "firstSeenAt", u.first_visitor_channel as channel, u.first_visitor_source as source, u.traits
from users u left join customers c using (customer_id) where u.user_id = $1`

const tabs = [
  { id: 'timeline', title: 'Timeline' },
  { id: 'devices', title: 'Devices and keys' },
  { id: 'privacy', title: 'Export and erase' },
]

/** All that is known of one person. */
export function PersonPage() {
  const { id } = useParams({ from: '/people/$id' })
  const { tab = 'timeline' } = useSearch({ from: '/people/$id' })
  const query = useQuery({
    queryKey: ['person', id],
    queryFn: async ({ signal }) => (await ask<Person>(sql, [id], { signal })).rows[0] ?? null,
  })
  const person = query.data
  const title = plain(person?.name ?? person?.email ?? 'Person')
  return (
    <>
      <Head title={title} crumb={<Link to="/people">People</Link>} dataAt={query.dataUpdatedAt} />
      <QueryView query={query}>
        {(found) =>
          found === null ? (
            <Notice title="Nobody has this id">
              <p>The person may have been merged into another one, or erased.</p>
            </Notice>
          ) : (
            <>
              <PersonHero person={found} />
              <Tabs label={`Views of ${title}`} tabs={tabs} current={tab} />
              {tab === 'timeline' && <PersonTimeline personId={found.id} />}
              {tab === 'devices' && <PersonDevices person={found} />}
              {tab === 'privacy' && <PersonPrivacy person={found} />}
            </>
          )
        }
      </QueryView>
    </>
  )
}
