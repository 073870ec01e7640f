import { useMemo } from 'react'
import { formatNumber } from '../../parts/format-number.ts'
import { QueryView } from '../../parts/query-view.tsx'
import { Toggles } from '../../parts/toggles.tsx'
import { CourseChart } from './course-tile.tsx'
import type { DashboardProps } from './dashboard-props.ts'
import styles from './dashboards.module.css'
import * as questions from './questions/product.ts'
import { Ranking } from './ranking.tsx'
import { partOf, toCourse, valuesAlong } from './series.ts'
import { Tile } from './tile.tsx'
import { useAnswer } from './use-answer.ts'
import type { Unit } from './window.ts'

interface Active {
  people: number
  customers: number
}
type ActivePart = Active & Partial<Record<Unit, string>>

export const units = [
  { value: 'day', title: 'Day' },
  { value: 'week', title: 'Week' },
  { value: 'month', title: 'Month' },
] as const

/** Who uses the product: people of whom we know who they are. */
export function ProductDashboard({ window, before, today, view, asTables, onChange }: DashboardProps) {
  const unit = view.by ?? 'day'
  const sql = questions.activeBy(unit, window)
  const query = useAnswer<ActivePart>(sql)
  const earlier = useAnswer<ActivePart>(questions.activeBy(unit, before ?? window), before !== null)
  const since = useAnswer<{ day: string | null }>(questions.firstUse)
  const course = useMemo(() => toCourse(window, unit, today), [window, unit, today])
  const lines = useMemo(() => {
    const known = { since: since.data?.rows[0]?.day ?? null, today }
    const people = { start: (row: ActivePart) => row[unit] ?? '', value: (row: ActivePart) => row.people }
    const customers = { ...people, value: (row: ActivePart) => row.customers }
    const rows = query.data?.rows ?? []
    return [
      { title: 'People', values: valuesAlong(course, rows, people, known) },
      { title: 'Customers', values: valuesAlong(course, rows, customers, known) },
      ...(before && earlier.data
        ? [
            {
              title: 'People before',
              earlier: true,
              values: valuesAlong(toCourse(before, unit, today), earlier.data.rows, people, known).slice(
                0,
                course.starts.length,
              ),
            },
          ]
        : []),
    ]
  }, [course, query.data, earlier.data, since.data, before, unit, today])
  return (
    <div className={styles.tiles}>
      <Tile
        title="Active people"
        note="Known people who used the product or website, and their customers. Weeks begin on Monday; the first and last one are whole."
        sql={sql}
        wide
        aside={
          <Toggles
            label="By"
            single
            options={units}
            chosen={[unit]}
            onChange={([by]) => onChange({ ...view, by: by as Unit })}
          />
        }
      >
        <QueryView query={query} rows={6}>
          {() => (
            <CourseChart
              label="Active people"
              course={course}
              lines={lines}
              format={formatNumber}
              asTable={asTables}
              behind={(index) => questions.activeBehind(partOf(course, index, window.zone))}
            />
          )}
        </QueryView>
      </Tile>
      <Plans window={window} />
    </div>
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
