import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CliError } from '../errors.ts'

/** What a login left: in `credentials.json`, readable by its owner alone. */
export interface Credentials {
  apiKey: string
  /** The server that the key is for; absent: whichever is set. */
  baseUrl?: string
}

export function credentialsPath(directory: string): string {
  return join(directory, 'credentials.json')
}

/** Null when there are none. A damaged file counts as none. */
export async function readCredentials(directory: string): Promise<Credentials | null> {
  try {
    const { apiKey, baseUrl } = JSON.parse(
      await readFile(credentialsPath(directory), 'utf8'),
    ) as Partial<Credentials>
    if (typeof apiKey !== 'string') return null
    return { apiKey, ...(typeof baseUrl === 'string' && { baseUrl }) }
  } catch {
    return null
  }
}

/** Replaces the file whole. Rejects with `write_error`. */
export async function writeCredentials(directory: string, credentials: Credentials): Promise<string> {
  const path = credentialsPath(directory)
  const draft = `${path}.${randomBytes(4).toString('hex')}`
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 })
    await chmod(directory, 0o700)
    await writeFile(draft, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 })
    await rename(draft, path)
    return path
  } catch (cause) {
    await rm(draft, { force: true }).catch(() => undefined)
    throw new CliError('write_error', `${path} can't be written: ${reasonOf(cause)}`, { cause })
  }
}

/** True when there were some. Rejects with `unlink_error`. */
export async function removeCredentials(directory: string): Promise<boolean> {
  const found = (await readCredentials(directory)) !== null
  const path = credentialsPath(directory)
  await rm(path, { force: true }).catch((cause: unknown) => {
    throw new CliError('unlink_error', `${path} can't be removed: ${reasonOf(cause)}`, { cause })
  })
  return found
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}
