import type { SyncRun } from '@customer-intel/node-sdk'
import { formatNumber } from '../../parts/format-number.ts'
import { Time } from '../../parts/time.tsx'
import styles from './connect.module.css'

/** A sync that is under way, with its counts so far. */
export function RunningSync({ run }: { run: SyncRun }) {
  const counts = [
    ['Requests', run.requests],
    ['Received', run.received],
    ['New or changed', run.changed],
    ['Quarantined', run.quarantined],
    ['Seconds waited', Math.round(run.waited)],
  ] as const
  return (
    <div className={styles.running} role="status" aria-label="Sync under way">
      <p>
        Syncing since <Time at={run.startedAt} />
      </p>
      <dl>
        {counts.map(([name, count]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{formatNumber(count)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
