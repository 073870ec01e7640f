import { useNavigate, useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { Button } from '../../parts/button.tsx'
import page from '../../parts/grid/list-page.module.css'
import { Tabs } from '../../parts/tabs.tsx'
import { Head } from '../../shell/head.tsx'
import { DeliveryList } from './delivery-list.tsx'
import { DestinationList } from './destination-list.tsx'

const tabs = [
  { id: 'destinations', title: 'Destinations' },
  { id: 'deliveries', title: 'Deliveries' },
]

/** Where messages go, and how each of them fared. */
export function DestinationsPage() {
  const { tab = 'destinations' } = useSearch({ from: '/destinations' })
  const navigate = useNavigate()
  const isList = tab === 'deliveries'
  return (
    <div className={isList ? page.page : undefined}>
      <Head title="Destinations">
        <Button
          kind="primary"
          data-key="n"
          onClick={() => void navigate({ to: '/destinations/$id', params: { id: 'new' } })}
        >
          <Plus size={14} strokeWidth={1.5} aria-hidden="true" />
          New destination
        </Button>
      </Head>
      <Tabs label="Destinations" tabs={tabs} current={tab} />
      {isList ? <DeliveryList /> : <DestinationList />}
    </div>
  )
}
