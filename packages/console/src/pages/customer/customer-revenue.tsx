import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ask } from '../../app/ask.ts'
import { LineChart } from '../../parts/chart/line-chart.tsx'
import { formatMoney } from '../../parts/format-number.ts'
import { QueryView } from '../../parts/query-view.tsx'
import { Notice } from '../../parts/states/notice.tsx'
import { Table } from '../../parts/table.tsx'
import { Text } from '../../parts/text.tsx'
import { sentence } from '../../parts/words.ts'
import styles from './customer.module.css'

interface RevenueDay {
  day: string
  currency: string | null
  plan: string | null
  status: string
  mrr: number
  before: number | null
}

const sql = `select snapshot_date as day, currency, plan, billing_status as status, mrr_cents as mrr,
  lag(mrr_cents) over (partition by currency order by snapshot_date) as before
from revenue where customer_id = $1 order by snapshot_date, currency`

/** What a customer pays a month, over time, by currency, and each change. */
export function CustomerRevenue({ customerId }: { customerId: string }) {
  const query = useQuery({
    queryKey: ['revenue', customerId],
    queryFn: async ({ signal }) => (await ask<RevenueDay>(sql, [customerId], { signal, limit: 10_000 })).rows,
  })
  return (
    <QueryView query={query}>
      {(days) =>
        days.length === 0 ? (
          <Notice title="Nothing is known of its revenue">
            <p>Connect a billing service, or import revenue, to see what it pays.</p>
          </Notice>
        ) : (
          <Revenue days={days} />
        )
      }
    </QueryView>
  )
}

function Revenue({ days }: { days: RevenueDay[] }) {
  const { at, lines, currency } = useMemo(() => toLines(days), [days])
  const changes = days.filter(({ mrr, before }) => mrr !== before).reverse()
  return (
    <div className={styles.revenue}>
      <div className={styles.chart}>
        <LineChart
          label="Recurring revenue, a month"
          at={at}
          lines={lines}
          zone="UTC"
          format={(value) => formatMoney(value, currency)}
        />
      </div>
      <Table
        label="Changes of recurring revenue"
        rows={changes}
        keyOf={({ day, currency: money }) => `${day} ${money}`}
        columns={[
          { title: 'Day', render: ({ day }) => day },
          { title: 'Plan', render: ({ plan }) => <Text value={plan} /> },
          { title: 'Billing', render: ({ status }) => sentence(status) },
          { title: 'A month', right: true, render: ({ mrr, currency: money }) => formatMoney(mrr, money) },
          {
            title: 'Change',
            right: true,
            render: ({ mrr, before, currency: money }) => formatMoney(mrr - (before ?? 0), money),
          },
        ]}
      />
    </div>
  )
}

/** A line a currency; a day that one hasn't is a gap. */
function toLines(days: readonly RevenueDay[]) {
  const dates = [...new Set(days.map(({ day }) => day))]
  const currencies = [...new Set(days.map(({ currency }) => currency))]
  const byDay = new Map(days.map(({ day, currency, mrr }) => [`${day} ${currency}`, mrr]))
  return {
    at: dates.map((day) => Date.parse(`${day}T12:00:00Z`) / 1_000),
    lines: currencies.map((currency) => ({
      title: currency ?? 'No currency',
      values: dates.map((day) => byDay.get(`${day} ${currency}`) ?? null),
    })),
    currency: currencies.length === 1 ? currencies[0] : null,
  }
}
