import type { Session } from '@customer-intel/node-sdk'
import { useQuery } from '@tanstack/react-query'
import { client } from './client.ts'

export const sessionKey = ['session'] as const

/** Who is signed in, what they may do, and the ways to sign in. */
export const sessionQuery = {
  queryKey: sessionKey,
  staleTime: 60_000,
  refetchOnWindowFocus: 'always' as const,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Session> =>
    await client.session.get({ signal }),
}

/** Whether the person may do what a grant allows. Unknown while nobody is signed in: no. */
export function useMay(grant: string): boolean {
  const { data } = useQuery(sessionQuery)
  return data?.grants.some((one) => one === grant) ?? false
}
