import { AuthenticationError } from '@customer-intel/node-sdk'
import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { Suspense } from 'react'
import { sessionQuery } from '../app/session.ts'
import { Overlays } from '../overlays/overlays.tsx'
import { Failed } from '../parts/states/failed.tsx'
import { Notice } from '../parts/states/notice.tsx'
import { Skeleton } from '../parts/states/skeleton.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { ConnectionLine } from './connection-line.tsx'
import { Keyboard } from './keyboard.tsx'
import { Rail } from './rail.tsx'
import styles from './shell.module.css'

/** Around every page: the rail, the page, and what is said over all of them. */
export function Shell() {
  const { data: session, error, refetch } = useQuery(sessionQuery)
  if (error instanceof AuthenticationError && !session)
    return (
      <Notice title="Nobody is signed in">
        <p>{error.message}</p>
      </Notice>
    )
  if (error && !session) return <Failed error={error} onRetry={() => void refetch()} />
  if (!session) return <Skeleton />
  return (
    <>
      <ConnectionLine />
      <div className={styles.shell}>
        <Rail session={session} />
        <main className={styles.main}>
          <Suspense fallback={<Skeleton />}>
            <Outlet />
          </Suspense>
        </main>
      </div>
      <BottomBar />
      <Overlays />
      <Keyboard />
    </>
  )
}
