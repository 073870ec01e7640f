import { useQuery } from '@tanstack/react-query'
import { client } from '../../app/client.ts'
import { useMay } from '../../app/session.ts'
import type { Option } from '../../parts/filters/filter.ts'

const none: Option[] = []

/** The members who may own customers, to choose from. */
export function useOwners(): Option[] {
  const may = useMay('workspace_members:read')
  const { data } = useQuery({
    queryKey: ['members'],
    enabled: may,
    staleTime: 300_000,
    queryFn: async ({ signal }) => {
      const { items } = await client.tools.listWorkspaceUsers(
        { limit: 1_000, orderBy: 'name', orderDirection: 'asc' },
        { signal },
      )
      return items.map(({ id, name }) => ({ value: id, title: name }))
    },
  })
  return data ?? none
}
