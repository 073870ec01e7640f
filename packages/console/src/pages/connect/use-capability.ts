import type { IntegrationCapability } from '@customer-intel/node-sdk'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { client } from '../../app/client.ts'

/** Every provider, by what it is and how it is set up. */
export function useCapabilities(): UseQueryResult<IntegrationCapability[]> {
  return useQuery({
    queryKey: ['capabilities'],
    staleTime: 300_000,
    queryFn: async ({ signal }) => {
      const answer = await client.integrations.capabilities({}, { signal })
      return 'providers' in answer ? answer.providers : [answer.provider]
    },
  })
}

/** The service's own name. */
export function serviceName({ service, displayName }: IntegrationCapability): string {
  return service?.name ?? displayName
}
