import { useQuery } from '@tanstack/react-query'
import { ask } from '../../app/ask.ts'
import { useCurrencyOrder, useZone } from '../../app/workspace-settings.ts'
import { Sparkline } from '../../parts/chart/sparkline.tsx'
import { dayKey } from '../../parts/format-time.ts'
import { formatMoney, formatNumber } from '../../parts/format-number.ts'
import { QueryView } from '../../parts/query-view.tsx'
import { Stats } from '../../parts/stats.tsx'
import { customersBehind } from '../dashboards/questions/funnel.ts'
import { activeBehind } from '../dashboards/questions/product.ts'
import { payingBehind } from '../dashboards/questions/revenue.ts'
import { daysUpTo, valuesOf } from './days.ts'
import { type DayValue, eventsBehind, questions } from './questions.ts'
import styles from './today.module.css'

/** Five numbers with how they went; each opens who and what is behind it, and its question. Lines of what is counted by day end yesterday: today isn’t over. */
export function TodayNumbers() {
  const zone = useZone()
  const inOrder = useCurrencyOrder()
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
        const today = dayKey(Date.now(), zone)
        const days = daysUpTo(today, 31)
        const window = { from: today, to: today, zone }
        // Revenue is of days in UTC, of which there can be one less, or one more, by now.
        const revenueDays = daysUpTo(dayKey(Date.now(), 'UTC'), 31)
        const lastDay = revenueDays.at(-1)!
        const currencies = inOrder(revenue, ({ day, value }) => (day === lastDay ? value : 0))
        const [currency] = currencies
        const inCurrency = revenue.filter((row) => (row.currency ?? '') === currency)
        const money = currency === undefined ? null : { currency, values: valuesOf(inCurrency, revenueDays) }
        const pays = valuesOf(paying, revenueDays)
        const active = valuesOf(people, days)
        const sent = valuesOf(events, days)
        const fresh = valuesOf(customers, days)
        return (
          <Stats
            items={[
              {
                title:
                  money && currencies.length > 1
                    ? `Recurring revenue in ${money.currency || 'an unknown currency'}`
                    : 'Recurring revenue',
                value: money ? formatMoney(money.values.at(-1), money.currency) : '–',
                note: money && (
                  <Change values={money.values} format={(cents) => formatMoney(cents, money.currency)} />
                ),
                trend: money && <Sparkline values={money.values} />,
                sql: questions.revenue,
                behind: money ? payingBehind(lastDay, money.currency) : undefined,
              },
              {
                title: 'Paying customers',
                value: formatNumber(pays.at(-1)),
                note: <Change values={pays} format={formatNumber} />,
                trend: <Sparkline values={pays} />,
                sql: questions.paying,
                behind: payingBehind(lastDay),
              },
              {
                title: 'People active today',
                value: formatNumber(active.at(-1)),
                note: `${formatNumber(active.at(-8))} on this day last week`,
                trend: <Sparkline values={active.slice(0, -1)} />,
                sql: questions.people,
                behind: activeBehind(window),
              },
              {
                title: 'Events today',
                value: formatNumber(sent.at(-1)),
                note: `${formatNumber(sent.at(-2))} yesterday, by when they happened`,
                trend: <Sparkline values={sent.slice(0, -1)} />,
                sql: questions.events,
                behind: eventsBehind(window),
              },
              {
                title: 'New customers, 31 days',
                value: formatNumber(fresh.reduce((sum, value) => sum + value, 0)),
                note: `${formatNumber(fresh.at(-1))} today`,
                trend: <Sparkline values={fresh.slice(0, -1)} />,
                sql: questions.customers,
                behind: customersBehind({ ...window, from: days[0]! }, 'seen'),
              },
            ]}
          />
        )
      }}
    </QueryView>
  )
}

/** What a number gained or lost in 30 days. */
function Change({ values, format }: { values: readonly number[]; format: (value: number) => string }) {
  const change = (values.at(-1) ?? 0) - (values[0] ?? 0)
  return (
    <>
      <span className={change === 0 ? undefined : change < 0 ? styles.bad : styles.good}>
        {change > 0 ? '+' : ''}
        {format(change)}
      </span>{' '}
      in 30 days
    </>
  )
}
