import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { useNarrow } from '../use-narrow.ts'
import type { Column } from './column.ts'
import { GridHead, type Sorting } from './grid-head.tsx'
import { GridRow } from './grid-row.tsx'
import styles from './grid.module.css'

interface GridProps<Row> {
  /** What the list is of, for screen readers. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** How many there are in all, when that is known. */
  total?: number
  sorting?: Sorting
  /** The row that the keyboard stands on. */
  active: number
  onActive: (index: number) => void
  /** Whether somebody comes back to it: then the keyboard is in it again. */
  restored?: boolean
  onOpen: (row: Row) => void
  onPeek?: (row: Row) => void
  marked?: ReadonlySet<string>
  onMark?: (row: Row) => void
  /** Fetches the next page, when the eye comes near the end of what is here. */
  onMore?: () => void
  /** Somebody scrolled down. */
  onScrolled?: () => void
  /** What is shown is being asked for anew. */
  dimmed?: boolean
  /** Below the last row. */
  foot?: ReactNode
}

const rowHeight = 32
/** Rows from the end at which more are fetched: two pages ahead of the eye. */
const ahead = 100

/** A list that the server sorts and filters, of which only the rows in view are drawn. */
export function Grid<Row>(props: GridProps<Row>) {
  const { label, rows, keyOf, total, sorting, active, onActive, onOpen, onPeek, onMark, onMore } = props
  const id = useId()
  const body = useRef<HTMLDivElement>(null)
  const narrow = useNarrow()
  const columns = narrow ? props.columns.filter((column) => column.narrow) : props.columns
  const height = narrow ? 52 : rowHeight
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => body.current,
    estimateSize: () => height,
    overscan: 12,
    paddingStart: narrow ? 0 : rowHeight,
    scrollPaddingStart: narrow ? 0 : rowHeight,
  })
  useEffect(() => virtual.measure(), [virtual, height])
  useEffect(() => {
    if (!props.restored) return
    body.current?.focus({ preventScroll: true })
    virtual.scrollToIndex(active, { align: 'auto' })
    // Once, when the list appears: later the keyboard is where one puts it.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  const items = virtual.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  useEffect(() => {
    if (last >= rows.length - ahead) onMore?.()
  }, [last, rows.length, onMore])

  const goTo = (index: number) => {
    const next = Math.max(0, Math.min(rows.length - 1, index))
    onActive(next)
    virtual.scrollToIndex(next)
  }
  const page = Math.max(1, Math.floor((body.current?.clientHeight ?? 320) / height) - 1)
  const row = rows[active]
  const acts: Record<string, (() => void) | undefined> = {
    j: () => goTo(active + 1),
    ArrowDown: () => goTo(active + 1),
    k: () => goTo(active - 1),
    ArrowUp: () => goTo(active - 1),
    PageDown: () => goTo(active + page),
    PageUp: () => goTo(active - page),
    Home: () => goTo(0),
    End: () => goTo(rows.length - 1),
    Enter: row && (() => onOpen(row)),
    ' ': row && onPeek && (() => onPeek(row)),
    x: row && onMark && (() => onMark(row)),
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.metaKey || event.ctrlKey || event.altKey || event.target !== event.currentTarget) return
    const act = acts[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }

  return (
    <div
      ref={body}
      className={styles.grid}
      role="grid"
      aria-label={label}
      aria-rowcount={total ?? -1}
      aria-colcount={columns.length}
      aria-multiselectable={onMark ? true : undefined}
      aria-activedescendant={row ? `${id}-${active}` : undefined}
      tabIndex={0}
      data-grid
      onScroll={
        props.onScrolled && (({ currentTarget }) => currentTarget.scrollTop > 4 && props.onScrolled?.())
      }
      data-scroll-restoration-id="grid"
      onKeyDown={onKeyDown}
    >
      {!narrow && <GridHead columns={columns} sorting={sorting} />}
      <div
        role="rowgroup"
        className={props.dimmed ? styles.dimmed : undefined}
        aria-busy={props.dimmed}
        style={{ height: virtual.getTotalSize() - (narrow ? 0 : rowHeight), position: 'relative' }}
      >
        {items.map(({ index, start }) => (
          <GridRow
            key={keyOf(rows[index]!)}
            id={`${id}-${index}`}
            row={rows[index]!}
            index={index}
            top={start - (narrow ? 0 : rowHeight)}
            height={height}
            columns={columns}
            active={index === active}
            marked={props.marked?.has(keyOf(rows[index]!)) ?? false}
            onActive={onActive}
            onOpen={onOpen}
          />
        ))}
      </div>
      {props.foot}
    </div>
  )
}
