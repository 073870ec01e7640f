import { Columns3 } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { Button } from '../button.tsx'

const ColumnPopover = lazy(() =>
  import('./column-popover.tsx').then((file) => ({ default: file.ColumnPopover })),
)

interface ColumnPickerProps {
  columns: readonly { id: string; title: string }[]
  /** The names of those that are shown. */
  shown: readonly string[]
  onChange: (shown: string[]) => void
}

/** Which columns a list shows. */
export function ColumnPicker(props: ColumnPickerProps) {
  const [open, setOpen] = useState(false)
  const trigger = useRef<HTMLSpanElement>(null)
  return (
    <>
      <span ref={trigger}>
        <Button kind="plain" square aria-label="Columns" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          <Columns3 size={16} strokeWidth={1.5} aria-hidden="true" />
        </Button>
      </span>
      {open && (
        <Suspense>
          <ColumnPopover {...props} triggerRef={trigger} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
