import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { client } from '../../app/client.ts'
import { QueryView } from '../../parts/query-view.tsx'
import { Skeleton } from '../../parts/states/skeleton.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { plain } from '../../parts/text.tsx'
import { Head } from '../../shell/head.tsx'
import { CustomerHero } from './customer-hero.tsx'
import { CustomerOverview } from './customer-overview.tsx'
import { MergeNotice } from './merge-notice.tsx'

const tabs = [
  { id: 'overview', title: 'Overview' },
  { id: 'timeline', title: 'Timeline' },
  { id: 'people', title: 'People' },
  { id: 'revenue', title: 'Revenue' },
  { id: 'messages', title: 'Messages' },
  { id: 'sources', title: 'Sources' },
  { id: 'keys', title: 'Keys' },
]
const views = {
  timeline: lazy(() =>
    import('./customer-timeline.tsx').then((file) => ({ default: file.CustomerTimeline })),
  ),
  people: lazy(() => import('./customer-people.tsx').then((file) => ({ default: file.CustomerPeople }))),
  revenue: lazy(() => import('./customer-revenue.tsx').then((file) => ({ default: file.CustomerRevenue }))),
  messages: lazy(() => import('../messages/messages.tsx').then((file) => ({ default: file.Messages }))),
  sources: lazy(() => import('./customer-sources.tsx').then((file) => ({ default: file.CustomerSources }))),
  keys: lazy(() => import('./customer-keys.tsx').then((file) => ({ default: file.CustomerKeys }))),
}

/** All that is known of one customer. */
export function CustomerPage() {
  const { id } = useParams({ from: '/customers/$id' })
  const { tab = 'overview' } = useSearch({ from: '/customers/$id' })
  const query = useQuery({
    queryKey: ['customer', id],
    queryFn: async ({ signal }) =>
      await client.tools.getCustomer(
        { customer: id, include: ['users', 'revenue', 'behaviorMetrics', 'enrichment'] },
        { signal },
      ),
  })
  const customer = query.data?.customer
  const title = plain(customer?.name ?? customer?.domain ?? 'Customer')
  const View = tab === 'overview' ? null : views[tab]
  return (
    <>
      <Head title={title} crumb={<Link to="/customers">Customers</Link>} dataAt={query.dataUpdatedAt} />
      <QueryView query={query}>
        {(found) => (
          <>
            <CustomerHero found={found} />
            <MergeNotice customerId={found.customer.id} />
            <Tabs label={`Views of ${title}`} tabs={tabs} current={tab} />
            {View === null ? (
              <CustomerOverview found={found} />
            ) : (
              <Suspense fallback={<Skeleton />}>
                <View customerId={found.customer.id} />
              </Suspense>
            )}
          </>
        )}
      </QueryView>
    </>
  )
}
