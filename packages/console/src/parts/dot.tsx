import styles from './dot.module.css'

/** `good`: a dot; `bad`: a square; `warn`: a triangle; `none`: a ring. */
export function Dot({ kind, label }: { kind: 'good' | 'bad' | 'warn' | 'none'; label?: string }) {
  return (
    <span
      className={`${styles.dot} ${styles[kind] ?? ''}`}
      role="img"
      aria-label={label}
      aria-hidden={!label}
    />
  )
}
