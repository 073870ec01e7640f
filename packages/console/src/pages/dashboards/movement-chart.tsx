import { BehindLink } from '../../parts/behind-link.tsx'
import chart from '../../parts/chart/chart.module.css'
import { useNarrow } from '../../parts/use-narrow.ts'
import { counted, sentence } from '../../parts/words.ts'
import { dayTitle } from './day-title.ts'
import styles from './dashboards.module.css'
import type { Course } from './series.ts'

export interface Movement {
  currency: string
  kind: string
  change_cents: number
  customers: number
}

const kinds = ['new', 'expansion', 'reactivation', 'contraction', 'churn'] as const
const series: Record<string, number> = { new: 1, contraction: 2, expansion: 3, churn: 4, reactivation: 5 }
const height = 220
const bottom = 40

/** What came above the line and what went below it, a bar a week or month; a part opens its customers. */
export function MovementChart(props: {
  course: Course
  rows: readonly (Movement & { start: string })[]
  format: (cents: number) => string
  behind: (part: { start: string; kind: string }) => string
}) {
  const { course, rows, format, behind } = props
  const narrow = useNarrow()
  const bars = course.starts.map((start) => {
    let up = 0
    let down = 0
    const parts = kinds.flatMap((kind) => {
      const row = rows.find((one) => one.start === start && one.kind === kind)
      if (!row) return []
      const size = Math.abs(row.change_cents)
      const from = row.change_cents > 0 ? (up += size) : -down
      if (row.change_cents < 0) down += size
      return [{ ...row, size, from }]
    })
    return { start, parts, up, down }
  })
  const highest = Math.max(...bars.map(({ up }) => up))
  const lowest = Math.max(...bars.map(({ down }) => down))
  const scale = (height - bottom) / (highest + lowest || 1)
  const step = 100 / bars.length
  const every = Math.ceil(bars.length / (narrow ? 4 : 12))
  return (
    <figure className={styles.movement} aria-label="Movement of recurring revenue">
      <figcaption className={chart.legend}>
        {kinds.map((kind) => (
          <span key={kind}>
            <i data-series={series[kind]} />
            {sentence(kind)}
          </span>
        ))}
        {course.openNote && <span>Paler: {course.openNote}</span>}
      </figcaption>
      <svg>
        <line x1="0" x2="100%" y1={highest * scale} y2={highest * scale} />
        {bars.map(({ start, parts, up, down }, at) => (
          <g key={start}>
            {parts.map(({ kind, size, from, change_cents: cents, customers }) => {
              const title = `${dayTitle(course.unit, start)}, ${kind}: ${format(cents)}, ${counted(customers, 'change', 'changes')}`
              return (
                <BehindLink
                  key={kind}
                  behind={{
                    of: `${sentence(kind)}, ${dayTitle(course.unit, start)}`,
                    sql: behind({ start, kind }),
                  }}
                  label={title}
                >
                  <rect
                    data-kind={kind}
                    data-open={at === course.beganAt || (course.openAt !== undefined && at >= course.openAt)}
                    x={`${at * step + step * 0.15}%`}
                    width={`${step * 0.7}%`}
                    y={(highest - from) * scale}
                    height={Math.max(1, size * scale)}
                  >
                    <title>{title}</title>
                  </rect>
                </BehindLink>
              )
            })}
            {at % every === 0 && (
              <>
                <text x={`${at * step + step / 2}%`} y={height - 20} textAnchor="middle">
                  {dayTitle(course.unit, start)}
                </text>
                <text x={`${at * step + step / 2}%`} y={height - 4} textAnchor="middle">
                  {up > down ? '+' : ''}
                  {format(up - down)}
                </text>
              </>
            )}
          </g>
        ))}
      </svg>
    </figure>
  )
}
