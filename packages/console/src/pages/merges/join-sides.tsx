import { useQuery } from '@tanstack/react-query'
import { ask } from '../../app/ask.ts'
import { formatMoney, formatNumber } from '../../parts/format-number.ts'
import { QueryView } from '../../parts/query-view.tsx'
import { Time } from '../../parts/time.tsx'
import { sentence } from '../../parts/words.ts'
import { type SideRow, Sides } from './sides.tsx'

interface Side {
  id: string
  name: string | null
  domain: string | null
  external_customer_id: string | null
  billing_status: string
  plan: string | null
  mrr_cents: number | null
  currency: string | null
  owner_email: string | null
  first_seen_at: string
  people: number
}

const rows: readonly SideRow<Side>[] = [
  { title: 'Name', read: ({ name }) => name },
  { title: 'Domain', read: ({ domain }) => domain },
  { title: 'Your id', read: ({ external_customer_id: id }) => id },
  { title: 'Billing', read: ({ billing_status: status }) => sentence(status) },
  { title: 'Plan', read: ({ plan }) => plan },
  {
    title: 'MRR',
    read: ({ mrr_cents: cents, currency }) => (cents === null ? null : formatMoney(cents, currency)),
  },
  { title: 'Owner', read: ({ owner_email: owner }) => owner },
  { title: 'People', read: ({ people }) => formatNumber(people) },
  {
    title: 'First seen',
    read: ({ first_seen_at: at }) => at,
    show: ({ first_seen_at: at }) => <Time at={at} />,
  },
]

const sql = `select customer_id as id, name, domain, external_customer_id, billing_status, plan, mrr_cents, currency,
  owner_email, first_seen_at, (select count(*) from users u where u.customer_id = c.customer_id) as people
from customers c where customer_id in ($1, $2)`

/** Customers side by side, the same rows aligned, what differs marked: the last one stays. */
export function JoinSides({ ids }: { ids: readonly string[] }) {
  const query = useQuery({
    queryKey: ['join', ids],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const { rows: found } = await ask<Side>(sql, [ids[0] ?? '', ids[1] ?? ''], { signal })
      return ids.flatMap((id) => found.find((side) => side.id === id) ?? [])
    },
  })
  return (
    <QueryView query={query} rows={6}>
      {(sides) =>
        sides.length < ids.length ? (
          <p role="alert">One of them is no customer here: it may have been made one with another already.</p>
        ) : (
          <Sides
            sides={sides}
            titles={sides.length === 1 ? ['The one'] : ['Becomes part of the other', 'Stays']}
            rows={rows}
          />
        )
      }
    </QueryView>
  )
}
