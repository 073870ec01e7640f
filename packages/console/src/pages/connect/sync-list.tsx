import type { SyncRun } from '@customer-intel/node-sdk'
import { Chip, type Tone } from '../../parts/chip.tsx'
import { formatNumber } from '../../parts/format-number.ts'
import { Notice } from '../../parts/states/notice.tsx'
import { Table } from '../../parts/table.tsx'
import { Text } from '../../parts/text.tsx'
import { Time } from '../../parts/time.tsx'
import { sentence } from '../../parts/words.ts'
import styles from './connect.module.css'

const tones: Record<string, Tone> = { RUNNING: 'accent', SUCCESS: 'good', WAITING: 'warn', ERROR: 'bad' }

/** The last syncs, each with what it brought and what failed. */
export function SyncList({ runs, say }: { runs: readonly SyncRun[]; say: (message: string) => string }) {
  if (runs.length === 0)
    return (
      <Notice title="No sync yet">
        <p>The first one begins within seconds.</p>
      </Notice>
    )
  return (
    <Table
      label="Syncs"
      rows={runs}
      keyOf={({ id }) => id}
      columns={[
        { title: 'Began', render: ({ startedAt }) => <Time at={startedAt} /> },
        {
          title: 'Sync',
          render: ({ status }) => <Chip tone={tones[status]}>{sentence(status)}</Chip>,
        },
        { title: 'Took', right: true, wide: true, render: tookOf },
        { title: 'Requests', right: true, wide: true, render: ({ requests }) => formatNumber(requests) },
        { title: 'Received', right: true, wide: true, render: ({ received }) => formatNumber(received) },
        { title: 'Changed', right: true, render: ({ changed }) => formatNumber(changed) },
        { title: 'Removed', right: true, wide: true, render: ({ removed }) => formatNumber(removed) },
        {
          title: 'Quarantined',
          right: true,
          render: ({ quarantined, quarantinedObjects }) => (
            <span
              title={quarantinedObjects
                .map(({ model, id, reason }) => `${model} ${id}: ${reason}`)
                .join('\n')}
            >
              {formatNumber(quarantined)}
            </span>
          ),
        },
        {
          title: 'Problem and remedy',
          render: ({ error, remedy }) =>
            error === null ? (
              '–'
            ) : (
              <span className={styles.wrap}>
                <Text value={say(error)} /> {remedy}
              </span>
            ),
        },
      ]}
    />
  )
}

function tookOf({ startedAt, endedAt }: SyncRun): string {
  if (endedAt === null) return '–'
  const seconds = (Date.parse(endedAt) - Date.parse(startedAt)) / 1_000
  return seconds < 90 ? `${seconds.toFixed(1)} s` : `${Math.round(seconds / 60)} min`
}
