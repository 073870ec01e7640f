import { formatNumber } from '../../parts/format-number.ts'
import { QueryView } from '../../parts/query-view.tsx'
import { BehindLink } from '../../parts/behind-link.tsx'
import { Stats } from '../../parts/stats.tsx'
import type { DashboardProps } from './dashboard-props.ts'
import styles from './dashboards.module.css'
import { dayTitle } from './day-title.ts'
import * as questions from './questions/retention.ts'
import { Tile } from './tile.tsx'
import { useAnswer } from './use-answer.ts'
import { addDays, lengthOf, nextStart, startsIn, type Unit, wholeUnits, type Window } from './window.ts'
import { WeekOrMonth } from './week-or-month.tsx'

interface Cell {
  cohort: string
  size: number
  after: number | null
  people: number
}

/** Who comes back, by when they signed up. */
export function RetentionDashboard({ window, today, view, onChange }: DashboardProps) {
  const unit = view.by === 'week' || view.by === 'month' ? view.by : lengthOf(window) > 120 ? 'month' : 'week'
  const sql = questions.retention(unit, window)
  const query = useAnswer<Cell>(sql)
  const whole = wholeUnits(window, unit)
  const behind = questions.cohortBehind(whole, whole)
  const { people, back } = summed(query.data?.rows ?? [], unit, today)
  return (
    <>
      <Stats
        items={[
          { title: 'Signed up', value: query.data ? formatNumber(people) : '–', sql, behind },
          {
            title: `Back a ${unit} later`,
            value: back.of === 0 ? '–' : `${Math.round((back.people / back.of) * 100)} %`,
            note: `${formatNumber(back.people)} of ${formatNumber(back.of)}, whose next ${unit} is over`,
            sql,
            behind,
          },
        ]}
      />
      <div className={styles.tiles}>
        <Tile
          title="Retention by cohort"
          note={`Of those who signed up in a ${unit}, how many used the product or website in each ${unit} since. A ${unit} that isn’t over is dashed.`}
          sql={sql}
          behind={{ what: 'People', sql: behind }}
          wide
          aside={<WeekOrMonth unit={unit} onChoose={(by) => onChange({ ...view, by })} />}
        >
          <QueryView query={query} rows={8}>
            {({ rows }) =>
              rows.length === 0 ? (
                <p className={styles.empty}>Nobody signed up in these days.</p>
              ) : (
                <Cohorts cells={rows} unit={unit} window={window} today={today} />
              )
            }
          </QueryView>
        </Tile>
      </div>
    </>
  )
}

/** Who signed up, and who of them came back in the next week or month, of cohorts for which that is over. */
function summed(cells: readonly Cell[], unit: Unit, today: string) {
  const sizes = new Map(cells.map(({ cohort, size }) => [cohort, size]))
  const isOver = (cohort: string) => nextStart(unit, nextStart(unit, cohort)) <= today
  return {
    people: [...sizes.values()].reduce((sum, size) => sum + size, 0),
    back: {
      of: [...sizes].reduce((sum, [cohort, size]) => sum + (isOver(cohort) ? size : 0), 0),
      people: cells.reduce(
        (sum, { cohort, after, people }) => sum + (after === 1 && isOver(cohort) ? people : 0),
        0,
      ),
    },
  }
}

function Cohorts({
  cells,
  unit,
  window,
  today,
}: {
  cells: readonly Cell[]
  unit: Unit
  window: Window
  today: string
}) {
  const starts = startsIn(wholeUnits(window, unit), unit).filter((start) => start <= today)
  const sizes = new Map(cells.map(({ cohort, size }) => [cohort, size]))
  const people = new Map(cells.map(({ cohort, after, people: count }) => [`${cohort} ${after}`, count]))
  const span = (from: string): Window => ({ from, to: addDays(nextStart(unit, from), -1), zone: window.zone })
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard
    <div className={styles.cohorts} role="region" aria-label="Cohorts" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Signed up</th>
            <th scope="col">People</th>
            {starts.map((start, after) => (
              <th key={start} scope="col">
                {after}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {starts.map((cohort, row) => {
            const size = sizes.get(cohort) ?? 0
            return (
              <tr key={cohort}>
                <th scope="row">{dayTitle(unit, cohort)}</th>
                <td>{formatNumber(size)}</td>
                {starts.slice(row).map((start, after) => {
                  const share = size === 0 ? null : (people.get(`${cohort} ${after}`) ?? 0) / size
                  return (
                    <td
                      key={start}
                      data-open={share !== null && nextStart(unit, start) > today}
                      style={share === null ? undefined : { background: shade(share) }}
                    >
                      {share === null ? (
                        '–'
                      ) : (
                        <BehindLink
                          behind={{
                            of: `Signed up ${dayTitle(unit, cohort)}, ${unit} ${after}`,
                            sql: questions.cohortBehind(span(cohort), span(start)),
                          }}
                          title={`${formatNumber(people.get(`${cohort} ${after}`) ?? 0)} of ${formatNumber(size)}`}
                        >
                          {Math.round(share * 100)} %
                        </BehindLink>
                      )}
                    </td>
                  )
                })}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

/** At most a third of the accent, so that the number stays legible in both themes. */
const shade = (share: number) => `color-mix(in oklab, var(--page), var(--accent) ${Math.round(share * 34)}%)`
