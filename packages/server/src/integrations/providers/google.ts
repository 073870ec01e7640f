import { isJsonObject } from '@customer-intel/contract'
import type { ErrorRule, ReadAnswer } from '../error-rules.ts'
import type { OAuthAuth } from '../provider.ts'

/** OAuth of Google's services: a refresh token is only issued if the person is asked for consent again. */
export function googleAuth(own: Pick<OAuthAuth, 'scopes' | 'account' | 'endsWith'>): OAuthAuth {
  return {
    kind: 'oauth',
    authoriseUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
    tokenUrl: 'https://oauth2.googleapis.com/token',
    pkce: true,
    parameters: { access_type: 'offline', prompt: 'consent' },
    clientAuth: 'body',
    revoke: ({ refreshToken = '', accessToken = '' }) => ({
      method: 'POST',
      url: 'https://oauth2.googleapis.com/revoke',
      form: { token: refreshToken === '' ? accessToken : refreshToken },
    }),
    ...own,
  }
}

/** 403 is used for exceeded limits as well as for missing permissions. */
export const googleErrors: readonly ErrorRule[] = [
  {
    when: (answer) => answer.status === 403 && reasonsOf(answer).some((reason) => limits.has(reason)),
    action: 'wait',
  },
  {
    when: ({ status }) => status === 403,
    action: 'permission',
    remedy:
      'enable the API in the Google Cloud project of the application, and connect again with all permissions',
  },
]

const limits = new Set(['rateLimitExceeded', 'userRateLimitExceeded', 'quotaExceeded', 'dailyLimitExceeded'])

function reasonsOf({ json }: ReadAnswer): string[] {
  const error = isJsonObject(json) && isJsonObject(json['error']) ? json['error'] : {}
  const { errors } = error
  const listed: unknown[] = Array.isArray(errors) ? errors : []
  return listed.map((one) => String(isJsonObject(one) ? one['reason'] : ''))
}
