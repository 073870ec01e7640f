import { useQuery } from '@tanstack/react-query'
import { ask } from '../../app/ask.ts'
import { QueryView } from '../../parts/query-view.tsx'
import { Table } from '../../parts/table.tsx'
import { MadeOne } from '../merges/made-one.tsx'
import { Text } from '../../parts/text.tsx'

interface Key {
  kind: string
  value: string
  whose: string | null
}

const sql = `select 'Customer’s id of yours' as kind, external_customer_id as value, name as whose
from customers where customer_id = $1 and external_customer_id is not null
union all select 'Domain', domain, name from customers where customer_id = $1 and domain is not null
union all select 'E-mail address', email, name from users where customer_id = $1 and email is not null
union all select 'Person’s id of yours', external_user_id, coalesce(name, email) from users
  where customer_id = $1 and external_user_id is not null`

/** By which keys events and records find this customer and its people. */
export function CustomerKeys({ customerId }: { customerId: string }) {
  const query = useQuery({
    queryKey: ['keys', customerId],
    queryFn: async ({ signal }) => (await ask<Key>(sql, [customerId], { signal, limit: 2_000 })).rows,
  })
  return (
    <>
      <MadeOne customerId={customerId} />
      <QueryView query={query}>
        {(keys) => (
          <Table
            label="Keys"
            rows={keys}
            keyOf={({ kind, value }) => `${kind} ${value}`}
            columns={[
              { title: 'Key', render: ({ kind }) => kind },
              {
                title: 'Value',
                render: ({ value }) => (
                  <code>
                    <Text value={value} />
                  </code>
                ),
              },
              { title: 'Whose', wide: true, render: ({ whose }) => <Text value={whose} /> },
            ]}
          />
        )}
      </QueryView>
    </>
  )
}
