import { lazy, Suspense, useState } from 'react'
import { shortDay } from '../format-time.ts'
import styles from './chart.module.css'

const Plot = lazy(() => import('./plot.tsx').then((file) => ({ default: file.Plot })))

/** A line of a chart. */
export interface Line {
  title: string
  /** Of each moment; null where it is missing, which is a gap and no zero. */
  values: readonly (number | null)[]
}

export interface LineChartProps {
  /** What it shows, for screen readers and as its title. */
  label: string
  /** Moments in seconds. */
  at: readonly number[]
  lines: readonly Line[]
  zone: string
  format: (value: number) => string
  height?: number
}

/** Values over time. Each chart has its table beside it. */
export function LineChart(props: LineChartProps) {
  const { label, at, lines, zone, format, height = 200 } = props
  const [point, setPoint] = useState<number | null>(null)
  return (
    <figure className={styles.figure} aria-label={label}>
      <figcaption className={styles.legend}>
        {lines.map(({ title, values }, index) => (
          <span key={title}>
            <i data-series={(index % 5) + 1} />
            <bdi>{title}</bdi>
            {point !== null && <b>{values[point] == null ? '–' : format(values[point])}</b>}
          </span>
        ))}
        {point !== null && at[point] !== undefined && <time>{shortDay(at[point] * 1_000, zone)}</time>}
      </figcaption>
      <div style={{ height }}>
        <Suspense>
          <Plot {...props} height={height} onPoint={setPoint} />
        </Suspense>
      </div>
    </figure>
  )
}
