import { ListFilter, X } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { Button } from '../button.tsx'
import { plain } from '../text.tsx'
import { type Filter, type FilterValues, describeValue } from './filter.ts'
import styles from './filters.module.css'
import { SearchField } from './search-field.tsx'

const FilterPopover = lazy(() =>
  import('./filter-popover.tsx').then((file) => ({ default: file.FilterPopover })),
)

interface FilterBarProps {
  filters: readonly Filter[]
  values: FilterValues
  /** What to search for, such as `Name or domain`; absent where nothing is searched. */
  searchLabel?: string
  onChange: (values: FilterValues) => void
  children?: ReactNode
}

/** Above a list: what it is searched for, the filters that are on, and more of them. */
export function FilterBar({ filters, values, searchLabel, onChange, children }: FilterBarProps) {
  const [open, setOpen] = useState<{ filter: Filter | null; anchor: HTMLElement } | null>(null)
  const trigger = useRef<HTMLElement | null>(null)
  trigger.current = open?.anchor ?? null
  const on = filters.filter(({ id }) => values[id] !== undefined)
  const set = (id: string, value: FilterValues[string]) => onChange({ ...values, [id]: value })
  return (
    <div className={styles.bar}>
      {searchLabel !== undefined && (
        <SearchField
          label={searchLabel}
          value={String(values.search ?? '')}
          onChange={(search) => set('search', search || undefined)}
        />
      )}
      {on.map((filter) => {
        const text = plain(describeValue(filter, values[filter.id]!))
        return (
          <span key={filter.id} className={styles.filter}>
            <button type="button" onClick={(event) => setOpen({ filter, anchor: event.currentTarget })}>
              <span>{filter.title}</span>
              <bdi>{text}</bdi>
            </button>
            <button
              type="button"
              aria-label={`Remove the filter ${filter.title}: ${text}`}
              onClick={() => set(filter.id, undefined)}
            >
              <X size={12} aria-hidden="true" />
            </button>
          </span>
        )
      })}
      <Button
        kind="plain"
        aria-haspopup="dialog"
        data-key="f"
        onClick={(event) => setOpen({ filter: null, anchor: event.currentTarget })}
      >
        <ListFilter size={14} strokeWidth={1.5} aria-hidden="true" />
        Filter
      </Button>
      <div className={styles.right}>{children}</div>
      {open && (
        <Suspense>
          <FilterPopover
            triggerRef={trigger}
            filters={filters}
            initial={open.filter}
            values={values}
            onChange={set}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      )}
    </div>
  )
}
