import { useZone } from '../../app/workspace-settings.ts'
import { longDay } from '../../parts/format-time.ts'
import { Head } from '../../shell/head.tsx'
import { NeedsALook } from './needs-a-look.tsx'
import { TodayDone } from './today-done.tsx'
import { TodayLive } from './today-live.tsx'
import { TodayNumbers } from './today-numbers.tsx'
import styles from './today.module.css'

/** What changed, in one screen. */
export function TodayPage() {
  const zone = useZone()
  return (
    <>
      <Head title="Today">
        <span className={styles.date}>{longDay(Date.now(), zone)}</span>
      </Head>
      <TodayNumbers />
      <div className={styles.columns}>
        <NeedsALook />
        <div className={styles.side}>
          <TodayLive />
          <TodayDone />
        </div>
      </div>
    </>
  )
}
