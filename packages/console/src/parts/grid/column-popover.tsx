import type { RefObject } from 'react'
import { Dialog, ListBox, ListBoxItem, Popover } from 'react-aria-components'
import floating from '../floating.module.css'

interface ColumnPopoverProps {
  columns: readonly { id: string; title: string }[]
  shown: readonly string[]
  triggerRef: RefObject<HTMLElement | null>
  onChange: (shown: string[]) => void
  onClose: () => void
}

export function ColumnPopover({ columns, shown, triggerRef, onChange, onClose }: ColumnPopoverProps) {
  return (
    <Popover
      isOpen
      triggerRef={triggerRef}
      placement="bottom end"
      offset={4}
      className={floating.popover}
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <Dialog className={floating.dialog} aria-label="Columns">
        <ListBox
          autoFocus
          aria-label="Columns"
          className={floating.list}
          items={columns}
          selectionMode="multiple"
          disallowEmptySelection
          selectedKeys={shown}
          onSelectionChange={(chosen) => {
            const all = columns.map(({ id }) => id)
            onChange(chosen === 'all' ? all : all.filter((id) => chosen.has(id)))
          }}
        >
          {({ title }) => (
            <ListBoxItem className={floating.item} textValue={title}>
              {title}
            </ListBoxItem>
          )}
        </ListBox>
      </Dialog>
    </Popover>
  )
}
