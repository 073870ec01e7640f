import { join, resolve } from 'node:path'
import type { Config } from '../app/config.ts'
import { AppError } from '../kernel/errors.ts'
import { addKeyToFile, keepKeysOfFile, readKeyFile } from '../kernel/secrets/key-file.ts'
import { resealDocuments } from '../kernel/secrets/reseal-documents.ts'
import { createSecretBox } from '../kernel/secrets/secret-box.ts'
import type { SecretKeys } from '../kernel/secrets/secret-keys.ts'
import { defineProgramCommand } from './command.ts'
import { withStore } from './open-store.ts'

/** Loads the configured keys: `SVC_SECRET_KEY`, else the key file of the data folder, created when needed. */
export function secretKeysOf({ secretKeys, dataDirectory, databaseUrl }: Config): () => Promise<SecretKeys> {
  return async () => {
    if (secretKeys !== null) return secretKeys
    // Other machines couldn't decrypt with a local key file.
    if (databaseUrl !== null)
      throw new AppError(
        'CONFLICT',
        'This server has no key to keep secrets with: set SVC_SECRET_KEY (openssl rand -base64 32), the same on each server',
      )
    return readKeyFile(keyFileOf(dataDirectory))
  }
}

export const rotateSecrets = defineProgramCommand({
  name: 'secrets rotate',
  summary: 'Encrypt stored credentials with a new key',
  details:
    'With a key file: makes a new key, and keeps the former one until the next rotation. With SVC_SECRET_KEY: put the\n' +
    'new key before the old one, separated by a comma, restart the server, then run this; the old one may go afterwards.',
  async run(config) {
    const hasKeyFile = config.secretKeys === null && config.databaseUrl === null
    const keyFile = keyFileOf(config.dataDirectory)
    if (hasKeyFile) await addKeyToFile(keyFile)
    const box = createSecretBox(secretKeysOf(config))
    const resealed = await withStore(config, async (store) => {
      let total = 0
      for (const organizationId of await store.listOrganizations()) {
        const { documents } = store.organization(organizationId)
        total += await resealDocuments(documents, { organizationId, box })
      }
      return total
    })
    if (hasKeyFile) await keepKeysOfFile(keyFile, 2)
    console.log(`${resealed} secret${resealed === 1 ? '' : 's'} encrypted with the new key.`)
    return 0
  },
})

function keyFileOf(dataDirectory: string): string {
  return join(resolve(dataDirectory), 'secret.key')
}
