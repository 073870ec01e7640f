import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Failed } from './states/failed.tsx'
import { Skeleton } from './states/skeleton.tsx'

/** What a query answered; while there is nothing yet a skeleton, and why there is nothing. */
export function QueryView<Data>({
  query,
  rows,
  children,
}: {
  query: UseQueryResult<Data>
  rows?: number
  children: (data: Data) => ReactNode
}) {
  if (query.data !== undefined) return children(query.data)
  if (query.error) return <Failed error={query.error} onRetry={() => void query.refetch()} />
  return <Skeleton rows={rows} />
}
