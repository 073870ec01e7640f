import { randomBytes } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createFile, makeFolder, removeDrafts, replaceFile } from '../durable-files.ts'
import { keyBytes, parseSecretKeys, type SecretKeys } from './secret-keys.ts'

/**
 * The keys of a key file, mode 0600, created on first use. Rejects, with the remedy, when other users may read it or it
 * contains no keys.
 */
export async function readKeyFile(path: string): Promise<SecretKeys> {
  const text = await readFile(path, 'utf8').catch(async (error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return makeKeyFile(path)
  })
  const { mode } = await stat(path)
  if ((mode & 0o077) !== 0)
    throw new Error(`${path} can be read by others: chmod 600 it, then svc-server secrets rotate`)
  const keys = parseSecretKeys(text)
  if (keys === null) throw new Error(`${path} holds no keys: put back the one that was there`)
  return keys
}

/** Adds a new key before the existing ones. */
export async function addKeyToFile(path: string): Promise<void> {
  await writeKeys(path, [randomBytes(keyBytes), ...(await readKeyFile(path))])
}

/** Removes all keys except the first ones. A running server may still encrypt with the second one for a moment. */
export async function keepKeysOfFile(path: string, count: number): Promise<void> {
  await writeKeys(path, (await readKeyFile(path)).slice(0, count))
}

async function writeKeys(path: string, keys: SecretKeys): Promise<void> {
  const lines = keys.map((key) => `${Buffer.from(key).toString('base64')}\n`)
  // A kill while the file was made can leave a copy of its key.
  await removeDrafts(path)
  await replaceFile(path, lines.join(''))
}

/** If several processes create it at once, all use the first one. */
async function makeKeyFile(path: string): Promise<string> {
  await makeFolder(dirname(path), { sync: false })
  const text = `${randomBytes(keyBytes).toString('base64')}\n`
  return (await createFile(path, text)) ? text : readFile(path, 'utf8')
}
