import { Link } from '@tanstack/react-router'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useZone } from '../../app/workspace-settings.ts'
import { useOverlay } from '../../overlays/use-overlay.ts'
import { Dot } from '../../parts/dot.tsx'
import { clockTime } from '../../parts/format-time.ts'
import link from '../../parts/link.module.css'
import { Text } from '../../parts/text.tsx'
import { LiveStore } from '../live/live-store.ts'
import styles from './today.module.css'

const kinds: Record<string, 'good' | 'bad' | 'warn'> = {
  accepted: 'good',
  rejected: 'bad',
  quarantined: 'warn',
}

/** The newest of what arrives. */
export function TodayLive() {
  const zone = useZone()
  const { openEvent, openRefused } = useOverlay()
  const [store] = useState(() => new LiveStore())
  useEffect(() => store.start({ recall: true }), [store])
  const { lines } = useSyncExternalStore(store.subscribe, store.state)
  return (
    <section className={styles.live} aria-label="Live">
      <div className={styles.head}>
        <h2>Live</h2>
        <Link className={link.link} to="/live">
          All events
        </Link>
      </div>
      {lines.length === 0 ? (
        <p className={styles.waiting}>
          Waiting for events. The rejected ones show here too, with the reason.
        </p>
      ) : (
        <ul>
          {lines.slice(0, 14).map(({ key, uuid, refused, status, name, reason, who, customer, at }) => (
            <li key={key}>
              <button
                type="button"
                data-row
                onClick={() => {
                  if (uuid !== null) openEvent(uuid)
                  else if (refused !== null) openRefused(refused)
                }}
              >
                <Dot kind={kinds[status] ?? 'none'} label={status} />
                <b>
                  <Text value={name} />
                </b>
                <span>
                  <Text value={reason ?? who ?? customer} fallback="a visitor" />
                </span>
                <time>{clockTime(at, zone)}</time>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
