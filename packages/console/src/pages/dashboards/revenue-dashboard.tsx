import { useMemo } from 'react'
import { useCurrencyOrder } from '../../app/workspace-settings.ts'
import { BehindLink } from '../../parts/behind-link.tsx'
import { dayKey } from '../../parts/format-time.ts'
import { formatMoney, formatNumber } from '../../parts/format-number.ts'
import { QueryView } from '../../parts/query-view.tsx'
import { Stats } from '../../parts/stats.tsx'
import { Notice } from '../../parts/states/notice.tsx'
import { Table } from '../../parts/table.tsx'
import { Toggles } from '../../parts/toggles.tsx'
import { counted, sentence } from '../../parts/words.ts'
import { CourseChart } from './course-chart.tsx'
import type { DashboardProps } from './dashboard-props.ts'
import styles from './dashboards.module.css'
import { dayTitle } from './day-title.ts'
import { type Movement, MovementChart } from './movement-chart.tsx'
import * as questions from './questions/revenue.ts'
import { partOf, toCourse, valuesAlong } from './series.ts'
import { Tile } from './tile.tsx'
import { useAnswer } from './use-answer.ts'
import type { Unit } from './window.ts'
import { WeekOrMonth } from './week-or-month.tsx'

interface RevenueDay {
  day: string
  currency: string
  mrr_cents: number
  paying: number
}

/** What customers pay a month, in one currency at a time: amounts of several are no sum. */
export function RevenueDashboard(props: DashboardProps) {
  const { window, view, onChange } = props
  const inOrder = useCurrencyOrder()
  const sql = questions.revenueByDay(window)
  const query = useAnswer<RevenueDay>(sql)
  return (
    <QueryView query={query} rows={8}>
      {({ rows }) => {
        const last = rows.at(-1)?.day
        const currencies = inOrder(rows, ({ day, mrr_cents: cents }) => (day === last ? cents : 0))
        const currency = currencies.find((one) => one === view.currency) ?? currencies[0]
        if (currency === undefined)
          return (
            <Notice title="No revenue is known of these days">
              <p>Connect a billing service, or import revenue records.</p>
            </Notice>
          )
        return (
          <Revenue
            {...props}
            sql={sql}
            currency={currency}
            days={rows}
            choice={
              currencies.length > 1 && (
                <Toggles
                  label="Currency"
                  single
                  options={currencies.map((one) => ({ value: one, title: one || 'Not said' }))}
                  chosen={[currency]}
                  onChange={([one]) => onChange({ ...view, currency: one })}
                />
              )
            }
          />
        )
      }}
    </QueryView>
  )
}

interface RevenueProps extends DashboardProps {
  sql: string
  currency: string
  days: readonly RevenueDay[]
  choice: React.ReactNode
}

