import { useMemo } from 'react'
import { LineChart } from '../chart/line-chart.tsx'
import { formatNumber } from '../format-number.ts'
import { Notice } from '../states/notice.tsx'
import styles from './answer.module.css'
import type { ResultRow } from './result.ts'

/** Numbers over the time that the first column of dates says. */
export function ResultChart({ rows, zone }: { rows: readonly ResultRow[]; zone: string }) {
  const chart = useMemo(() => toChart(rows), [rows])
  if (chart === null)
    return (
      <Notice title="No chart of this answer">
        <p>A chart needs a column of days or times, such as local_day(occurred_at), and one of numbers.</p>
      </Notice>
    )
  return (
    <div className={styles.chart}>
      <LineChart
        label="Answer"
        at={chart.at}
        lines={chart.lines}
        zone={chart.isDays ? 'UTC' : zone}
        byDay={chart.isDays}
        format={formatNumber}
        height={320}
      />
    </div>
  )
}

function toChart(rows: readonly ResultRow[]) {
  const [first] = rows
  if (!first) return null
  const names = Object.keys(first)
  const time = names.find((name) => typeof first[name] === 'string' && /^\d{4}-\d\d-\d\d/.test(first[name]))
  const numbers = names.filter((name) => rows.some((row) => typeof row[name] === 'number')).slice(0, 5)
  if (time === undefined || numbers.length === 0) return null
  const sorted = rows.toSorted((left, right) => String(left[time]).localeCompare(String(right[time])))
  return {
    isDays: String(first[time]).length === 10,
    // A day stands at its noon in UTC, and is drawn there.
    at: sorted.map(
      (row) =>
        Date.parse(String(row[time]).length === 10 ? `${String(row[time])}T12:00:00Z` : String(row[time])) /
        1_000,
    ),
    lines: numbers.map((name) => ({
      title: name,
      values: sorted.map((row) => (typeof row[name] === 'number' ? row[name] : null)),
    })),
  }
}
