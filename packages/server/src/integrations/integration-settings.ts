import type { DataOnDisconnect, ProviderId } from '@customer-intel/contract'

export interface IntegrationSettings {
  /** The operator's settings of each provider. */
  providers: Partial<Record<ProviderId, ProviderSettings>>
  /** Whether addresses from the API may be in private networks. */
  allowPrivateAddresses: boolean
  /** What happens to a provider's data when it is disconnected, by default. */
  dataOnDisconnect: DataOnDisconnect
}

/** The operator's settings of a provider. */
export interface ProviderSettings {
  /** Replaces the origin of all of the provider's addresses; null: the real service. */
  baseUrl: string | null
  /** Of the OAuth application that is registered with the provider. */
  clientId: string | null
  clientSecret: string | null
}
