import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CliError } from '../errors.ts'
import { messageOf } from '../message-of.ts'

/** What a login left: in `credentials.json`, readable by its owner alone. */
export interface Credentials {
  apiKey: string
  /** The server that the key is for; absent: whichever is set. */
  baseUrl?: string
}

/** The same with the key in the keyring, under the server's address. */
interface KeptElsewhere {
  keyring: true
  baseUrl: string
}

export function credentialsPath(directory: string): string {
  return join(directory, 'credentials.json')
}

/** Null when there are none. A damaged file counts as none. Rejects with `keyring_error`. */
export async function readCredentials(directory: string): Promise<Credentials | null> {
  const kept = await readKept(directory)
  if (kept === null || !('keyring' in kept)) return kept
  const { openKeyring } = await import('./keyring.ts')
  const apiKey = await (await openKeyring()).read(kept.baseUrl)
  return apiKey === null ? null : { apiKey, baseUrl: kept.baseUrl }
}

/** The server of the last login; undefined when there is none. */
export async function readKeptBaseUrl(directory: string): Promise<string | undefined> {
  return (await readKept(directory))?.baseUrl
}

/** Keeps a login instead of the last one. Rejects with `write_error` or `keyring_error`. Resolves with the file's path. */
export async function writeCredentials(
  directory: string,
  { apiKey, baseUrl }: Required<Credentials>,
  { keyring = false } = {},
): Promise<string> {
  if (keyring) {
    const { openKeyring } = await import('./keyring.ts')
    await (await openKeyring()).write(baseUrl, apiKey)
    return writeKept(directory, { keyring: true, baseUrl })
  }
  await removeFromKeyring(directory)
  return writeKept(directory, { apiKey, baseUrl })
}

/** True when there were some. Rejects with `unlink_error` or `keyring_error`. */
export async function removeCredentials(directory: string): Promise<boolean> {
  const found = (await readKept(directory)) !== null
  await removeFromKeyring(directory)
  const path = credentialsPath(directory)
  await rm(path, { force: true }).catch((cause: unknown) => {
    throw new CliError('unlink_error', `${path} can't be removed: ${messageOf(cause)}`, { cause })
  })
  return found
}

async function removeFromKeyring(directory: string): Promise<void> {
  const kept = await readKept(directory)
  if (kept === null || !('keyring' in kept)) return
  const { openKeyring } = await import('./keyring.ts')
  await (await openKeyring()).remove(kept.baseUrl)
}

async function readKept(directory: string): Promise<Credentials | KeptElsewhere | null> {
  try {
    const { apiKey, baseUrl, keyring } = JSON.parse(
      await readFile(credentialsPath(directory), 'utf8'),
    ) as Partial<Credentials & { keyring: boolean }>
    if (keyring === true && typeof baseUrl === 'string') return { keyring, baseUrl }
    if (typeof apiKey !== 'string') return null
    return { apiKey, ...(typeof baseUrl === 'string' && { baseUrl }) }
  } catch {
    return null
  }
}

/** Replaces the file whole. */
async function writeKept(directory: string, kept: Credentials | KeptElsewhere): Promise<string> {
  const path = credentialsPath(directory)
  const draft = `${path}.${randomBytes(4).toString('hex')}`
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 })
    await chmod(directory, 0o700)
    await writeFile(draft, `${JSON.stringify(kept, null, 2)}\n`, { mode: 0o600 })
    await rename(draft, path)
    return path
  } catch (cause) {
    await rm(draft, { force: true }).catch(() => undefined)
    throw new CliError('write_error', `${path} can't be written: ${messageOf(cause)}`, { cause })
  }
}
