import { useQuery } from '@tanstack/react-query'
import { client } from '../../app/client.ts'
import { Chip, type Tone } from '../../parts/chip.tsx'
import { formatNumber } from '../../parts/format-number.ts'
import { QueryView } from '../../parts/query-view.tsx'
import { Table } from '../../parts/table.tsx'
import { Text } from '../../parts/text.tsx'
import { Time } from '../../parts/time.tsx'
import { sentence } from '../../parts/words.ts'

const tones: Record<string, Tone> = { SUCCESS: 'good', IDLE: 'accent', ERROR: 'bad' }
const words: Record<string, string> = { SUCCESS: 'Current', IDLE: 'Under way', ERROR: 'Failing' }

/** What is synced, each with its own state. */
export function Models({ provider, say }: { provider: string; say: (message: string) => string }) {
  const query = useQuery({
    queryKey: ['models', provider],
    queryFn: async ({ signal }) => await client.integrations.syncStatus({ provider }, { signal }),
  })
  return (
    <QueryView query={query} rows={2}>
      {({ syncs, warnings = [] }) => (
        <>
          {warnings.map((warning) => (
            <p key={warning}>
              <Text value={warning} />
            </p>
          ))}
          <Table
            label="What is synced"
            rows={syncs}
            keyOf={({ model }) => model}
            columns={[
              {
                title: 'What',
                render: ({ model }) => <b>{sentence(model.replaceAll(/(?<=[a-z])([A-Z])/g, '_$1'))}</b>,
              },
              {
                title: 'Is',
                render: ({ status }) => <Chip tone={tones[status]}>{words[status] ?? status}</Chip>,
              },
              {
                title: 'Records',
                right: true,
                render: ({ recordCount }) => formatNumber(recordCount ?? null),
              },
              {
                title: 'Last complete',
                right: true,
                render: ({ lastSyncedAt }) => <Time at={lastSyncedAt} />,
              },
              {
                title: 'Problem',
                wide: true,
                render: ({ errorMessage }) => (
                  <Text value={errorMessage === null ? null : say(errorMessage)} />
                ),
              },
            ]}
          />
        </>
      )}
    </QueryView>
  )
}
