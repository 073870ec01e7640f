import { useQuery } from '@tanstack/react-query'
import { client } from './client.ts'
import { useMay } from './session.ts'

/** The workspace's time zone, in which every page tells its times and days. */
export function useZone(): string {
  const may = useMay('workspace_settings:read')
  const { data } = useQuery({
    queryKey: ['settings'],
    staleTime: 300_000,
    enabled: may,
    queryFn: async ({ signal }) => (await client.settings.get({ signal })).settings,
  })
  return data?.defaultTimezone ?? 'UTC'
}
