import { Time } from '../time.tsx'
import type { Column } from './column.ts'

/** When a customer or a person was last active. */
interface Active {
  lastProductActivityAt?: string | null | undefined
  lastContactAt?: string | null | undefined
  lastActivityAt?: string | null | undefined
}

/** The columns of last activity, which lists of customers and of people share. */
export const activityColumns: readonly Column<Active>[] = [
  {
    id: 'product',
    title: 'Used',
    width: '96px',
    right: true,
    sort: 'last_product_activity_at',
    cells: ({ lastProductActivityAt }) => ({ last_product_activity_at: lastProductActivityAt }),
    render: ({ lastProductActivityAt }) => <Time at={lastProductActivityAt} />,
  },
  {
    id: 'contact',
    title: 'Contact',
    width: '96px',
    right: true,
    sort: 'last_contact_at',
    cells: ({ lastContactAt }) => ({ last_contact_at: lastContactAt }),
    render: ({ lastContactAt }) => <Time at={lastContactAt} />,
  },
  {
    id: 'activity',
    title: 'Last activity',
    width: '108px',
    right: true,
    sort: 'last_activity_at',
    cells: ({ lastActivityAt }) => ({ last_activity_at: lastActivityAt }),
    render: ({ lastActivityAt }) => <Time at={lastActivityAt} />,
  },
]
