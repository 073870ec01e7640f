import { useMemo, useState } from 'react'
import { formatNumber } from '../format-number.ts'
import { dayMonth, shortDay } from '../format-time.ts'
import { Table } from '../table.tsx'
import { Toggles } from '../toggles.tsx'
import { type Bar, barsOf, type History } from './history-days.ts'
import styles from './history.module.css'

const width = 720
const height = 160

/** On which days something was found; the same as a table. */
export function HistoryChart({ found, title }: { found: History; title: string }) {
  const bars = useMemo(() => barsOf(found), [found])
  const [shown, setShown] = useState<'chart' | 'table'>('chart')
  const [point, setPoint] = useState<Bar | null>(null)
  const most = Math.max(1, ...bars.map(({ occurrences }) => occurrences))
  const step = width / Math.max(1, bars.length)
  return (
    <figure className={styles.chart} aria-label={title}>
      <figcaption>
        <span aria-live="off">
          {point === null
            ? `${bars[0] && bars[0].from !== bars[0].to ? 'By seven days' : 'By day'}, ${found.timezone}`
            : `${spanOf(point)}: ${formatNumber(point.occurrences)}`}
        </span>
        <Toggles
          label="Show as"
          single
          options={[
            { value: 'chart', title: 'Chart' },
            { value: 'table', title: 'Table' },
          ]}
          chosen={[shown]}
          onChange={([next]) => setShown(next as typeof shown)}
        />
      </figcaption>
      {shown === 'table' ? (
        <Table
          label="Days with any"
          rows={found.byDay.toReversed()}
          keyOf={({ day }) => day}
          columns={[
            { title: 'Day', render: ({ day }) => day },
            { title: 'Found', right: true, render: ({ occurrences }) => formatNumber(occurrences) },
            { title: 'Customers', right: true, render: ({ customers }) => formatNumber(customers) },
          ]}
        />
      ) : (
        <>
          <svg
            viewBox={`0 0 ${width} ${height}`}
            preserveAspectRatio="none"
            role="img"
            aria-label={`${formatNumber(found.occurrenceCount)} between ${bars[0]?.from ?? ''} and ${bars.at(-1)?.to ?? ''}, ${formatNumber(most)} at most at once`}
            onPointerLeave={() => setPoint(null)}
          >
            <line x1="0" x2={width} y1={height - 0.5} y2={height - 0.5} vectorEffect="non-scaling-stroke" />
            {bars.map((bar, at) => (
              <g key={bar.from} data-open={bar.isOpen} onPointerEnter={() => setPoint(bar)}>
                <rect x={at * step} width={step} y="0" height={height} opacity="0" />
                <rect
                  x={at * step + step * 0.12}
                  width={step * 0.76}
                  y={height - barHeight(bar.occurrences, most)}
                  height={barHeight(bar.occurrences, most)}
                />
              </g>
            ))}
          </svg>
          <div className={styles.axis} aria-hidden="true">
            <span>{bars[0] && dayOf(bars[0].from)}</span>
            {found.occurrenceCount > 0 && <span>{formatNumber(most)} at most</span>}
            <span>{bars.at(-1) && dayOf(bars.at(-1)!.to)}, not over</span>
          </div>
        </>
      )}
    </figure>
  )
}

/** One occurrence is seen beside a thousand. */
function barHeight(occurrences: number, most: number): number {
  return occurrences === 0 ? 0 : Math.max(3, (occurrences / most) * (height - 8))
}

/** A day is the same day in every zone at its noon. */
const noon = (day: string) => Date.parse(`${day}T12:00:00Z`)
const dayOf = (day: string) => shortDay(noon(day), 'UTC')
const spanOf = ({ from, to }: Bar) =>
  from === to ? dayOf(from) : `${dayMonth(noon(from), 'UTC')} to ${dayOf(to)}`
