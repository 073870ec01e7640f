import { useQuery } from '@tanstack/react-query'
import { client } from './client.ts'
import { useMay } from './session.ts'

export const workspaceSettingsQuery = {
  queryKey: ['settings'],
  staleTime: 300_000,
  queryFn: async ({ signal }: { signal: AbortSignal }) => (await client.settings.get({ signal })).settings,
}

function useWorkspaceSettings() {
  const enabled = useMay('agents:read')
  return useQuery({ ...workspaceSettingsQuery, enabled }).data
}

/** The workspace's time zone, in which every page tells its times and days. */
export function useZone(): string {
  return useWorkspaceSettings()?.defaultTimezone ?? 'UTC'
}

/** Lists the currencies of amounts as reports have them: the workspace's first, then by how much is in each. */
export function useCurrencyOrder() {
  const first = useWorkspaceSettings()?.reportCurrency
  return <Row extends { currency?: string | null }>(
    rows: readonly Row[],
    amountOf: (row: Row) => number | null,
  ): string[] => {
    const amounts = new Map<string, number>()
    for (const row of rows) {
      const currency = row.currency ?? ''
      amounts.set(currency, (amounts.get(currency) ?? 0) + (amountOf(row) ?? 0))
    }
    const place = (currency: string) =>
      currency === first ? Number.POSITIVE_INFINITY : amounts.get(currency)!
    return [...amounts.keys()].toSorted(
      (left, right) => place(right) - place(left) || (left < right ? -1 : 1),
    )
  }
}
