import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useOverlay } from './use-overlay.ts'

const EventDrawer = lazy(() => import('./event-drawer.tsx').then((file) => ({ default: file.EventDrawer })))
const RefusedDrawer = lazy(() =>
  import('./refused-drawer.tsx').then((file) => ({ default: file.RefusedDrawer })),
)
const SourceDrawer = lazy(() =>
  import('./source-drawer.tsx').then((file) => ({ default: file.SourceDrawer })),
)

const BehindDrawer = lazy(() =>
  import('./behind-drawer.tsx').then((file) => ({ default: file.BehindDrawer })),
)

/** What the address says is open over the page. */
export function Overlays() {
  const { event, refused, source, quote, behind, of } = useSearch({ from: '__root__' })
  const { close } = useOverlay()
  return (
    <Suspense>
      {event !== undefined && <EventDrawer key={event} uuid={event} onClose={close} />}
      {refused !== undefined && <RefusedDrawer key={refused} at={refused} onClose={close} />}
      {behind !== undefined && (
        <BehindDrawer key={behind} of={of ?? 'Behind the number'} sql={behind} onClose={close} />
      )}
      {source !== undefined && <SourceDrawer key={source} source={source} quote={quote} onClose={close} />}
    </Suspense>
  )
}
