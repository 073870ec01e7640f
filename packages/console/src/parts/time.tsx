import { useZone } from '../app/workspace-settings.ts'
import { exactTime, shortTime } from './format-time.ts'

/** A time in the workspace's zone: how long ago below a day, else its date; exact under the pointer. */
export function Time({ at, className }: { at: string | null | undefined; className?: string }) {
  const zone = useZone()
  if (!at) return <span className={className}>–</span>
  return (
    <time className={className} dateTime={at} title={exactTime(at, zone)}>
      {shortTime(at, zone, Date.now())}
    </time>
  )
}
