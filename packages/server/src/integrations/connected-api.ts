import { sealedPlace } from '../kernel/secrets/reseal-documents.ts'
import type { Services } from '../kernel/operations/services.ts'
import type { Workspace } from '../kernel/workspace/workspace.ts'
import { type Connection, connectionsDocument } from './connections.ts'
import { type CredentialSource, fixedCredentials } from './credential-source.ts'
import { renewedCredentials } from './oauth/renewed-credentials.ts'
import { isOAuthProvider } from './oauth/token-endpoint.ts'
import type { Provider, ProviderApi } from './provider.ts'
import { openProviderApi, type ProviderApiOptions } from './provider-api.ts'
import { openCredentials } from './sealed-credentials.ts'

type ConnectedServices = Pick<Services, 'clock' | 'outgoing' | 'secrets' | 'integrations'>

/** The API of a connected provider, with the connection's credentials, which are renewed when they end. */
export async function openConnectedApi(
  workspace: Workspace,
  provider: Provider,
  connection: Connection,
  services: ConnectedServices,
  options: Pick<ProviderApiOptions, 'signal' | 'counts' | 'maxWaitMs'>,
): Promise<ProviderApi> {
  const { clock, outgoing, secrets, integrations } = services
  let credentials: CredentialSource
  if (isOAuthProvider(provider))
    credentials = renewedCredentials(workspace, provider, connection, services, options.signal)
  else {
    const place = sealedPlace(workspace.organization.id, connectionsDocument)
    credentials = fixedCredentials(await openCredentials(connection.credentials, secrets, place))
  }
  return openProviderApi(provider, {
    ...options,
    credentials,
    outgoing,
    clock,
    baseUrl: integrations.providers[provider.id]?.baseUrl ?? null,
    allowPrivateAddresses: integrations.allowPrivateAddresses,
  })
}
