import styles from './sparkline.module.css'

/** How a number went, without axes: the number beside it says how much. */
export function Sparkline({ values }: { values: readonly number[] }) {
  const low = Math.min(...values)
  const span = Math.max(...values) - low || 1
  const step = 100 / Math.max(1, values.length - 1)
  const path = values.map(
    (value, at) => `${at === 0 ? 'M' : 'L'}${at * step} ${22 - ((value - low) / span) * 20}`,
  )
  return (
    <svg className={styles.line} viewBox="0 0 100 24" preserveAspectRatio="none" aria-hidden="true">
      <path d={path.join('')} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}
