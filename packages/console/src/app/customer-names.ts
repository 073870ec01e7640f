import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ask } from './ask.ts'

/** What customers are called, by their ids: one question for a whole list. */
export function useCustomerNames(ids: readonly string[]): ReadonlyMap<string, string> {
  const wanted = [...new Set(ids)].toSorted()
  const { data } = useQuery({
    queryKey: ['customer-names', wanted],
    enabled: wanted.length > 0,
    staleTime: 300_000,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const list = wanted.map((id) => `'${id.replaceAll("'", "''")}'`).join(', ')
      const { rows } = await ask<{ id: string; name: string | null }>(
        `select customer_id as id, coalesce(name, domain) as name from customers where customer_id in (${list})`,
        [],
        { signal },
      )
      return new Map(rows.flatMap(({ id, name }) => (name === null ? [] : [[id, name] as const])))
    },
  })
  return data ?? new Map()
}
