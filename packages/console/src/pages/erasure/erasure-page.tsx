import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { client } from '../../app/client.ts'
import { Button } from '../../parts/button.tsx'
import { Chip } from '../../parts/chip.tsx'
import { Definitions } from '../../parts/definitions.tsx'
import { download } from '../../parts/download.ts'
import { formatNumber } from '../../parts/format-number.ts'
import { QueryView } from '../../parts/query-view.tsx'
import { Time } from '../../parts/time.tsx'
import { Head } from '../../shell/head.tsx'
import styles from './erasure.module.css'

/** How far an erasure is, and its receipt: what was forgotten, and nothing of whom. */
export function ErasurePage() {
  const { id } = useParams({ from: '/erasures/$id' })
  const query = useQuery({
    queryKey: ['erasure', id],
    queryFn: async ({ signal }) => await client.people.getErasure(id, { signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'DONE' ? false : 1_000),
  })
  return (
    <>
      <Head
        title="Receipt of an erasure"
        crumb={<Link to="/people">People</Link>}
        dataAt={query.dataUpdatedAt}
      />
      <QueryView query={query}>
        {({ status, requestedAt, receipt }) => (
          <div className={styles.page}>
            <p role="status">
              {status === 'DONE' ? <Chip tone="good">Done</Chip> : <Chip tone="accent">Under way</Chip>}
              {status === 'FAILED' && ' It did not get through yet, and is tried again by itself.'}
            </p>
            <Definitions
              items={[
                ['Erasure', <code key="id">{id}</code>],
                ['Asked for', <Time key="at" at={requestedAt} />],
                ['Completed', receipt ? <Time key="done" at={receipt.completedAt} /> : undefined],
                ['Asked by', receipt ? <code key="by">{receipt.requestedBy}</code> : undefined],
                ['Events', receipt ? formatNumber(receipt.events) : undefined],
                ['Sources', receipt ? formatNumber(receipt.sources) : undefined],
                ['Records', receipt ? formatNumber(receipt.records) : undefined],
                [
                  'Masked',
                  receipt ? `${formatNumber(receipt.masked)} of others that named the person` : undefined,
                ],
                ['Log', receipt ? `${formatNumber(receipt.segments)} segments were rewritten` : undefined],
                [
                  'Servers',
                  receipt
                    ? `${formatNumber(receipt.nodes)} rebuilt their read models, ${formatNumber(receipt.away)} do before they answer again`
                    : undefined,
                ],
              ]}
            />
            {receipt && (
              <p>
                <Button
                  onClick={() =>
                    download(`erasure-${id}.json`, 'application/json', [
                      JSON.stringify({ id, requestedAt, receipt }, null, 2),
                    ])
                  }
                >
                  Keep the receipt as a file
                </Button>
              </p>
            )}
          </div>
        )}
      </QueryView>
    </>
  )
}
