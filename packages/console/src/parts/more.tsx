import { useEffect, useRef } from 'react'
import { Button } from './button.tsx'
import styles from './more.module.css'

/** At the end of what was fetched: fetches on when it comes into view. */
export function More({
  query,
}: {
  query: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    fetchNextPage: () => unknown
  }
}) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  const end = useRef<HTMLDivElement>(null)
  const waits = hasNextPage && !isFetchingNextPage && !isFetchNextPageError
  useEffect(() => {
    if (!waits || !end.current) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && void fetchNextPage(), {
      rootMargin: '800px',
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [waits, fetchNextPage])
  if (!hasNextPage) return null
  return (
    <div ref={end} className={styles.more}>
      {isFetchNextPageError ? (
        <p role="alert">
          What is older did not come. <Button onClick={() => fetchNextPage()}>Retry</Button>
        </p>
      ) : (
        <Button onClick={() => fetchNextPage()}>Show more</Button>
      )}
    </div>
  )
}
