import type { ViewDescription } from '@customer-intel/node-sdk'
import { useQuery } from '@tanstack/react-query'
import { client } from '../../app/client.ts'

/** The views that questions read, with their columns. */
export function useSchema() {
  return useQuery({
    queryKey: ['schema'],
    staleTime: 600_000,
    queryFn: async ({ signal }): Promise<ViewDescription[]> => {
      const found = await client.tools.schema({}, { signal })
      return 'views' in found ? found.views : [found]
    },
  })
}
