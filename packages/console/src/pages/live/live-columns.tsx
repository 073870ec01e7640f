import { Dot } from '../../parts/dot.tsx'
import { clockTime, exactTime } from '../../parts/format-time.ts'
import type { Column } from '../../parts/grid/column.ts'
import { Text } from '../../parts/text.tsx'
import { sentence } from '../../parts/words.ts'
import type { LiveLine } from './live-line.ts'
import styles from './live.module.css'

const kinds: Record<string, 'good' | 'bad' | 'warn'> = {
  accepted: 'good',
  rejected: 'bad',
  quarantined: 'warn',
}

export function liveColumns(zone: string): Column<LiveLine>[] {
  return [
    {
      id: 'status',
      title: 'Status',
      width: '104px',
      render: ({ status }) => (
        <span className={styles.status}>
          <Dot kind={kinds[status] ?? 'none'} />
          {sentence(status)}
        </span>
      ),
    },
    {
      id: 'event',
      title: 'Event',
      width: 'minmax(220px, 2fr)',
      narrow: true,
      render: ({ name, type, path, reason, status }) => (
        <span className={status === 'rejected' ? styles.rejected : undefined}>
          <b>
            <Text value={name} />
          </b>{' '}
          <span className={styles.more}>
            {reason === null ? (
              <Text value={path ?? (type && sentence(type))} fallback="" />
            ) : (
              <Text value={reason} />
            )}
          </span>
        </span>
      ),
    },
    {
      id: 'who',
      title: 'Whose',
      width: 'minmax(140px, 1fr)',
      render: ({ who, customer, status }) => (
        <span className={styles.more}>
          <Text value={who ?? customer} fallback={status === 'rejected' ? '–' : 'A visitor'} />
          {who !== null && customer !== null && customer !== who && (
            <>
              {' · '}
              <Text value={customer} />
            </>
          )}
        </span>
      ),
    },
    {
      id: 'at',
      title: 'Received',
      width: '92px',
      right: true,
      narrow: true,
      render: ({ at }) => {
        const iso = new Date(at).toISOString()
        return (
          <time dateTime={iso} title={exactTime(iso, zone)}>
            {clockTime(at, zone)}
          </time>
        )
      },
    },
  ]
}
