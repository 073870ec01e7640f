import { useMemo } from 'react'
import { LineChart } from '../../parts/chart/line-chart.tsx'
import { formatNumber } from '../../parts/format-number.ts'
import { Notice } from '../../parts/states/notice.tsx'
import styles from './ask.module.css'
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
        zone={zone}
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
    // A day stands at its noon, so that it is the same day in every zone.
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
