import type { Credentials } from './provider.ts'

/** Where requests get their credentials from. Rejects with ProviderProblem. */
export interface CredentialSource {
  /** Those that are good now. */
  current(): Promise<Credentials>
  /** Others in the place of those that were refused; null: there are no others. */
  renew(refused: Credentials): Promise<Credentials | null>
}

export function fixedCredentials(credentials: Credentials): CredentialSource {
  return { current: () => Promise.resolve(credentials), renew: () => Promise.resolve(null) }
}
