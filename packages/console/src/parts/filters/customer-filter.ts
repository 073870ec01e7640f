import { useQuery } from '@tanstack/react-query'
import { client } from '../../app/client.ts'
import type { Filter } from './filter.ts'

/** What a customer is called; its id while that is asked for. */
export function useCustomerName(id: string | undefined): string | undefined {
  const { data } = useQuery({
    queryKey: ['customer-name', id],
    enabled: id !== undefined,
    staleTime: 300_000,
    queryFn: async ({ signal }) => {
      const { customer } = await client.tools.getCustomer({ customer: id ?? '' }, { signal })
      return customer.name ?? customer.domain ?? null
    },
  })
  return data ?? id
}

/** A filter by customer: an id in the address, its name in the chip. */
export function useCustomerFilter(id: string | undefined): Filter {
  const name = useCustomerName(id)
  const options = id === undefined ? [] : [{ value: id, title: name ?? id }]
  return { id: 'customer', title: 'Customer', kind: 'text', options, hint: 'Its name, domain or id' }
}

/** The id of the customer that somebody means; what nobody has stays as it is, and finds nothing. */
export async function findCustomerId(text: string): Promise<string> {
  const { items } = await client.tools.listCustomers({ search: text, limit: 5 })
  return items.find(({ id }) => id === text)?.id ?? items[0]?.id ?? text
}
