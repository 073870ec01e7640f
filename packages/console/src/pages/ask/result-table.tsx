import { useMemo, useState } from 'react'
import { formatNumber } from '../../parts/format-number.ts'
import { Grid } from '../../parts/grid/grid.tsx'
import { Text } from '../../parts/text.tsx'
import styles from './ask.module.css'
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
        render: ({ row }: { row: ResultRow }) =>
          typeof row[name] === 'number' ? formatNumber(row[name]) : <Text value={textOfValue(row[name])} />,
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
