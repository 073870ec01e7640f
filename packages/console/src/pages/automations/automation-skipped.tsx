import type { SkippedRun } from '@customer-intel/node-sdk'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Link } from '@tanstack/react-router'
import { client } from '../../app/client.ts'
import { useOverlay } from '../../overlays/use-overlay.ts'
import { findCustomerId, useCustomerFilter } from '../../parts/filters/customer-filter.ts'
import { FilterBar } from '../../parts/filters/filter-bar.tsx'
import { Chip } from '../../parts/chip.tsx'
import type { Column } from '../../parts/grid/column.ts'
import page from '../../parts/grid/list-page.module.css'
import { ListView } from '../../parts/grid/list-view.tsx'
import { usePages } from '../../parts/grid/use-pages.ts'
import link from '../../parts/link.module.css'
import { Notice } from '../../parts/states/notice.tsx'
import { Text } from '../../parts/text.tsx'
import { Time } from '../../parts/time.tsx'
import { counted, sentence } from '../../parts/words.ts'

/** What an automation did not act on, and which condition held it back. */
export function AutomationSkipped({ id }: { id: string }) {
  const { customer } = useSearch({ from: '/automations/$id' })
  const navigate = useNavigate({ from: '/automations/$id' })
  const { openEvent } = useOverlay()
  const filter = useCustomerFilter(customer)
  const pages = usePages<SkippedRun>(['automation-skipped', id, customer], (cursor, signal) =>
    client.automations.listSkipped(id, { customer, cursor, limit: 100 }, { signal }),
  )
  const set = (next: string | undefined) =>
    void navigate({ search: (before) => ({ ...before, customer: next }), replace: true })
  const narrow = async (text: unknown) =>
    set(typeof text === 'string' ? await findCustomerId(text) : undefined)
  return (
    <div className={page.part}>
      <FilterBar
        filters={[filter]}
        values={{ customer }}
        onChange={(values) => values.customer !== customer && void narrow(values.customer)}
      >
        {pages.total !== undefined && counted(pages.total, 'was skipped', 'were skipped')}
      </FilterBar>
      <ListView
        pages={pages}
        label="Skipped"
        columns={columns}
        keyOf={idOf}
        filtered={customer !== undefined}
        onClear={() => set(undefined)}
        empty={
          <Notice title="Nothing was skipped">
            <p>Whom the audience, a cooldown, a limit or the time held back stands here, with the reason.</p>
          </Notice>
        }
        onOpen={({ eventId }) => eventId !== null && openEvent(eventId)}
      />
    </div>
  )
}

const idOf = ({ id }: SkippedRun) => id
const columns: readonly Column<SkippedRun>[] = [
  {
    id: 'when',
    title: 'Skipped',
    width: '96px',
    narrow: true,
    render: ({ skippedAt }) => <Time at={skippedAt} />,
  },
  {
    id: 'reason',
    title: 'Held back by',
    width: '132px',
    narrow: true,
    render: ({ reason }) => <Chip tone="warn">{sentence(reason)}</Chip>,
  },
  {
    id: 'explanation',
    title: 'Why',
    width: 'minmax(200px, 3fr)',
    narrow: true,
    render: ({ explanation }) => <Text value={explanation} />,
  },
  {
    id: 'customer',
    title: 'Customer',
    width: 'minmax(120px, 1fr)',
    render: ({ customers: [first, ...more] }) =>
      first === undefined ? (
        '–'
      ) : (
        <>
          <Link
            className={link.link}
            to="/customers/$id"
            params={{ id: first.id }}
            onClick={(event) => event.stopPropagation()}
          >
            <Text value={first.name ?? first.id} />
          </Link>
          {more.length > 0 && ` and ${more.length} more`}
        </>
      ),
  },
  {
    id: 'event',
    title: 'Event',
    width: 'minmax(100px, 1fr)',
    render: ({ eventName }) => <Text value={eventName} />,
  },
]
