import { useQuery } from '@tanstack/react-query'
import { client } from './client.ts'

export const sessionKey = ['session'] as const

/** Who is signed in, and what they may do. */
export interface Session {
  /** For the foot of the rail; null for a key. */
  name: string | null
  workspace: string
  grants: readonly string[]
}

export const sessionQuery = {
  queryKey: sessionKey,
  staleTime: 60_000,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Session> => {
    const { authorization, organization, createdBy } = await client.keys.validate({ signal })
    return {
      name: createdBy?.name ?? createdBy?.email ?? null,
      workspace: organization?.name ?? 'Workspace',
      grants: authorization.grants,
    }
  },
}

/** Whether the person may do what a grant allows. Unknown while nobody is signed in: no. */
export function useMay(grant: string): boolean {
  const { data } = useQuery(sessionQuery)
  return data?.grants.includes(grant) ?? false
}