function Revenue({ window, view, asTables, onChange, sql, currency, days, choice }: RevenueProps) {
  // Records of revenue are of days in UTC.
  const today = dayKey(Date.now(), 'UTC')
  const unit: Unit = view.by === 'week' ? 'week' : 'month'
  const course = useMemo(() => toCourse(window, 'day', today), [window, today])
  const lines = useMemo(() => {
    const rows = days.filter((row) => row.currency === currency)
    const read = { start: ({ day }: RevenueDay) => day, value: ({ mrr_cents: cents }: RevenueDay) => cents }
    return [
      {
        title: currency || 'Revenue',
        values: valuesAlong(course, rows, read, { since: rows[0]?.day ?? null, today }),
      },
    ]
  }, [course, days, currency, today])
  const movementSql = questions.revenueMovement(unit, window)
  const movement = useAnswer<Movement & Partial<Record<Unit, string>>>(movementSql)
  const parts = useMemo(() => toCourse(window, unit, today, { cut: true }), [window, unit, today])
  const format = (cents: number) => formatMoney(cents, currency)
  const behind = ({ start, kind }: { start: string; kind: string }) => {
    const part = partOf(parts, parts.starts.indexOf(start), window.zone)
    const from = part.from < window.from ? window.from : part.from
    return questions.movementBehind(
      { ...part, from, to: part.to > window.to ? window.to : part.to },
      currency,
      kind,
    )
  }
  const latest = days.findLast((row) => row.currency === currency)
  const moved = (kinds: readonly string[]) =>
    movement.data?.rows
      .filter((row) => row.currency === currency && kinds.includes(row.kind))
      .reduce((sum, row) => ({ cents: sum.cents + row.change_cents, changes: sum.changes + row.customers }), {
        cents: 0,
        changes: 0,
      })
  const movementStat = (title: string, ...kinds: string[]) => {
    const sum = moved(kinds)
    return {
      title,
      value: sum === undefined ? '–' : `${sum.cents > 0 ? '+' : ''}${format(sum.cents)}`,
      note: sum && counted(sum.changes, 'change', 'changes'),
      sql: movementSql,
      behind: questions.movementBehind(window, currency, ...kinds),
    }
  }
  return (
    <>
      <Stats
        items={[
          {
            title: 'Recurring revenue',
            value: format(latest?.mrr_cents ?? 0),
            note: latest && `on ${dayTitle('day', latest.day)}`,
            sql,
            behind: latest && questions.payingBehind(latest.day, currency),
          },
          {
            title: 'Paying customers',
            value: formatNumber(latest?.paying ?? 0),
            note: latest && `on ${dayTitle('day', latest.day)}`,
            sql,
            behind: latest && questions.payingBehind(latest.day, currency),
          },
          movementStat('New and back', 'new', 'reactivation'),
          movementStat('Grown', 'expansion'),
          movementStat('Shrunk', 'contraction'),
          movementStat('Churned', 'churn'),
        ]}
      />
      <div className={styles.tiles}>
        <Tile
          title="Recurring revenue"
          note="What customers pay a month, as of each day."
          sql={sql}
          behind={latest && { what: 'Customers', sql: questions.payingBehind(latest.day, currency) }}
          aside={choice}
          wide
        >
          <CourseChart
            label="Recurring revenue"
            course={{ ...course, openAt: undefined }}
            lines={lines}
            format={format}
            asTable={asTables}
            behind={(index) => questions.payingBehind(course.starts[index]!, currency)}
          />
        </Tile>
        <Tile
          title="Movement"
          note="Each change on its day, added up: so months add up to the year. New pays for the first time in this currency."
          sql={movementSql}
          behind={{ what: 'Customers', sql: questions.movementBehind(window, currency) }}
          wide
          aside={<WeekOrMonth unit={unit} onChoose={(by) => onChange({ ...view, by })} />}
        >
          <QueryView query={movement} rows={6}>
            {({ rows }) => {
              const found = rows
                .filter((row) => row.currency === currency)
                .map((row) => ({ ...row, start: row[unit] ?? '' }))
              if (found.length === 0) return <p className={styles.empty}>Nothing changed in these days.</p>
              return asTables ? (
                <Table
                  label="Movement of recurring revenue"
                  rows={found.toReversed()}
                  keyOf={({ start, kind }) => `${start} ${kind}`}
                  columns={[
                    {
                      title: unit === 'week' ? 'Week from' : 'Month',
                      render: ({ start, kind }) => (
                        <BehindLink
                          behind={{
                            of: `${sentence(kind)}, ${dayTitle(unit, start)}`,
                            sql: behind({ start, kind }),
                          }}
                        >
                          {dayTitle(unit, start)}
                        </BehindLink>
                      ),
                    },
                    { title: 'Kind', render: ({ kind }) => sentence(kind) },
                    { title: 'Changes', right: true, render: ({ customers }) => formatNumber(customers) },
                    { title: 'Change', right: true, render: ({ change_cents: cents }) => format(cents) },
                  ]}
                />
              ) : (
                <MovementChart course={parts} rows={found} format={format} behind={behind} />
              )
            }}
          </QueryView>
        </Tile>
      </div>
    </>
  )
}
