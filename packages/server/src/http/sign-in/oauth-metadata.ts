import { grants, readOnlyGrants } from '@customer-intel/contract'

export const resourcePath = '/mcp'
const resourceMetadataRoot = '/.well-known/oauth-protected-resource'
export const resourceMetadataPath = `${resourceMetadataRoot}${resourcePath}`
export const oauthPaths = {
  authorize: '/oauth/authorize',
  token: '/oauth/token',
  register: '/oauth/register',
  revoke: '/oauth/revoke',
} as const

/** Metadata that a program reads before it signs in, by path. `address`: the server's address for the program. */
export const oauthMetadata: Record<string, (address: string) => object> = {
  [resourceMetadataRoot]: protectedResource,
  [resourceMetadataPath]: protectedResource,
  '/.well-known/oauth-authorization-server': authorizationServer,
}

/** RFC 9728. */
function protectedResource(address: string): object {
  return {
    resource: address + resourcePath,
    resource_name: 'Customer Intel',
    authorization_servers: [address],
    bearer_methods_supported: ['header'],
    // Default scopes of a program: read-only.
    scopes_supported: readOnlyGrants,
  }
}

/** RFC 8414. */
function authorizationServer(address: string): object {
  return {
    issuer: address,
    authorization_endpoint: address + oauthPaths.authorize,
    token_endpoint: address + oauthPaths.token,
    registration_endpoint: address + oauthPaths.register,
    revocation_endpoint: address + oauthPaths.revoke,
    scopes_supported: grants,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  }
}
