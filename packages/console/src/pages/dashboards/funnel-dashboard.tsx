import { Link } from '@tanstack/react-router'
import { formatNumber } from '../../parts/format-number.ts'
import { QueryView } from '../../parts/query-view.tsx'
import type { DashboardProps } from './dashboard-props.ts'
import styles from './dashboards.module.css'
import * as questions from './questions/funnel.ts'
import { Tile } from './tile.tsx'
import { useAnswer } from './use-answer.ts'
import type { Window } from './window.ts'

const people = [
  { id: 'seen', title: 'First seen' },
  { id: 'signed_up', title: 'Signed up' },
  { id: 'activated', title: 'Activated' },
  { id: 'engaged', title: 'Engaged' },
] as const
const customers = [
  { id: 'seen', title: 'First seen' },
  { id: 'activated', title: 'Activated' },
  { id: 'paid', title: 'Paid' },
] as const

/** How far those who were first seen in a window have come until now. */
export function FunnelDashboard({ window }: DashboardProps) {
  return (
    <div className={styles.tiles}>
      <Tile
        title="People"
        note="First seen in these days, by how far they have come until now. A step counts those of later ones too."
        sql={questions.peopleFunnel(window)}
        wide
      >
        <Funnel
          label="People"
          steps={people}
          sql={questions.peopleFunnel(window)}
          window={window}
          behind={questions.peopleBehind}
        />
      </Tile>
      <Tile
        title="Customers"
        note="First seen in these days: activated since, and ever paid."
        sql={questions.customersFunnel(window)}
        wide
      >
        <Funnel
          label="Customers"
          steps={customers}
          sql={questions.customersFunnel(window)}
          window={window}
          behind={questions.customersBehind}
        />
      </Tile>
    </div>
  )
}

function Funnel<Step extends string>(props: {
  label: string
  steps: readonly { id: Step; title: string }[]
  sql: string
  window: Window
  behind: (window: Window, step: Step) => string
}) {
  const { label, steps, sql, window, behind } = props
  const query = useAnswer<Record<Step, number>>(sql)
  return (
    <QueryView query={query} rows={4}>
      {({ rows: [counts] }) => {
        const first = counts?.[steps[0]!.id] ?? 0
        if (!counts || first === 0)
          return <p className={styles.empty}>Nobody was first seen in these days.</p>
        return (
          <ol className={styles.funnel} aria-label={label}>
            {steps.map(({ id, title }) => (
              <li key={id}>
                <Link to="/ask" search={{ sql: behind(window, id) }}>
                  <span>{title}</span>
                  <span aria-hidden="true">
                    <i style={{ width: `${(counts[id] / first) * 100}%` }} />
                  </span>
                  <b>{formatNumber(counts[id])}</b>
                  <small>{Math.round((counts[id] / first) * 100)} %</small>
                </Link>
              </li>
            ))}
          </ol>
        )
      }}
    </QueryView>
  )
}
