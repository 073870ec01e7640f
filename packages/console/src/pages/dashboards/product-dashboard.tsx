import { formatNumber } from '../../parts/format-number.ts'
import { QueryView } from '../../parts/query-view.tsx'
import { Stats } from '../../parts/stats.tsx'
import { Toggles } from '../../parts/toggles.tsx'
import { changing } from './change.tsx'
import { type Counted, CourseTile, useCourse } from './course-tile.tsx'
import type { DashboardProps } from './dashboard-props.ts'
import styles from './dashboards.module.css'
import * as questions from './questions/product.ts'
import { Ranking } from './ranking.tsx'
import { Tile } from './tile.tsx'
import { useAnswer, useWithBefore } from './use-answer.ts'
import type { Unit } from './window.ts'

interface Active {
  people: number
  customers: number
}
type ActivePart = Active & Partial<Record<Unit, string>>

const units = [
  { value: 'day', title: 'Day' },
  { value: 'week', title: 'Week' },
  { value: 'month', title: 'Month' },
] as const

const active: Counted<ActivePart> = {
  first: questions.firstUse,
  byUnit: questions.activeBy,
  lines: [
    { title: 'People', value: ({ people }) => people },
    { title: 'Customers', value: ({ customers }) => customers },
  ],
}

/** Who uses the product: people of whom we know who they are. */
export function ProductDashboard(props: DashboardProps) {
  const { window, view, asTables, onChange } = props
  const unit = view.by ?? 'day'
  const course = useCourse(active, unit, props)
  const [totals, totalsBefore] = useWithBefore<Active>(questions.activeTotals, props)
  const [total, totalThen] = [totals?.[0], totalsBefore?.[0]]
  return (
    <>
      <Stats
        items={[
          changing('Active people', total?.people, totalThen?.people, {
            sql: questions.activeTotals(window),
            behind: questions.activeBehind(window),
          }),
          changing('Their customers', total?.customers, totalThen?.customers, {
            sql: questions.activeTotals(window),
            behind: questions.activeCustomersBehind(window),
          }),
        ]}
      />
      <div className={styles.tiles}>
        <CourseTile
          title="Active people"
          note="Known people who used the product or website, and their customers. Weeks begin on Monday; the first and last one are whole."
          of={course}
          window={window}
          asTables={asTables}
          behind={{ what: 'People', sql: questions.activeBehind }}
          aside={
            <Toggles
              label="By"
              single
              options={units}
              chosen={[unit]}
              onChange={([by]) => onChange({ ...view, by: by as Unit })}
            />
          }
        />
        <Plans window={window} />
      </div>
    </>
  )
}

function Plans({ window }: Pick<DashboardProps, 'window'>) {
  const sql = questions.activeByPlan(window)
  const query = useAnswer<Active & { plan: string }>(sql)
  return (
    <Tile
      title="By plan"
      note="Active people in these days, by the plan that their customer has now."
      sql={sql}
      behind={{ what: 'People', sql: questions.activeBehind(window) }}
      wide
    >
      <QueryView query={query} rows={4}>
        {({ rows }) => (
          <Ranking
            label="Active people by plan"
            empty="Nobody was active in these days."
            rows={rows.map(({ plan, people, customers }) => ({
              key: plan,
              title: plan,
              fallback: 'No plan',
              value: people,
              note: `${formatNumber(customers)} customers`,
              sql: questions.activeBehind(window, plan),
            }))}
          />
        )}
      </QueryView>
    </Tile>
  )
}
