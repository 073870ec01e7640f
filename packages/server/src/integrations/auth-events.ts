import { timeOf } from './fields.ts'
import type { AuthEventInput } from './provider.ts'

/** The sign-up and the last sign-in of a user, from the provider's times; what isn't a time is skipped. */
export function authEvents(
  userId: string,
  { signedUpAt, lastSignInAt }: { signedUpAt: unknown; lastSignInAt: unknown },
): AuthEventInput[] {
  const at = (action: AuthEventInput['action'], value: unknown): AuthEventInput[] => {
    const occurredAt = timeOf(value)
    return occurredAt === null ? [] : [{ kind: 'authEvent', userId, action, occurredAt }]
  }
  return [...at('SIGNED_UP', signedUpAt), ...at('SIGNED_IN', lastSignInAt)]
}
