import { useMemo } from 'react'
import { formatNumber } from '../../parts/format-number.ts'
import { QueryView } from '../../parts/query-view.tsx'
import { Stats } from '../../parts/stats.tsx'
import { Toggles } from '../../parts/toggles.tsx'
import { Change } from './change.tsx'
import { CourseChart } from './course-tile.tsx'
import type { DashboardProps } from './dashboard-props.ts'
import styles from './dashboards.module.css'
import * as questions from './questions/product.ts'
import { Ranking } from './ranking.tsx'
import { partOf, toCourse, valuesAlong } from './series.ts'
import { Tile } from './tile.tsx'
import { useAnswer } from './use-answer.ts'
import { type Unit, wholeUnits } from './window.ts'

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
  const totals = useAnswer<Active>(questions.activeTotals(window))
  const totalsBefore = useAnswer<Active>(questions.activeTotals(before ?? window), before !== null)
  const total = totals.data?.rows[0]
  const totalThen = before ? totalsBefore.data?.rows[0] : undefined
  const known = useMemo(() => ({ since: since.data?.rows[0]?.day ?? null, today }), [since.data, today])
  const course = useMemo(() => toCourse(window, unit, today, known), [window, unit, today, known])
  const lines = useMemo(() => {
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
  }, [course, query.data, earlier.data, known, before, unit, today])
  return (
    <>
      <Stats
        items={[
          {
            title: 'Active people',
            value: formatNumber(total?.people),
            note: <Change now={total?.people} before={totalThen?.people} />,
            sql: questions.activeTotals(window),
            behind: questions.activeBehind(window),
          },
          {
            title: 'Their customers',
            value: formatNumber(total?.customers),
            note: <Change now={total?.customers} before={totalThen?.customers} />,
            sql: questions.activeTotals(window),
            behind: questions.activeCustomersBehind(window),
          },
        ]}
      />
      <div className={styles.tiles}>
        <Tile
          title="Active people"
          note="Known people who used the product or website, and their customers. Weeks begin on Monday; the first and last one are whole."
          sql={sql}
          behind={{ what: 'People', sql: questions.activeBehind(wholeUnits(window, unit)) }}
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
