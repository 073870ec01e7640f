import type { SecretBox } from '../kernel/secrets/secret-box.ts'
import type { Credentials } from './provider.ts'

/** Each value separately. Rejects with AppError `CONFLICT` when no key is configured. */
export function sealCredentials(
  credentials: Credentials,
  secrets: SecretBox,
  place: string,
): Promise<Record<string, string>> {
  return mapValues(credentials, (value) => secrets.seal(value, place))
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
