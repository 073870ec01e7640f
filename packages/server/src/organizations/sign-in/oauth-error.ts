export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_client_metadata'
  | 'invalid_grant'
  | 'invalid_redirect_uri'
  | 'invalid_target'
  | 'unsupported_grant_type'
  | 'temporarily_unavailable'

/** An error with a code of OAuth (RFC 6749, 7591, 8707). The message is for people, and contains no secret. */
export class OAuthError extends Error {
  override readonly name = 'OAuthError'
  readonly code: OAuthErrorCode

  constructor(code: OAuthErrorCode, message: string) {
    super(message)
    this.code = code
  }
}
