import { BehindLink } from '../../parts/behind-link.tsx'
import { formatNumber } from '../../parts/format-number.ts'
import { QueryView } from '../../parts/query-view.tsx'
import { counted } from '../../parts/words.ts'
import type { DashboardProps } from './dashboard-props.ts'
import styles from './dashboards.module.css'
import * as questions from './questions/funnel.ts'
import { Tile } from './tile.tsx'
import { useAnswer } from './use-answer.ts'

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
      <Funnel
        title="People"
        one="person"
        note="First seen in these days, by how far they have come until now. A step counts those of later ones too."
        steps={people}
        sql={questions.peopleFunnel(window)}
        behind={(step) => questions.peopleBehind(window, step)}
      />
      <Funnel
        title="Customers"
        one="customer"
        note="First seen in these days: activated since, and ever paid."
        steps={customers}
        sql={questions.customersFunnel(window)}
        behind={(step) => questions.customersBehind(window, step)}
      />
    </div>
  )
}

const percent = (part: number, of: number) => `${Math.round((part / of) * 100)} %`

function Funnel<Step extends string>(props: {
  title: string
  one: string
  note: string
  steps: readonly { id: Step; title: string }[]
  sql: string
  behind: (step: Step) => string
}) {
  const { title, one, note, steps, sql, behind } = props
  const query = useAnswer<Record<Step, number>>(sql)
  const [first] = steps
  return (
    <Tile title={title} note={note} sql={sql} behind={{ what: title, sql: behind(first!.id) }} wide>
      <QueryView query={query} rows={4}>
        {({ rows: [counts] }) => {
          const all = counts?.[first!.id] ?? 0
          if (!counts || all === 0)
            return <p className={styles.empty}>Nobody was first seen in these days.</p>
          const last = steps.at(-1)!
          return (
            <>
              <p className={styles.lead}>
                <b>{counted(all, one, title.toLowerCase())}</b> first seen in these days, of whom{' '}
                <b>{formatNumber(counts[last.id])}</b> ({percent(counts[last.id], all)}) have{' '}
                {last.title.toLowerCase()}.
              </p>
              <ol className={styles.funnel} aria-label={title}>
                {steps.map((step) => (
                  <li key={step.id}>
                    <BehindLink behind={{ of: `${title}: ${step.title}`, sql: behind(step.id) }}>
                      <span>{step.title}</span>
                      <span aria-hidden="true">
                        <i style={{ width: `${(counts[step.id] / all) * 100}%` }} />
                      </span>
                      <b>{formatNumber(counts[step.id])}</b>
                      <small>{percent(counts[step.id], all)}</small>
                    </BehindLink>
                  </li>
                ))}
              </ol>
            </>
          )
        }}
      </QueryView>
    </Tile>
  )
}
