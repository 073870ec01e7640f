import { AppError } from '../kernel/errors.ts'

/**
 * A body in UTF-8: as it is, or decoded as the `charset` of its Content-Type says. Throws AppError
 * `UNSUPPORTED_MEDIA_TYPE` for one that nobody knows.
 */
export function toUtf8(body: Buffer, contentType: string | null): Buffer {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType ?? '')?.[1]?.toLowerCase()
  if (charset === undefined || charset === 'utf-8' || charset === 'utf8' || charset === 'us-ascii')
    return body
  try {
    return Buffer.from(new TextDecoder(charset).decode(body))
  } catch (cause) {
    const message = 'The charset in Content-Type is not known: send the JSON in UTF-8'
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', message, { cause })
  }
}
