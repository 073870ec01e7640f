import type { TimelineEvent } from '@customer-intel/node-sdk'
import {
  Activity,
  CalendarDays,
  CreditCard,
  FileText,
  Fingerprint,
  Handshake,
  LifeBuoy,
  type LucideIcon,
  Mail,
  MousePointerClick,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useOverlay } from '../../overlays/use-overlay.ts'
import { exactTime, minuteTime } from '../format-time.ts'
import { Text } from '../text.tsx'
import type { Run } from './fold.ts'
import styles from './timeline.module.css'

const icons: Record<string, LucideIcon> = {
  PRODUCT: MousePointerClick,
  COMMUNICATION: Mail,
  MEETING: CalendarDays,
  CRM: Handshake,
  BILLING: CreditCard,
  SUPPORT: LifeBuoy,
  IDENTITY: Fingerprint,
  DOCUMENT: FileText,
  SYSTEM: Activity,
}

/** One entry, or a run of like ones that opens. */
export function TimelineRun({ run, ...shown }: { run: Run } & Shown) {
  const [isOpen, setOpen] = useState(false)
  if (run.events.length > 1 && isOpen)
    return run.events.map((event) => <Entry key={event.id} event={event} {...shown} />)
  return <Entry event={run.first} {...shown} like={run.events.length} onUnfold={() => setOpen(true)} />
}

interface Shown {
  zone: string
  ofPerson: boolean
  outcome?: (event: TimelineEvent) => ReactNode
}

interface EntryProps extends Shown {
  event: TimelineEvent
  like?: number
  onUnfold?: () => void
}

function Entry({ event, zone, ofPerson, outcome, like = 1, onUnfold }: EntryProps) {
  const { openEvent, openSource } = useOverlay()
  const Icon = icons[event.channel] ?? Activity
  const open = () => {
    if (like > 1) onUnfold?.()
    else if (event.sourceType !== null && event.sourceId !== null)
      openSource(event.sourceType, event.sourceId)
    else openEvent(event.id)
  }
  return (
    <li className={styles.entry}>
      <span className={styles.icon} aria-hidden="true">
        <Icon size={13} strokeWidth={1.5} />
      </span>
      <div>
        <button type="button" data-row onClick={open}>
          <span className={styles.title}>
            <Text value={event.title ?? event.eventName} />
            {like > 1 && <span className={styles.like}>{like} times</span>}
          </span>{' '}
          <span className={styles.who}>
            {!ofPerson && <Text value={event.contact} fallback="a visitor" />}
            {!ofPerson && event.summary !== null && like === 1 && ' · '}
            {like === 1 && <Text value={event.summary} fallback="" />}
          </span>
        </button>
        {like === 1 && outcome?.(event)}
      </div>
      <time dateTime={event.occurredAt} title={exactTime(event.occurredAt, zone)}>
        {minuteTime(Date.parse(event.occurredAt), zone)}
      </time>
    </li>
  )
}
