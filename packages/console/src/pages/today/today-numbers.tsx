import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ask } from '../../app/ask.ts'
import { useZone } from '../../app/zone.ts'
import { Sparkline } from '../../parts/chart/sparkline.tsx'
import { dayKey } from '../../parts/format-time.ts'
import { formatMoney, formatNumber } from '../../parts/format-number.ts'
import { QueryView } from '../../parts/query-view.tsx'
import { Stats } from '../../parts/stats.tsx'
import { daysUpTo, valuesOf } from './days.ts'
import { type DayValue, questions } from './questions.ts'
import styles from './today.module.css'

/** Five numbers with how they went; each opens its question. Lines of what is counted by day end yesterday: today isn’t over. */
export function TodayNumbers() {
  const zone = useZone()
  const query = useQuery({
    queryKey: ['today'],
    refetchInterval: 60_000,
    queryFn: async ({ signal }) => {
      const names = Object.keys(questions) as (keyof typeof questions)[]
      const answers = await Promise.all(
        names.map(async (name) => (await ask<DayValue>(questions[name], [], { signal, limit: 10_000 })).rows),
      )
      return Object.fromEntries(names.map((name, at) => [name, answers[at]!])) as Record<
        keyof typeof questions,
        DayValue[]
      >
    },
  })
  return (
    <QueryView query={query} rows={3}>
      {({ revenue, paying, people, events, customers }) => {
        const days = daysUpTo(dayKey(Date.now(), zone), 31)
        // Revenue is of days in UTC, of which there can be one less, or one more, by now.
        const revenueDays = daysUpTo(dayKey(Date.now(), 'UTC'), 31)
        const currencies = [...new Set(revenue.map(({ currency }) => currency))]
        const money = currencies.map((currency) => ({
          currency,
          values: valuesOf(
            revenue.filter((row) => row.currency === currency),
            revenueDays,
          ),
        }))
        const most = money.toSorted(
          (left, right) => (right.values.at(-1) ?? 0) - (left.values.at(-1) ?? 0),
        )[0]
        const pays = valuesOf(paying, revenueDays)
        const active = valuesOf(people, days)
        const sent = valuesOf(events, days)
        const fresh = valuesOf(customers, days)
        return (
          <Stats
            items={[
              {
                title:
                  most && money.length > 1 ? `Recurring revenue in ${most.currency}` : 'Recurring revenue',
                value: (
                  <Asks sql={questions.revenue}>
                    {most ? formatMoney(most.values.at(-1), most.currency) : '–'}
                  </Asks>
                ),
                note: most && (
                  <Change values={most.values} format={(cents) => formatMoney(cents, most.currency)} />
                ),
                trend: most && <Sparkline values={most.values} />,
              },
              {
                title: 'Paying customers',
                value: <Asks sql={questions.paying}>{formatNumber(pays.at(-1))}</Asks>,
                note: <Change values={pays} format={formatNumber} />,
                trend: <Sparkline values={pays} />,
              },
              {
                title: 'People active today',
                value: <Asks sql={questions.people}>{formatNumber(active.at(-1))}</Asks>,
                note: `${formatNumber(active.at(-8))} on this day last week`,
                trend: <Sparkline values={active.slice(0, -1)} />,
              },
              {
                title: 'Events today',
                value: <Asks sql={questions.events}>{formatNumber(sent.at(-1))}</Asks>,
                note: `${formatNumber(sent.at(-2))} yesterday`,
                trend: <Sparkline values={sent.slice(0, -1)} />,
              },
              {
                title: 'New customers, 31 days',
                value: (
                  <Asks sql={questions.customers}>
                    {formatNumber(fresh.reduce((sum, value) => sum + value, 0))}
                  </Asks>
                ),
                note: `${formatNumber(fresh.at(-1))} today`,
                trend: <Sparkline values={fresh} />,
              },
            ]}
          />
        )
      }}
    </QueryView>
  )
}

function Asks({ sql, children }: { sql: string; children: ReactNode }) {
  return (
    <Link className={styles.number} to="/ask" search={{ sql }} title="Show the question">
      {children}
    </Link>
  )
}

/** What a number gained or lost in 30 days. */
function Change({ values, format }: { values: readonly number[]; format: (value: number) => string }) {
  const change = (values.at(-1) ?? 0) - (values[0] ?? 0)
  return (
    <>
      <span className={change < 0 ? styles.bad : styles.good}>
        {change > 0 ? '+' : ''}
        {format(change)}
      </span>{' '}
      in 30 days
    </>
  )
}
