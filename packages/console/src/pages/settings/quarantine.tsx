import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { client } from '../../app/client.ts'
import { useMay } from '../../app/session.ts'
import { Button } from '../../parts/button.tsx'
import { formatNumber } from '../../parts/format-number.ts'
import { QueryView } from '../../parts/query-view.tsx'
import { Failed } from '../../parts/states/failed.tsx'
import { Notice } from '../../parts/states/notice.tsx'
import { Table } from '../../parts/table.tsx'
import { Text } from '../../parts/text.tsx'
import { Time } from '../../parts/time.tsx'
import { counted } from '../../parts/words.ts'
import page from '../../parts/page.module.css'
import styles from './settings.module.css'

/** What was accepted, is safe in the log, and is in no answer. */
export function Quarantine() {
  const may = useMay('workspace_settings:manage')
  const queryClient = useQueryClient()
  const query = useQuery({
    queryKey: ['quarantine'],
    queryFn: async ({ signal }) => await client.settings.listQuarantine({ signal }),
  })
  const retry = useMutation({
    mutationFn: async () => await client.settings.retryQuarantine(),
    onSuccess: async () => await queryClient.invalidateQueries({ queryKey: ['quarantine'] }),
  })
  return (
    <div className={page.page}>
      <QueryView query={query}>
        {({ items, total }) =>
          items.length === 0 ? (
            <Notice title="Nothing is quarantined">
              <p>All that was accepted is in answers.</p>
            </Notice>
          ) : (
            <>
              <div className={styles.actions}>
                <span>{counted(total, 'event or record', 'events and records')} can’t be applied.</span>
                <Button disabled={!may || retry.isPending} onClick={() => retry.mutate()}>
                  Try again
                </Button>
              </div>
              <Table
                label="Quarantined"
                rows={items}
                keyOf={({ position, index }) => `${position} ${index}`}
                columns={[
                  { title: 'Found', render: ({ at }) => <Time at={at} /> },
                  { title: 'What', render: ({ name }) => <Text value={name} fallback="A whole batch" /> },
                  { title: 'Why', render: ({ reason }) => <Text value={reason} /> },
                  {
                    title: 'In the log',
                    right: true,
                    wide: true,
                    render: ({ position }) => formatNumber(position),
                  },
                ]}
              />
            </>
          )
        }
      </QueryView>
      {retry.data !== undefined && (
        <p role="status">
          {counted(retry.data.retried, 'is', 'are')} tried again in the background. Answers go on meanwhile.
        </p>
      )}
      {retry.error && <Failed error={retry.error} />}
    </div>
  )
}
