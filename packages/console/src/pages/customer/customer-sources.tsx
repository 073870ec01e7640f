import type { Source } from '@customer-intel/node-sdk'
import { useInfiniteQuery } from '@tanstack/react-query'
import { client } from '../../app/client.ts'
import { useOverlay } from '../../overlays/use-overlay.ts'
import link from '../../parts/link.module.css'
import { More } from '../../parts/more.tsx'
import { QueryView } from '../../parts/query-view.tsx'
import { Notice } from '../../parts/states/notice.tsx'
import { Table } from '../../parts/table.tsx'
import { Text } from '../../parts/text.tsx'
import { Time } from '../../parts/time.tsx'
import { sentence } from '../../parts/words.ts'

/** Calls, mails, tickets and deals of a customer; each opens whole. */
export function CustomerSources({ customerId }: { customerId: string }) {
  const { openSource } = useOverlay()
  const query = useInfiniteQuery({
    queryKey: ['sources', customerId],
    queryFn: async ({ pageParam, signal }) =>
      await client.tools.listSources({ customer: customerId, limit: 100, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ pagination }) => pagination.nextCursor ?? undefined,
  })
  return (
    <QueryView query={query}>
      {({ pages }) => {
        const rows: Source[] = pages.flatMap(({ items }) => items)
        if (rows.length === 0)
          return (
            <Notice title="No sources yet">
              <p>Calls, mails, tickets and deals appear here once a service that has them is connected.</p>
            </Notice>
          )
        return (
          <>
            <Table
              label="Sources"
              rows={rows}
              keyOf={({ sourceType, sourceId }) => `${sourceType}:${sourceId}`}
              columns={[
                {
                  title: 'Title',
                  render: ({ sourceType, sourceId, title }) => (
                    <button
                      type="button"
                      className={link.link}
                      onClick={() => openSource(sourceType, sourceId)}
                    >
                      <Text value={title} fallback={sentence(sourceType)} />
                    </button>
                  ),
                },
                { title: 'What', render: ({ sourceType }) => sentence(sourceType) },
                {
                  title: 'With',
                  wide: true,
                  render: ({ participants }) => (
                    <Text
                      value={participants
                        .filter(({ affiliation }) => affiliation !== 'internal')
                        .map(({ name, email }) => name ?? email ?? '')
                        .join(', ')}
                    />
                  ),
                },
                { title: 'From', wide: true, render: ({ provider }) => <Text value={provider} /> },
                { title: 'When', right: true, render: ({ occurredAt }) => <Time at={occurredAt} /> },
              ]}
            />
            <More query={query} />
          </>
        )
      }}
    </QueryView>
  )
}
