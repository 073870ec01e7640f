import type { ProviderId } from '@customer-intel/contract'
import { sealedPlace } from '../../kernel/secrets/reseal-documents.ts'
import type { Services } from '../../kernel/operations/services.ts'
import type { Workspace } from '../../kernel/workspace/workspace.ts'
import { type Connection, connectionsDocument, connectionsOf } from '../connections.ts'
import { openCredentials } from '../sealed-credentials.ts'
import { findApplication, type OAuthProvider, placed } from './token-endpoint.ts'
import { reasonOf } from '../../kernel/reason-of.ts'

/** The caller waits for this. */
const timeoutMs = 5_000

/**
 * Revokes our access at a provider that was disconnected, if possible. A failure is logged: the tokens are deleted here
 * in any case.
 */
export async function revokeAccess(
  workspace: Workspace,
  provider: OAuthProvider,
  connection: Connection,
  {
    secrets,
    integrations,
    outgoing,
    logger,
  }: Pick<Services, 'secrets' | 'integrations' | 'outgoing' | 'logger'>,
): Promise<void> {
  const { auth } = provider
  if (auth.revoke === undefined) return
  const application = findApplication(provider, { integrations })
  if (application === null) {
    logger.warn(`Access to ${provider.name} could not be revoked: its application is not set any more`)
    return
  }
  const { baseUrl, clientId } = application
  const connections = await connectionsOf(workspace).read()
  const isShared = (id: ProviderId) =>
    connections[id] !== undefined && integrations.providers[id]?.clientId === clientId
  if (auth.endsWith?.some(isShared) === true) return
  try {
    const place = sealedPlace(workspace.organization.id, connectionsDocument)
    const credentials = await openCredentials(connection.credentials, secrets, place)
    const { method, url, headers = {}, form } = auth.revoke(credentials, application)
    const address = placed(url, baseUrl)
    const { status } = await outgoing.request(address, {
      method,
      headers: {
        ...headers,
        ...(form !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(form !== undefined && { body: new URLSearchParams(form).toString() }),
      origins: [new URL(address).origin],
      allowPrivateAddresses: baseUrl !== null || integrations.allowPrivateAddresses,
      timeoutMs,
      ignoresBody: true,
      maxRedirects: 0,
    })
    if (status >= 300) logger.warn(`${provider.name} answered ${status} when its access was revoked`)
  } catch (error) {
    const reason = reasonOf(error)
    logger.warn(`Access to ${provider.name} could not be revoked: ${reason}`)
  }
}
