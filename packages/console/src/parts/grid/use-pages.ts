import { type QueryKey, hashKey, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'

/** A page of a list, as the server answers. */
export interface ListPage<Row> {
  items: Row[]
  pagination: { nextCursor: string | null; total: number }
}

/** A list's rows, fetched page by page as the eye goes on. */
export function usePages<Row>(
  queryKey: QueryKey,
  fetchPage: (cursor: string | undefined, signal: AbortSignal) => PromiseLike<ListPage<Row>>,
) {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: async ({ pageParam, signal }) => await fetchPage(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ pagination }) => pagination.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    // A list is a reading of one moment: its pages aren't fetched anew under the eye.
    refetchOnWindowFocus: false,
  })
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  const rows = useMemo(() => data?.pages.flatMap((page) => page.items) ?? [], [data])
  const onMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage])
  // `view` names the list with its filters and its order.
  return { view: hashKey(queryKey), query, rows, total: data?.pages[0]?.pagination.total, onMore }
}
