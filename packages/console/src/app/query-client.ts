import { AuthenticationError } from '@customer-intel/node-sdk'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { behindSince } from './staleness.ts'
import { sessionKey } from './session.ts'

/** Answers that were fetched, by what was asked. The SDK repeats what may be repeated. */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeEnd }),
  mutationCache: new MutationCache({ onError: noticeEnd }),
  defaultOptions: {
    queries: {
      retry: false,
      staleTime: 15_000,
      gcTime: 300_000,
      refetchInterval: ({ state }) => (behindSince(state.data) === null ? false : 2_000),
    },
    mutations: { retry: false },
  },
})

/** An answer that says that the session is over makes the page ask who is signed in. */
function noticeEnd(error: Error): void {
  if (error instanceof AuthenticationError) void queryClient.invalidateQueries({ queryKey: sessionKey })
}
