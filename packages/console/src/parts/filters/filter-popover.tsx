import { type RefObject, useState } from 'react'
import { Dialog, ListBox, ListBoxItem, Popover } from 'react-aria-components'
import floating from '../floating.module.css'
import { type Filter, type FilterValues } from './filter.ts'
import { ValueForm } from './value-form.tsx'

interface FilterPopoverProps {
  triggerRef: RefObject<HTMLElement | null>
  filters: readonly Filter[]
  /** Whose value is asked for; null: first which filter. */
  initial: Filter | null
  values: FilterValues
  onChange: (id: string, value: FilterValues[string]) => void
  onClose: () => void
}

/** Asks which filter, then its value. */
export function FilterPopover({
  triggerRef,
  filters,
  initial,
  values,
  onChange,
  onClose,
}: FilterPopoverProps) {
  const [filter, setFilter] = useState(initial)
  return (
    <Popover
      isOpen
      triggerRef={triggerRef}
      placement="bottom start"
      offset={4}
      className={floating.popover}
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <Dialog className={floating.dialog} aria-label={filter?.title ?? 'Filter by'}>
        {filter === null ? (
          <ListBox
            autoFocus
            aria-label="Filter by"
            className={floating.list}
            items={filters}
            onAction={(id) => setFilter(filters.find((one) => one.id === id) ?? null)}
          >
            {({ title }) => <ListBoxItem className={floating.item}>{title}</ListBoxItem>}
          </ListBox>
        ) : filter.kind === 'choice' || filter.kind === 'choices' ? (
          <Choices
            filter={filter}
            value={values[filter.id]}
            onChange={(value) => {
              onChange(filter.id, value)
              if (filter.kind === 'choice') onClose()
            }}
          />
        ) : (
          <ValueForm
            filter={filter}
            value={values[filter.id]}
            onSubmit={(value) => {
              onChange(filter.id, value)
              onClose()
            }}
          />
        )}
      </Dialog>
    </Popover>
  )
}

function Choices(props: {
  filter: Filter
  value: FilterValues[string]
  onChange: (value: FilterValues[string]) => void
}) {
  const { filter, value, onChange } = props
  const [chosen, setChosen] = useState(
    () => new Set(typeof value === 'object' ? value : value === undefined ? [] : [String(value)]),
  )
  return (
    <ListBox
      autoFocus
      aria-label={filter.title}
      className={floating.list}
      items={filter.options ?? []}
      selectionMode={filter.kind === 'choice' ? 'single' : 'multiple'}
      selectedKeys={chosen}
      onSelectionChange={(selected) => {
        const keys =
          selected === 'all'
            ? (filter.options ?? []).map((option) => option.value)
            : [...selected].map(String)
        setChosen(new Set(keys))
        onChange(keys.length === 0 ? undefined : filter.kind === 'choice' ? keys[0] : keys)
      }}
    >
      {({ value: id, title }) => (
        <ListBoxItem id={id} className={floating.item} textValue={title}>
          {title}
        </ListBoxItem>
      )}
    </ListBox>
  )
}
