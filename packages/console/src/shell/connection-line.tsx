import { ConnectionError } from '@customer-intel/node-sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import styles from './shell.module.css'

/** Says that the server can't be reached, and asks again: after 2 s, 4 s … 30 s, and at once when the network is back. */
export function ConnectionLine() {
  const away = useIsAway()
  const queryClient = useQueryClient()
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (!away) return setAttempt(0)
    const timer = setTimeout(
      () => {
        setAttempt((before) => before + 1)
        void queryClient.refetchQueries({ predicate: ({ state }) => state.error instanceof ConnectionError })
      },
      Math.min(2_000 * 2 ** attempt, 30_000),
    )
    return () => clearTimeout(timer)
  }, [away, attempt, queryClient])
  if (!away) return null
  return (
    <p className={styles.line} role="status">
      The server can’t be reached. What you see may be old; it is asked again by itself.
    </p>
  )
}

/** Whether a query that is shown failed for want of a connection. */
function useIsAway(): boolean {
  const cache = useQueryClient().getQueryCache()
  return useSyncExternalStore(
    (changed) => cache.subscribe(changed),
    () => cache.getAll().some((query) => query.isActive() && query.state.error instanceof ConnectionError),
  )
}
