import { useQuery } from '@tanstack/react-query'
import { Outlet, useLocation } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { sessionQuery } from '../app/session.ts'
import { Overlays } from '../overlays/overlays.tsx'
import { SignIn } from '../pages/sign-in/sign-in.tsx'
import { Failed } from '../parts/states/failed.tsx'
import { Skeleton } from '../parts/states/skeleton.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { ConnectionLine } from './connection-line.tsx'
import { Keyboard } from './keyboard.tsx'
import { Rail } from './rail.tsx'
import styles from './shell.module.css'

/** Around every page: the rail, the page, and what is said over all of them. */
export function Shell() {
  const { data: session, error, refetch } = useQuery(sessionQuery)
  const { pathname } = useLocation()
  // Who was signed in keeps the page while they sign in again.
  const [last, setLast] = useState(session)
  useEffect(() => {
    if (session?.signedIn) setLast(session)
  }, [session])
  if (pathname === '/accept')
    return (
      <Suspense fallback={<Skeleton />}>
        <Outlet />
      </Suspense>
    )
  if (!session) return error ? <Failed error={error} onRetry={() => void refetch()} /> : <Skeleton />
  const shown = session.signedIn ? session : last
  if (!shown?.signedIn) return <SignIn session={session} />
  return (
    <>
      <ConnectionLine />
      <div className={styles.shell} inert={!session.signedIn}>
        <Rail session={shown} />
        <main className={styles.main}>
          <Suspense fallback={<Skeleton />}>
            <Outlet />
          </Suspense>
        </main>
      </div>
      {session.signedIn ? (
        <>
          <BottomBar />
          <Overlays />
          <Keyboard />
        </>
      ) : (
        <div className={styles.over}>
          <SignIn session={session} isOver />
        </div>
      )}
    </>
  )
}
