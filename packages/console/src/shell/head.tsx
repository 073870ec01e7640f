import { Link2 } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useBehind } from '../app/staleness.ts'
import { useZone } from '../app/workspace-settings.ts'
import { Button } from '../parts/button.tsx'
import { Dot } from '../parts/dot.tsx'
import { lengthOfTime, minuteTime } from '../parts/format-time.ts'
import { plain } from '../parts/text.tsx'
import { useCopy } from '../parts/use-copy.ts'
import styles from './head.module.css'

interface HeadProps {
  /** What the page shows, also the tab's title. */
  title: string
  /** Where it belongs. */
  crumb?: ReactNode
  /** When the data was fetched; absent while there is none. */
  dataAt?: number
  /** What can be done here. */
  children?: ReactNode
}

/** The head of every page: what it is, the time zone, the time of the data, and a link to this view. */
export function Head({ title, crumb, dataAt, children }: HeadProps) {
  const zone = useZone()
  const behind = useBehind()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${plain(title)} · Customer Intel`
  }, [title])
  // A new page is announced; what has focus already keeps it.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <header className={styles.head}>
      {crumb !== undefined && (
        <span className={styles.crumb} data-crumb>
          {crumb}
        </span>
      )}
      <h1 ref={heading} tabIndex={-1}>
        <bdi>{plain(title)}</bdi>
      </h1>
      <div className={styles.right}>
        <span className={styles.stamp}>
          <span className={styles.wide}>{zone}</span>
          {behind !== null && (
            <span className={styles.behind}>
              <Dot kind="warn" /> {behind === 0 ? 'Not all is read yet' : `${lengthOfTime(behind)} behind`}
            </span>
          )}
          {dataAt ? <time dateTime={new Date(dataAt).toISOString()}>{minuteTime(dataAt, zone)}</time> : null}
        </span>
        <CopyLink />
        {children}
      </div>
    </header>
  )
}

function CopyLink() {
  const { said, copy } = useCopy()
  return (
    <Button
      kind="plain"
      square={said === null}
      aria-label="Copy link to this view"
      data-key="c"
      onClick={() => void copy(location.href)}
    >
      {said ?? <Link2 size={16} strokeWidth={1.5} aria-hidden="true" />}
    </Button>
  )
}
