import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { AppError, isAppError } from '../errors.ts'
import { messageOf } from '../reason-of.ts'
import type { SecretKeys } from './secret-keys.ts'

/** Encrypts texts with AES-256-GCM. A text that was sealed for one place can't be opened for another. */
export interface SecretBox {
  /**
   * `place`: an organization's id and a document's name. Loads the keys each time. Rejects with AppError `CONFLICT` when
   * none is configured, and with `UNAVAILABLE` when it can't be read.
   */
  seal(text: string, place: string): Promise<string>
  /** Rejects with AppError `UNAVAILABLE` when no key decrypts it. */
  open(sealed: string, place: string): Promise<string>
  /** The same text under the first key; unchanged if it already is. */
  reseal(sealed: string, place: string): Promise<string>
}

const prefix = 'sealed:v1'
const ivBytes = 12
const tagBytes = 16

/** Whether a value of a document is a sealed text. */
export function isSealed(value: unknown): value is string {
  return typeof value === 'string' && value.startsWith(`${prefix}:`)
}

/** `loadKeys` is called each time, so that a rotation takes effect in a running server. It rejects when there is no key. */
export function createSecretBox(loadKeys: () => Promise<SecretKeys>): SecretBox {
  async function keys(): Promise<SecretKeys> {
    try {
      return await loadKeys()
    } catch (error) {
      if (isAppError(error)) throw error
      throw new AppError('UNAVAILABLE', `Secrets can't be stored or read: ${messageOf(error)}`, {
        cause: error,
        retryAfterSeconds: 60,
      })
    }
  }

  async function seal(text: string, place: string): Promise<string> {
    const [key] = await keys()
    if (key === undefined) throw new Error('There is no key to seal with')
    const iv = randomBytes(ivBytes)
    const cipher = createCipheriv('aes-256-gcm', key, iv)
    cipher.setAAD(Buffer.from(place))
    const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
    return `${prefix}:${keyId(key)}:${sealed.toString('base64url')}`
  }

  async function open(sealed: string, place: string): Promise<string> {
    const [, , id, content = ''] = sealed.split(':')
    const key = (await keys()).find((candidate) => keyId(candidate) === id)
    if (key === undefined) throw unreadable(`it was sealed with the key ${id}, which isn't here`)
    const bytes = Buffer.from(content, 'base64url')
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes))
      decipher.setAAD(Buffer.from(place))
      decipher.setAuthTag(bytes.subarray(-tagBytes))
      const text = decipher.update(bytes.subarray(ivBytes, -tagBytes))
      return Buffer.concat([text, decipher.final()]).toString('utf8')
    } catch {
      throw unreadable('it was changed, or sealed for another place')
    }
  }

  return {
    seal,
    open,
    async reseal(sealed, place) {
      const [key] = await keys()
      if (key !== undefined && sealed.startsWith(`${prefix}:${keyId(key)}:`)) return sealed
      return seal(await open(sealed, place), place)
    },
  }
}

/** Identifies a key without revealing anything of it. */
function keyId(key: Uint8Array): string {
  return createHash('sha256').update('customer-intel secret key').update(key).digest('hex').slice(0, 12)
}

function unreadable(reason: string): AppError {
  const remedy = 'Start the server with the key that it was stored with (SVC_SECRET_KEY, or the key file)'
  return new AppError('UNAVAILABLE', `A stored secret can't be read: ${reason}. ${remedy}`, {
    retryAfterSeconds: 60,
  })
}
