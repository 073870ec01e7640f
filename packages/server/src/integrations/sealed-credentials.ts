import { AppError } from '../kernel/errors.ts'
import type { SecretBox } from '../kernel/secrets/secret-box.ts'
import type { Credentials } from './provider.ts'
import { messageOf } from '../kernel/reason-of.ts'

/** Each value separately. Rejects with AppError `UNAVAILABLE` when no key is configured. */
export async function sealCredentials(
  credentials: Credentials,
  secrets: SecretBox,
  place: string,
): Promise<Record<string, string>> {
  try {
    return await mapValues(credentials, (value) => secrets.seal(value, place))
  } catch (error) {
    const reason = messageOf(error)
    throw new AppError('UNAVAILABLE', `Credentials can't be stored: ${reason}`, {
      cause: error,
      retryAfterSeconds: 60,
    })
  }
}

/** Rejects with AppError `UNAVAILABLE` when no key decrypts them. */
export function openCredentials(
  sealed: Readonly<Record<string, string>>,
  secrets: SecretBox,
  place: string,
): Promise<Credentials> {
  return mapValues(sealed, (value) => secrets.open(value, place))
}

async function mapValues(
  values: Readonly<Record<string, string>>,
  map: (value: string) => Promise<string>,
): Promise<Record<string, string>> {
  const mapped = Object.entries(values).map(async ([key, value]) => [key, await map(value)] as const)
  return Object.fromEntries(await Promise.all(mapped))
}
