import { useQuery } from '@tanstack/react-query'
import { client } from '../../app/client.ts'

/** All destinations in use. */
export function useDestinations() {
  return useQuery({
    queryKey: ['destinations'],
    queryFn: async ({ signal }) => (await client.destinations.list({ signal })).destinations,
  })
}
