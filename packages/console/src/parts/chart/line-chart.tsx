import { lazy, Suspense, useState } from 'react'
import { shortDay } from '../format-time.ts'
import styles from './chart.module.css'

const Plot = lazy(() => import('./plot.tsx').then((file) => ({ default: file.Plot })))

/** A line of a chart. */
export interface Line {
  title: string
  /** Of each moment; null where it is missing, which is a gap and no zero. */
  values: readonly (number | null)[]
  /** Of another time than the others: drawn behind them. */
  earlier?: boolean
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
  /** The first moment whose time isn't over: drawn apart. */
  openAt?: number
  /** The first moment of which only a part is known: drawn apart, too. */
  beganAt?: number
  /** What isn't whole, said beside the names of the lines. */
  openNote?: string
  /** Moments are days, weeks or months: the axis names them alone. */
  byDay?: boolean
  /** A moment is clicked. For the keyboard there is the table. */
  onOpen?: (index: number) => void
}

/** Values over time. Each chart has its table beside it. */
export function LineChart(props: LineChartProps) {
  const { label, at, lines, zone, format, height = 200, openAt, beganAt, openNote } = props
  const [point, setPoint] = useState<number | null>(null)
  return (
    <figure className={styles.figure} aria-label={label}>
      <figcaption className={styles.legend}>
        {lines.map(({ title, values, earlier }, index) => (
          <span key={title}>
            <i data-series={earlier ? 'earlier' : (index % 5) + 1} />
            <bdi>{title}</bdi>
            {point !== null && <b>{values[point] == null ? '–' : format(values[point])}</b>}
          </span>
        ))}
        {(openAt ?? beganAt) !== undefined && openNote && (
          <span>
            <i data-series="open" />
            {openNote}
          </span>
        )}
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
