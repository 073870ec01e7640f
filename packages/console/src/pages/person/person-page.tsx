import { NotFoundError } from '@customer-intel/node-sdk'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { client } from '../../app/client.ts'
import { QueryView } from '../../parts/query-view.tsx'
import { Notice } from '../../parts/states/notice.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { plain } from '../../parts/text.tsx'
import { Head } from '../../shell/head.tsx'
import { Messages } from '../messages/messages.tsx'
import { PersonDevices } from './person-devices.tsx'
import { PersonHero } from './person-hero.tsx'
import { PersonPrivacy } from './person-privacy.tsx'
import { PersonTimeline } from './person-timeline.tsx'

const tabs = [
  { id: 'timeline', title: 'Timeline' },
  { id: 'messages', title: 'Messages' },
  { id: 'devices', title: 'Devices and keys' },
  { id: 'privacy', title: 'Export and erase' },
]

/** All that is known of one person. */
export function PersonPage() {
  const { id } = useParams({ from: '/people/$id' })
  const { tab = 'timeline' } = useSearch({ from: '/people/$id' })
  const query = useQuery({
    queryKey: ['person', id],
    queryFn: async ({ signal }) =>
      await client.tools.getUser({ user: id }, { signal }).catch((error: unknown) => {
        if (error instanceof NotFoundError) return null
        throw error
      }),
  })
  const person = query.data?.user
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
              <PersonHero person={found.user} />
              <Tabs label={`Views of ${title}`} tabs={tabs} current={tab} />
              {tab === 'timeline' && <PersonTimeline personId={found.user.id} />}
              {tab === 'messages' && <Messages customerId={found.user.customerId} personId={found.user.id} />}
              {tab === 'devices' && <PersonDevices person={found.user} keys={found.keys} />}
              {tab === 'privacy' && <PersonPrivacy person={found.user} />}
            </>
          )
        }
      </QueryView>
    </>
  )
}
