import type { TimelineEvent } from '@customer-intel/node-sdk'
import { type ReactNode, useMemo } from 'react'
import { useZone } from '../../app/workspace-settings.ts'
import { longDay } from '../format-time.ts'
import { fold } from './fold.ts'
import { TimelineRun } from './timeline-run.tsx'
import styles from './timeline.module.css'

/**
 * What happened, newest first, by day. `ofPerson`: all of one person, who isn’t named again. `outcome`: what came of an entry;
 * nothing of most.
 */
export function Timeline(props: {
  events: readonly TimelineEvent[]
  ofPerson?: boolean
  outcome?: (event: TimelineEvent) => ReactNode
}) {
  const { events, ofPerson = false, outcome } = props
  const zone = useZone()
  const days = useMemo(() => fold(events, zone), [events, zone])
  return (
    <div>
      {days.map(({ key, at, runs }) => (
        <section key={key} className={styles.day}>
          <h2>{longDay(at, zone)}</h2>
          <ul>
            {runs.map((run) => (
              <TimelineRun key={run.first.id} run={run} zone={zone} ofPerson={ofPerson} outcome={outcome} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
