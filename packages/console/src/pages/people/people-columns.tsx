import type { User } from '@customer-intel/node-sdk'
import { Avatar } from '../../parts/avatar.tsx'
import { Chip, type Tone } from '../../parts/chip.tsx'
import { activityColumns } from '../../parts/grid/activity-columns.tsx'
import type { Column } from '../../parts/grid/column.ts'
import styles from '../../parts/grid/grid.module.css'
import { Text } from '../../parts/text.tsx'
import { sentence } from '../../parts/words.ts'

/** How far a person has come, at a glance. */
export const stageTone: Record<string, Tone> = { ENGAGED: 'good', ACTIVATED: 'accent', INACTIVE: 'warn' }

export const peopleColumnsShown = ['person', 'customer', 'stage', 'product', 'contact'] as const

export const peopleColumnList: readonly Column<User>[] = [
  {
    id: 'person',
    title: 'Person',
    width: 'minmax(240px, 2fr)',
    narrow: true,
    sort: 'email',
    cells: ({ name, email }) => ({ name, email }),
    render: ({ name, email }) => (
      <span className={styles.identity}>
        <Avatar name={name ?? email ?? '?'} />
        <span>
          <b>
            <Text value={name ?? email} fallback="Not identified" />
          </b>
          {name !== null && email !== null && (
            <small>
              <Text value={email} />
            </small>
          )}
        </span>
      </span>
    ),
  },
  {
    id: 'customer',
    title: 'Customer',
    width: 'minmax(140px, 1.2fr)',
    cells: ({ customerName, customerDomain }) => ({
      customer: customerName,
      customer_domain: customerDomain,
    }),
    render: ({ customerName, customerDomain }) => <Text value={customerName ?? customerDomain} />,
  },
  {
    id: 'stage',
    title: 'Journey',
    width: '112px',
    narrow: true,
    cells: ({ journeyStage }) => ({ journey_stage: journeyStage }),
    render: ({ journeyStage }) => <Chip tone={stageTone[journeyStage]}>{sentence(journeyStage)}</Chip>,
  },
  ...activityColumns,
]
