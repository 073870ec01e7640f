import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useOverlay } from './use-overlay.ts'

const EventDrawer = lazy(() => import('./event-drawer.tsx').then((file) => ({ default: file.EventDrawer })))
const SourceDrawer = lazy(() =>
  import('./source-drawer.tsx').then((file) => ({ default: file.SourceDrawer })),
)

/** What the address says is open over the page. */
export function Overlays() {
  const { event, source, quote } = useSearch({ from: '__root__' })
  const { close } = useOverlay()
  return (
    <Suspense>
      {event !== undefined && <EventDrawer key={event} uuid={event} onClose={close} />}
      {source !== undefined && <SourceDrawer key={source} source={source} quote={quote} onClose={close} />}
    </Suspense>
  )
}
