import { useQuery } from '@tanstack/react-query'
import { client } from '../../app/client.ts'

/** All automations in use. */
export function useAutomations() {
  return useQuery({
    queryKey: ['automations'],
    queryFn: async ({ signal }) => (await client.automations.list({ signal })).automations,
  })
}
