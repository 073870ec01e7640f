import { cutText, isJsonObject } from '@customer-intel/contract'
import { addressParser, decodeWords } from 'postal-mime'
import { emailOf, objectsOf, textOf } from '../fields.ts'
import type { Answer } from '../provider.ts'
import { textOfHtml } from '../text-of-html.ts'

export interface MailAddress {
  /** In lower case; null if invalid. */
  email: string | null
  name: string | null
}

/** The parts of a mail that people write. */
export interface Mail {
  from: MailAddress | null
  to: MailAddress[]
  cc: MailAddress[]
  subject: string | null
  messageId: string | null
  /** The text, without the quoted mail at the end. */
  text: string
  /** Names of files. */
  attachments: string[]
  /** Sent by a machine or a mailing list, according to its headers (RFC 3834, RFC 2369). */
  isAutomatic: boolean
}

/**
 * Reads the MIME tree from the service, which has decoded transfer encodings but neither charsets nor encoded header
 * words.
 */
export function readMail(payload: Answer): Mail {
  const header = (name: string) => headerOf(payload, name)
  const automatic = header('auto-submitted')
  return {
    from: addressesOf(header('from'))[0] ?? null,
    to: addressesOf(header('to')),
    cc: addressesOf(header('cc')),
    subject: textOf(decodeWords(header('subject') ?? ''), 1_000),
    messageId: textOf(header('message-id'), 500),
    text: withoutQuote(textOfPart(payload)),
    attachments: partsOf(payload).flatMap((part) => textOf(part['filename'], 300) ?? []),
    isAutomatic:
      (automatic !== null && !/^no\b/i.test(automatic.trim())) ||
      header('list-unsubscribe') !== null ||
      header('list-id') !== null ||
      /^(?:bulk|list|junk)$/i.test(header('precedence')?.trim() ?? ''),
  }
}

const maxHeader = 100_000
const maxDepth = 30

function headerOf(part: Answer, name: string): string | null {
  const found = objectsOf(part['headers'])?.find(({ name: key }) => String(key).toLowerCase() === name)
  return typeof found?.['value'] === 'string' ? cutText(found['value'], maxHeader) : null
}

/** Groups are expanded. */
function addressesOf(header: string | null): MailAddress[] {
  if (header === null) return []
  return addressParser(header, { flatten: true }).flatMap(({ address, name }) => {
    const email = emailOf(address)
    return email === null && !address ? [] : [{ email, name: textOf(name, 300) }]
  })
}

function childrenOf(part: Answer): Answer[] {
  return objectsOf(part['parts']) ?? []
}

function partsOf(part: Answer, depth = 0): Answer[] {
  return depth > maxDepth ? [] : [part, ...childrenOf(part).flatMap((child) => partsOf(child, depth + 1))]
}

/** Of alternatives the plain one, unless it is empty; of other multiparts all. Without attachments. */
function textOfPart(part: Answer, depth = 0): string {
  if (depth > maxDepth || textOf(part['filename'], 1) !== null) return ''
  const type = textOf(part['mimeType'], 200)?.toLowerCase() ?? ''
  if (type === 'text/plain') return decodeBody(part)
  if (type === 'text/html') return textOfHtml(decodeBody(part))
  if (!type.startsWith('multipart/')) return ''
  const texts = childrenOf(part).map((child) => textOfPart(child, depth + 1))
  const written = texts.filter((text) => text.trim() !== '')
  return type === 'multipart/alternative' ? (written[0] ?? '') : written.join('\n\n')
}

function decodeBody(part: Answer): string {
  const data = isJsonObject(part['body']) ? part['body']['data'] : null
  if (typeof data !== 'string') return ''
  const bytes = Buffer.from(data, 'base64url')
  const charset = /charset="?([^";\s]+)/i.exec(headerOf(part, 'content-type') ?? '')?.[1] ?? 'utf-8'
  // Valid UTF-8 is practically never another charset, except 7-bit ones.
  if (!/^(?:iso-2022|utf-7|hz)/i.test(charset)) {
    const text = decode(bytes, 'utf-8', true)
    if (text !== null) return text
  }
  return decode(bytes, charset, false) ?? bytes.toString('latin1')
}

function decode(bytes: Uint8Array, charset: string, isFatal: boolean): string | null {
  try {
    return new TextDecoder(charset, { fatal: isFatal }).decode(bytes)
  } catch {
    return null
  }
}

/** Removes the quoted mail at the end, with its attribution line. Quotes in between belong to the reply. */
function withoutQuote(text: string): string {
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  let end = lines.length
  while (end > 0 && /^\s*(?:>.*)?$/.test(lines[end - 1]!)) end--
  const isQuoted = lines.slice(end).some((line) => line.trimStart().startsWith('>'))
  if (!isQuoted) return text.trim()
  // `On Monday, Jane Doe <jane@acme.example>` may be wrapped into two lines.
  for (const count of [1, 2])
    if (/^\s*\S.{0,300}:\s*$/.test(lines.slice(Math.max(end - count, 0), end).join(' '))) {
      const start = end - count
      if (/[@\d]/.test(lines.slice(Math.max(start, 0), end).join(' '))) end = Math.max(start, 0)
      break
    }
  const own = lines.slice(0, end).join('\n').trim()
  return own === '' ? text.trim() : own
}
