import type { Customer } from '@customer-intel/node-sdk'
import { Avatar, Logo } from '../../parts/avatar.tsx'
import { Chip, type Tone } from '../../parts/chip.tsx'
import { formatMoney, formatNumber } from '../../parts/format-number.ts'
import { activityColumns } from '../../parts/grid/activity-columns.tsx'
import type { Column } from '../../parts/grid/column.ts'
import styles from '../../parts/grid/grid.module.css'
import { Text } from '../../parts/text.tsx'
import { Time } from '../../parts/time.tsx'
import { sentence } from '../../parts/words.ts'

/** How a billing status reads at a glance. */
export const billingTone: Record<string, Tone> = {
  PAYING: 'good',
  TRIALING: 'accent',
  PAST_DUE: 'warn',
  CHURNED: 'bad',
}

export const customerColumnsShown = [
  'name',
  'billing',
  'mrr',
  'people',
  'owner',
  'product',
  'contact',
] as const

export const customerColumnList: readonly Column<Customer>[] = [
  {
    id: 'name',
    title: 'Customer',
    width: 'minmax(220px, 2.4fr)',
    narrow: true,
    sort: 'name',
    cells: ({ name }) => ({ name }),
    render: ({ name, domain }) => (
      <span className={styles.identity}>
        <Logo name={name ?? domain ?? '?'} />
        <span>
          <b>
            <Text value={name ?? domain} fallback="Not known yet" />
          </b>
          {name !== null && domain !== null && (
            <small>
              <Text value={domain} />
            </small>
          )}
        </span>
      </span>
    ),
  },
  {
    id: 'domain',
    title: 'Domain',
    width: 'minmax(140px, 1fr)',
    cells: ({ domain }) => ({ domain }),
    render: ({ domain }) => <Text value={domain} />,
  },
  {
    id: 'billing',
    title: 'Billing',
    width: '104px',
    cells: ({ billingStatus }) => ({ billing_status: billingStatus }),
    render: ({ billingStatus }) =>
      billingStatus === 'NONE' ? (
        '–'
      ) : (
        <Chip tone={billingTone[billingStatus]}>{sentence(billingStatus)}</Chip>
      ),
  },
  {
    id: 'mrr',
    title: 'A month',
    width: '104px',
    right: true,
    narrow: true,
    sort: 'mrr_cents',
    cells: ({ currentMrr, currency, mrrCalculationStatus }) => ({
      mrr: currentMrr == null ? null : currentMrr / 100,
      currency,
      mrr_calculation_status: mrrCalculationStatus,
    }),
    render: ({ currentMrr, currency, mrrCalculationStatus }) =>
      mrrCalculationStatus === 'mixed_currency' ? 'several' : formatMoney(currentMrr, currency),
  },
  {
    id: 'people',
    title: 'People',
    width: '76px',
    right: true,
    cells: ({ contactCount }) => ({ people: contactCount }),
    render: ({ contactCount }) => formatNumber(contactCount),
  },
  {
    id: 'owner',
    title: 'Owner',
    width: 'minmax(120px, 1fr)',
    cells: ({ owner }) => ({ owner: owner?.name, owner_email: owner?.email }),
    render: ({ owner }) =>
      owner === null ? (
        '–'
      ) : (
        <span className={styles.identity}>
          <Avatar name={owner.name} />
          <span>
            <Text value={owner.name} />
          </span>
        </span>
      ),
  },
  ...activityColumns,
  {
    id: 'activated',
    title: 'Activated',
    width: '96px',
    right: true,
    cells: ({ activatedAt }) => ({ activated_at: activatedAt }),
    render: ({ activatedAt }) => <Time at={activatedAt} />,
  },
  {
    id: 'seen',
    title: 'First seen',
    width: '96px',
    right: true,
    sort: 'first_seen_at',
    cells: ({ firstSeenAt }) => ({ first_seen_at: firstSeenAt }),
    render: ({ firstSeenAt }) => <Time at={firstSeenAt} />,
  },
]
