import { CliError } from '../errors.ts'
import { messageOf } from '../message-of.ts'

/** The operating system's store for secrets: Keychain, Credential Manager, Secret Service. */
export interface Keyring {
  /** Null when there is none for this account. */
  read(account: string): Promise<string | null>
  write(account: string, secret: string): Promise<void>
  /** Does nothing when there is none. */
  remove(account: string): Promise<void>
}

const service = 'Customer Intel svc'
/** Not installed with svc: it is a binary of megabytes that few need. */
const library = '@napi-rs/keyring'

/** Rejects with `keyring_error`: it isn't installed. Each method does when the system has none, or it stays locked. */
export async function openKeyring(): Promise<Keyring> {
  const { AsyncEntry } = await import('@napi-rs/keyring').catch((cause: unknown) => {
    throw failure(`The keyring needs ${library}: npm install --global ${library}`, cause)
  })
  const attempt = async <T>(account: string, use: (entry: InstanceType<typeof AsyncEntry>) => Promise<T>) => {
    try {
      // Where there is no Secret Service the kernel's keyring would take it, and forget it at the next start.
      return await use(new AsyncEntry(service, account, { linux: { store: 'secret-service' } }))
    } catch (cause) {
      const reason = messageOf(cause)
      throw failure(`The keyring can't be used (${reason}): unlock it, or log in without --keyring`, cause)
    }
  }
  return {
    read: (account) => attempt(account, async (entry) => (await entry.getPassword()) ?? null),
    write: (account, secret) => attempt(account, (entry) => entry.setPassword(secret)),
    remove: async (account) => void (await attempt(account, (entry) => entry.deletePassword())),
  }
}

function failure(message: string, cause: unknown): CliError {
  return new CliError('keyring_error', message, { cause })
}
