import { type ReactNode, useCallback, useState } from 'react'
import { Button } from '../button.tsx'
import { Failed } from '../states/failed.tsx'
import { Notice } from '../states/notice.tsx'
import { Skeleton } from '../states/skeleton.tsx'
import type { Column } from './column.ts'
import type { Sorting } from './grid-head.tsx'
import { Grid } from './grid.tsx'
import styles from './grid.module.css'
import type { usePages } from './use-pages.ts'

interface ListViewProps<Row> {
  pages: ReturnType<typeof usePages<Row>>
  label: string
  columns: readonly Column<Row>[]
  keyOf: (row: Row) => string
  sorting?: Sorting
  /** Whether filters are on: another emptiness than none at all. */
  filtered: boolean
  onClear: () => void
  /** What would be here, and the action that brings it. */
  empty: ReactNode
  onOpen: (row: Row) => void
  onPeek?: (row: Row) => void
  /** Whether something is peeked at: then what the keyboard stands on is. */
  peeking?: boolean
}

/** Where the keyboard stood in each view that was left: going back finds it there. */
const lastActive = new Map<string, number>()

/** A list with its states: loading, failed, empty, too narrow a filter, rows. */
export function ListView<Row>(props: ListViewProps<Row>) {
  const { pages, label, filtered, onClear, empty } = props
  const { query, rows, total, onMore } = pages
  const here = pages.view
  const [wasHere] = useState(() => lastActive.has(here))
  const [active, setActive] = useState(() => lastActive.get(here) ?? 0)
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  const { keyOf, onOpen, onPeek, peeking } = props
  const onActive = useCallback(
    (index: number) => {
      setActive(index)
      lastActive.set(here, index)
      const row = rows[index]
      if (peeking && row && onPeek) onPeek(row)
    },
    [here, rows, peeking, onPeek],
  )
  const mark = useCallback(
    (row: Row) =>
      setMarked((before) => {
        const next = new Set(before)
        if (!next.delete(keyOf(row))) next.add(keyOf(row))
        return next
      }),
    [keyOf],
  )
  if (query.data === undefined)
    return query.error ? (
      <Failed error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <Skeleton rows={12} />
    )
  if (rows.length === 0)
    return filtered ? (
      <Notice title={`No ${label.toLowerCase()} match`}>
        <p>The filters are too narrow.</p>
        <Button onClick={onClear}>Clear the filters</Button>
      </Notice>
    ) : (
      empty
    )
  return (
    <Grid
      label={label}
      columns={props.columns}
      rows={rows}
      keyOf={keyOf}
      total={total}
      sorting={props.sorting}
      active={Math.min(active, rows.length - 1)}
      onActive={onActive}
      restored={wasHere}
      onOpen={onOpen}
      onPeek={onPeek}
      marked={marked}
      onMark={mark}
      onMore={onMore}
      dimmed={query.isPlaceholderData}
      foot={<Foot pages={pages} />}
    />
  )
}

function Foot<Row>({ pages }: { pages: ListViewProps<Row>['pages'] }) {
  const { query, rows, total } = pages
  if (query.isFetchingNextPage)
    return (
      <p className={styles.foot} role="status">
        {rows.length.toLocaleString('en-GB')} of {total?.toLocaleString('en-GB')} are here
      </p>
    )
  if (query.isFetchNextPageError)
    return (
      <p className={styles.foot} role="alert">
        The next rows did not come: {query.error?.message}
        <Button onClick={() => void query.fetchNextPage()}>Retry</Button>
      </p>
    )
  return null
}
