import styles from './states.module.css'

/** Where rows will be. Nothing for 200 ms: most answers are there by then. */
export function Skeleton({ rows = 8 }: { rows?: number }) {
  return (
    <div className={styles.skeleton} role="status" aria-label="Loading">
      {Array.from({ length: rows }, (_, at) => (
        <span key={at} />
      ))}
    </div>
  )
}
