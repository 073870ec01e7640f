import { BehindLink } from '../../parts/behind-link.tsx'
import { formatNumber } from '../../parts/format-number.ts'
import { plain, Text } from '../../parts/text.tsx'
import styles from './dashboards.module.css'

export interface Ranked {
  key: string
  title: string
  /** Where there is no title. */
  fallback?: string
  value: number | null
  /** Beside the value. */
  note?: string
  /** The SQL of what is behind it. */
  sql: string
}

/** What is most, as bars; each opens what is behind it. */
export function Ranking(props: {
  label: string
  rows: readonly Ranked[]
  empty: string
  format?: (value: number) => string
}) {
  const { label, rows, empty, format = formatNumber } = props
  const most = Math.max(1, ...rows.map(({ value }) => value ?? 0))
  if (rows.length === 0) return <p className={styles.empty}>{empty}</p>
  return (
    <ol className={styles.ranking} aria-label={label}>
      {rows.map(({ key, title, fallback, value, note, sql }) => (
        <li key={key}>
          <BehindLink behind={{ of: `${label}: ${plain(title) || (fallback ?? '–')}`, sql }}>
            <i style={{ width: `${Math.max(0, ((value ?? 0) / most) * 100)}%` }} aria-hidden="true" />
            <span>
              <Text value={title} fallback={fallback} />
            </span>
            {note !== undefined && <small>{note}</small>}
            <b>{value === null ? '–' : format(value)}</b>
          </BehindLink>
        </li>
      ))}
    </ol>
  )
}
