import { useQuery } from '@tanstack/react-query'
import { client } from '../../app/client.ts'
import { Definitions } from '../../parts/definitions.tsx'
import { formatNumber } from '../../parts/format-number.ts'
import { QueryView } from '../../parts/query-view.tsx'
import { Section } from '../../parts/section.tsx'
import { Table } from '../../parts/table.tsx'
import { Text } from '../../parts/text.tsx'
import { Time } from '../../parts/time.tsx'
import page from '../../parts/page.module.css'
import { Ingest } from './ingest.tsx'
import styles from './settings.module.css'

/** What the workspace may use, what it has used, and whether events come in. */
export function Usage() {
  const query = useQuery({
    queryKey: ['usage'],
    queryFn: async ({ signal }) => await client.settings.getUsage({ signal }),
  })
  return (
    <div className={page.page}>
      <Ingest />
      <QueryView query={query}>
        {({ plan, apiCalls, connectionLimit, retentionDays, logBytes, callers }) => (
          <>
            <Section title="Limits">
              <Definitions
                items={[
                  ['Plan', plan],
                  [
                    'Tool calls this month',
                    apiCalls.limit === null
                      ? `${formatNumber(apiCalls.used)}, unlimited`
                      : `${formatNumber(apiCalls.used)} of ${formatNumber(apiCalls.limit)}`,
                  ],
                  ['Counted anew', <Time key="reset" at={apiCalls.resetAt} />],
                  [
                    'Connected services',
                    connectionLimit === null ? 'Unlimited' : formatNumber(connectionLimit),
                  ],
                  [
                    'Events are kept',
                    retentionDays === null ? 'For ever' : `${formatNumber(retentionDays)} days`,
                  ],
                  ['Log on this machine', logBytes === null ? 'Stored elsewhere' : bytes(logBytes)],
                ]}
              />
            </Section>
            <p className={styles.quiet}>
              How long events are kept is said under Workspace. Limits are the operator’s:{' '}
              <code>svc-server limits set</code>. A backup is made by <code>svc-server backup</code>.
            </p>
            <Table
              label="Who asked how much"
              rows={callers}
              keyOf={({ id }) => id}
              columns={[
                {
                  title: 'Who',
                  render: ({ name, id }) => (
                    <b>
                      <Text value={name ?? id} />
                    </b>
                  ),
                },
                { title: 'Is', render: ({ kind }) => (kind === 'key' ? 'API key' : 'Person') },
                { title: 'Requests', right: true, render: ({ requests }) => formatNumber(requests) },
                { title: 'Last', right: true, render: ({ lastUsedAt }) => <Time at={lastUsedAt} /> },
              ]}
            />
          </>
        )}
      </QueryView>
    </div>
  )
}

/** `12.4 MB`. */
function bytes(count: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB']
  const power = count < 1_000 ? 0 : Math.min(Math.floor(Math.log10(count) / 3), units.length - 1)
  return `${formatNumber(Math.round((count / 1_000 ** power) * 10) / 10)} ${units[power]}`
}
