import type { TimelineEvent } from '@customer-intel/node-sdk'
import { useMemo } from 'react'
import { useZone } from '../../app/zone.ts'
import { longDay } from '../format-time.ts'
import { fold } from './fold.ts'
import { TimelineRun } from './timeline-run.tsx'
import styles from './timeline.module.css'

/** What happened, newest first, by day. `ofPerson`: all of one person, who isn’t named again. */
export function Timeline(props: { events: readonly TimelineEvent[]; ofPerson?: boolean }) {
  const { events, ofPerson = false } = props
  const zone = useZone()
  const days = useMemo(() => fold(events, zone), [events, zone])
  return (
    <div>
      {days.map(({ key, at, runs }) => (
        <section key={key} className={styles.day}>
          <h2>{longDay(at, zone)}</h2>
          <ul>
            {runs.map((run) => (
              <TimelineRun key={run.first.id} run={run} zone={zone} ofPerson={ofPerson} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
