import { formatNumber } from '../../parts/format-number.ts'
import type { Stat } from '../../parts/stats.tsx'
import styles from './dashboards.module.css'

/** How a number stands to that of the days before; nothing where these aren't asked for. */
export function Change(props: {
  now: number | undefined
  before: number | undefined
  /** A share changes by points. */
  as?: 'points'
  lessIsBetter?: boolean
}) {
  const { now, before, as, lessIsBetter } = props
  if (now === undefined || before === undefined) return null
  const change =
    as === 'points'
      ? Math.round((now - before) * 100)
      : before === 0
        ? null
        : Math.round((now / before - 1) * 100)
  if (change === null) return <>none before</>
  const isGood = lessIsBetter ? change <= 0 : change >= 0
  return (
    <>
      <span className={change === 0 ? undefined : isGood ? styles.good : styles.bad}>
        {change > 0 ? '+' : change < 0 ? '−' : ''}
        {Math.abs(change)} {as ?? '%'}
      </span>{' '}
      to the days before
    </>
  )
}

/** A count of a dashboard, beside that of the days before. */
export function changing(
  title: string,
  now: number | undefined,
  before: number | undefined,
  of: Pick<Stat, 'sql' | 'behind'>,
): Stat {
  return { title, value: formatNumber(now), note: <Change now={now} before={before} />, ...of }
}
