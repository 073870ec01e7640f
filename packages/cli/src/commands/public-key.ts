import { usageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { textFlag } from './text-flag.ts'

/** The flag of every command that sends events. */
export const publicKeyFlag = textFlag('Public key; default: SVC_PUBLIC_KEY', 'key')

/** What the flag says, else the environment; undefined when neither does. */
export function findPublicKey(flags: { publicKey?: string }, io: Io): string | undefined {
  return flags.publicKey ?? io.env.SVC_PUBLIC_KEY
}

/** The same, for commands that can't do without. */
export function requirePublicKey(flags: { publicKey?: string }, io: Io): string {
  const publicKey = findPublicKey(flags, io)
  if (!publicKey)
    throw usageError('No public key: set SVC_PUBLIC_KEY, or write --public-key pk_…', 'missing_key')
  return publicKey
}
