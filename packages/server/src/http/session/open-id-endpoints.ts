import { errorCodes, isErrorCode } from '@customer-intel/contract'
import { AppError, isAppError } from '../../kernel/errors.ts'
import { correlationIdOf } from '../../kernel/operations/correlation-id.ts'
import type { OpenId, OpenIdAttempt } from '../../organizations/members/open-id.ts'
import type { SignIn } from '../../organizations/members/sign-in.ts'
import { addressOf } from '../address-of.ts'
import type { Call, Endpoint } from '../endpoint.ts'
import { emptyReply, type Reply } from '../reply.ts'
import { tellPage } from '../sign-in/sign-in-page.ts'
import { isSecure, sessionCookie } from './session-cookie.ts'

/** Where a sign-in by the identity provider begins. */
export const openIdPath = '/sign-in/openid'
const callbackPath = `${openIdPath}/callback`
const cookieName = 'svc_openid'
const attemptSeconds = 600

/** A sign-in by the identity provider: to it, and back. The browser keeps in a cookie what belongs to its attempt. */
export function createOpenIdEndpoints(
  openId: OpenId,
  signIn: SignIn,
  { publicUrl }: { publicUrl: string | null },
): Endpoint[] {
  const redirectUri = (call: Call) => addressOf(call, publicUrl) + callbackPath

  async function begin(call: Call): Promise<Reply> {
    const workspace = await signIn.chooseWorkspace(call.query.get('organization') ?? undefined)
    if (workspace === null) throw new AppError('NOT_FOUND', 'There is no such workspace')
    const { url, attempt } = await openId.begin(workspace.organization.id, redirectUri(call))
    return redirect(url, attemptCookie(call, attempt))
  }

  async function finish(call: Call): Promise<Reply> {
    const attempt = readAttempt(call)
    if (attempt === null)
      throw new AppError('FORBIDDEN', 'This sign-in began in another browser, or more than ten minutes ago')
    const person = await openId.finish(call.query, attempt, redirectUri(call))
    const { secret } = await signIn.acceptPerson(person, attempt.organizationId, openId.settings, {
      sender: call.sender,
      correlationId: correlationIdOf(call.requestId),
    })
    return redirect(`${addressOf(call, publicUrl)}/`, sessionCookie(call, publicUrl, secret))
  }

  function attemptCookie(call: Call, attempt: OpenIdAttempt): string {
    const value = Buffer.from(JSON.stringify(attempt)).toString('base64url')
    const secure = isSecure(call, publicUrl) ? '; Secure' : ''
    return `${cookieName}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${attemptSeconds}${secure}`
  }

  const answered = (handle: (call: Call) => Promise<Reply>) => (call: Call) =>
    handle(call).catch((error: unknown) => {
      if (!isAppError(error) || !isErrorCode(error.code)) throw error
      return tellPage('Not signed in', [error.message], errorCodes[error.code].status)
    })
  return [
    { method: 'GET', path: openIdPath, handle: answered(begin) },
    { method: 'GET', path: callbackPath, handle: answered(finish) },
  ]
}

function redirect(location: string, cookie: string): Reply {
  return emptyReply(303, { location, 'set-cookie': cookie, 'cache-control': 'no-store' })
}

function readAttempt(call: Call): OpenIdAttempt | null {
  const found = (call.header('cookie') ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${cookieName}=`))
  if (found === undefined) return null
  try {
    const value: unknown = JSON.parse(Buffer.from(found.slice(cookieName.length + 1), 'base64url').toString())
    const { organizationId, state, nonce, verifier } = value as Record<string, unknown>
    const parts = [organizationId, state, nonce, verifier]
    return parts.every((part) => typeof part === 'string') ? (value as OpenIdAttempt) : null
  } catch {
    // Somebody else's cookie.
    return null
  }
}
