import type { User } from '@customer-intel/node-sdk'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { client } from '../../app/client.ts'
import { Chip } from '../../parts/chip.tsx'
import { More } from '../../parts/more.tsx'
import { QueryView } from '../../parts/query-view.tsx'
import { Table, type TableColumn } from '../../parts/table.tsx'
import { Text } from '../../parts/text.tsx'
import { Time } from '../../parts/time.tsx'
import { sentence } from '../../parts/words.ts'

const columns: readonly TableColumn<User>[] = [
  {
    title: 'Person',
    render: ({ id, name, email }) => (
      <Link to="/people/$id" params={{ id }}>
        <b>
          <Text value={name ?? email} fallback="Not identified" />
        </b>
      </Link>
    ),
  },
  { title: 'E-mail', wide: true, render: ({ email }) => <Text value={email} /> },
  { title: 'Journey', render: ({ journeyStage }) => <Chip>{sentence(journeyStage)}</Chip> },
  { title: 'Used', right: true, render: ({ lastProductActivityAt }) => <Time at={lastProductActivityAt} /> },
  { title: 'Contact', right: true, wide: true, render: ({ lastContactAt }) => <Time at={lastContactAt} /> },
]

/** The people of a customer. */
export function CustomerPeople({ customerId }: { customerId: string }) {
  const query = useInfiniteQuery({
    queryKey: ['people', 'of', customerId],
    queryFn: async ({ pageParam, signal }) =>
      await client.tools.listUsers({ customerId, limit: 200, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ pagination }) => pagination.nextCursor ?? undefined,
  })
  return (
    <QueryView query={query}>
      {({ pages }) => (
        <>
          <Table
            label="People"
            columns={columns}
            rows={pages.flatMap(({ items }) => items)}
            keyOf={({ id }) => id}
          />
          <More query={query} />
        </>
      )}
    </QueryView>
  )
}
