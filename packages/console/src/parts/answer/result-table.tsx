import { useMemo, useState } from 'react'
import { Grid } from '../grid/grid.tsx'
import styles from './answer.module.css'
import { ResultValue } from './result-value.tsx'
import type { ResultRow } from './result.ts'

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
        render: ({ row }: { row: ResultRow }) => <ResultValue name={name} row={row} />,
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
