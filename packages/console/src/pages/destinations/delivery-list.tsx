import type { ListedDelivery } from '@customer-intel/node-sdk'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import { client } from '../../app/client.ts'
import { findCustomerId, useCustomerFilter } from '../../parts/filters/customer-filter.ts'
import { FilterBar } from '../../parts/filters/filter-bar.tsx'
import type { Filter } from '../../parts/filters/filter.ts'
import { formatNumber } from '../../parts/format-number.ts'
import type { Column } from '../../parts/grid/column.ts'
import { ListView } from '../../parts/grid/list-view.tsx'
import { usePages } from '../../parts/grid/use-pages.ts'
import beside from '../../parts/peek.module.css'
import { Notice } from '../../parts/states/notice.tsx'
import { Text } from '../../parts/text.tsx'
import { Time } from '../../parts/time.tsx'
import { counted } from '../../parts/words.ts'
import { useAutomations } from '../automations/use-automations.ts'
import { DeliveryChip } from './delivery-chip.tsx'
import { DeliveryPeek } from './delivery-peek.tsx'
import { deliveryWords } from './delivery-words.ts'
import { deliveryStatuses, readDestinationsSearch } from './destinations-search.ts'
import { useDestinations } from './use-destinations.ts'

const pollMs = 2_000

/** Messages on their way to destinations: how each stands, and why it failed. */
export function DeliveryList() {
  const view = useSearch({ from: '/destinations' })
  const navigate = useNavigate({ from: '/destinations' })
  const { destination, automation, status, customer } = view
  const pages = usePages<ListedDelivery>(
    ['deliveries', { destination, automation, status, customer }],
    (cursor, signal) =>
      client.destinations.listDeliveries(
        { destination, automation, status, customer, cursor, limit: 100 },
        { signal },
      ),
  )
  const destinations = useDestinations()
  const filters = useDeliveryFilters()
  // What waits is sent by itself within seconds: the list follows it.
  const waits = pages.rows.some(({ status: one }) => one === 'ENQUEUED')
  const { refetch } = pages.query
  useEffect(() => {
    if (!waits) return
    const timer = setInterval(() => void refetch(), pollMs)
    return () => clearInterval(timer)
  }, [waits, refetch])
  const peek = useCallback(
    (delivery: string | undefined) =>
      void navigate({ search: (before) => ({ ...before, delivery }), replace: true }),
    [navigate],
  )
  const nameOf = (id: string) => destinations.data?.find((one) => one.id === id)?.name
  const columns: readonly Column<ListedDelivery>[] = [
    { ...title, render: ({ title: text }) => <Text value={text} /> },
    {
      id: 'to',
      title: 'To',
      width: 'minmax(90px, 1fr)',
      render: ({ destinationId }) => <Text value={nameOf(destinationId)} />,
    },
    ...others,
  ]
  const shown = pages.rows.find(({ id }) => id === view.delivery)
  return (
    <>
      <FilterBar
        filters={filters}
        values={view}
        onChange={(values) => void narrow(values).then((search) => navigate({ search, replace: true }))}
      >
        {pages.total !== undefined && counted(pages.total, 'delivery', 'deliveries')}
      </FilterBar>
      <div className={beside.beside}>
        <ListView
          pages={pages}
          label="Deliveries"
          columns={columns}
          keyOf={idOf}
          filtered={[destination, automation, status, customer].some((value) => value !== undefined)}
          onClear={() => void navigate({ search: { tab: 'deliveries' }, replace: true })}
          empty={
            <Notice title="Nothing was sent yet">
              <p>What automations, people and programs send to your destinations stands here.</p>
            </Notice>
          }
          onOpen={({ id }) => peek(id)}
          onPeek={({ id }) => peek(id)}
          peeking={view.delivery !== undefined}
        />
        {shown && (
          <DeliveryPeek
            key={shown.id}
            delivery={shown}
            destination={destinations.data?.find(({ id }) => id === shown.destinationId)}
            onClose={() => peek(undefined)}
          />
        )}
      </div>
    </>
  )

  async function narrow(values: Record<string, unknown>) {
    const next = readDestinationsSearch({ ...values, tab: 'deliveries', delivery: undefined })
    if (next.customer === undefined || next.customer === customer) return next
    return { ...next, customer: await findCustomerId(next.customer) }
  }
}

const idOf = ({ id }: ListedDelivery) => id
const title = { id: 'title', title: 'Message', width: 'minmax(150px, 2fr)', narrow: true }
const others: readonly Column<ListedDelivery>[] = [
  {
    id: 'status',
    title: 'Status',
    width: '112px',
    narrow: true,
    render: ({ status, tries }) => <DeliveryChip status={status} tries={tries} />,
  },
  {
    id: 'tries',
    title: 'Attempts',
    width: '84px',
    right: true,
    render: ({ tries }) => formatNumber(tries),
  },
  {
    id: 'answer',
    title: 'Answer',
    width: 'minmax(120px, 2fr)',
    render: ({ errorMessage }) => <Text value={errorMessage} />,
  },
  { id: 'sent', title: 'Sent', width: '96px', right: true, render: ({ sentAt }) => <Time at={sentAt} /> },
]

function useDeliveryFilters(): readonly Filter[] {
  const { customer } = useSearch({ from: '/destinations' })
  const destinations = useDestinations()
  const automations = useAutomations()
  const optionsOf = (things: readonly { id: string; name: string }[] = []) =>
    things.map(({ id, name }) => ({ value: id, title: name }))
  const customerFilter = useCustomerFilter(customer)
  return [
    {
      id: 'status',
      title: 'Status',
      kind: 'choice',
      options: deliveryStatuses.map((value) => ({ value, title: deliveryWords[value]?.title ?? value })),
    },
    { id: 'destination', title: 'Destination', kind: 'choice', options: optionsOf(destinations.data) },
    { id: 'automation', title: 'Automation', kind: 'choice', options: optionsOf(automations.data) },
    customerFilter,
  ]
}
