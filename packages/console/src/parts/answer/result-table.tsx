import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useOverlay } from '../../overlays/use-overlay.ts'
import { formatNumber } from '../format-number.ts'
import { Grid } from '../grid/grid.tsx'
import link from '../link.module.css'
import { Text } from '../text.tsx'
import styles from './answer.module.css'
import { type ResultRow, textOfValue } from './result.ts'

/** The rows of an answer, of which only those in view are drawn. */
export function ResultTable({ rows }: { rows: readonly ResultRow[] }) {
  const [active, setActive] = useState(0)
  const numbered = useMemo(() => rows.map((row, at) => ({ row, key: String(at) })), [rows])
  const columns = useMemo(
    () =>
      Object.keys(rows[0] ?? {}).map((name, at) => ({
        id: name,
        title: name,
        width: 'minmax(120px, 1fr)',
        narrow: at < 3,
        right: typeof rows[0]?.[name] === 'number',
        render: ({ row }: { row: ResultRow }) => <Value name={name} value={row[name]} />,
      })),
    [rows],
  )
  return (
    <div className={styles.result}>
      <Grid
        label="Rows"
        columns={columns}
        rows={numbered}
        keyOf={({ key }) => key}
        total={rows.length}
        active={active}
        onActive={setActive}
        onOpen={() => undefined}
      />
    </div>
  )
}

/** A value; the id of a customer, a person or an event leads there. */
function Value({ name, value }: { name: string; value: unknown }) {
  const { openEvent } = useOverlay()
  if (typeof value === 'number') return formatNumber(value)
  const text = <Text value={textOfValue(value)} />
  if (typeof value !== 'string' || value === '') return text
  if (name === 'customer_id' || name === 'user_id')
    return (
      <Link
        className={link.link}
        to={name === 'user_id' ? '/people/$id' : '/customers/$id'}
        params={{ id: value }}
      >
        {text}
      </Link>
    )
  if (name === 'event_id')
    return (
      <button type="button" className={link.link} onClick={() => openEvent(value)}>
        {text}
      </button>
    )
  return text
}
