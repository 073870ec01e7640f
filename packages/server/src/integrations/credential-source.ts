import type { Credentials } from './provider.ts'

/** The credentials of requests. Rejects with ProviderProblem. */
export interface CredentialSource {
  /** The valid ones. */
  current(): Promise<Credentials>
  /** New ones in place of those that were refused; null: there are none. */
  renew(refused: Credentials): Promise<Credentials | null>
}

export function fixedCredentials(credentials: Credentials): CredentialSource {
  return { current: () => Promise.resolve(credentials), renew: () => Promise.resolve(null) }
}
