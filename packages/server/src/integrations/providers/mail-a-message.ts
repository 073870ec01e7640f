import { cutText, isJsonObject } from '@customer-intel/contract'
import { objectsOf, textOf } from '../fields.ts'
import { isAutomatic, isBulk, listHost } from '../mail/automatic-mail.ts'
import { decodeText, encodingOf } from '../mail/decode-text.ts'
import { joinFlowed } from '../mail/flowed-text.ts'
import { charsetOfHeader, decodeHeader, parameterOf } from '../mail/header-words.ts'
import { linesOfHtml } from '../mail/html-lines.ts'
import { addressesOf, type MailAddress } from '../mail/mail-address.ts'
import { linesOfText, type MailLine } from '../mail/mail-lines.ts'
import { senderOf } from '../mail/mail-sender.ts'
import { ownWords } from '../mail/own-words.ts'
import type { Answer } from '../provider.ts'

/** The parts of a mail that people write. */
export interface Mail {
  /** Who wrote it, even if a mailing list put its own address there. */
  from: MailAddress | null
  to: MailAddress[]
  cc: MailAddress[]
  subject: string | null
  messageId: string | null
  /** What the sender wrote: without quoted mails and signature. */
  text: string
  /** Names of files. */
  attachments: string[]
  /** Sent by a machine, or to many, according to its headers. A list of one's own is how people write to a team. */
  isAutomatic: boolean
}

/**
 * Reads the MIME tree from the service, which has decoded transfer encodings but neither charsets nor encoded header
 * words. `isOwn`: whether an address, or a host, belongs to one's own people.
 */
export function readMail(payload: Answer, isOwn: (address: string) => boolean): Mail {
  const header = (name: string) => headerOf(payload, name)
  const subject = textOf(decodeHeader(header('subject') ?? ''), 1_000)
  const list = listHost(header)
  const isOwnList = list !== null && isOwn(`list@${list}`)
  const originals = ['x-original-from', 'x-google-original-from', 'x-original-sender']
  return {
    from: senderOf(
      {
        from: addressesOf(header('from'))[0] ?? null,
        originals: originals.flatMap((name) => addressesOf(header(name))),
        replyTo: addressesOf(header('reply-to')),
      },
      isOwn,
    ),
    to: addressesOf(header('to')),
    cc: addressesOf(header('cc')),
    subject,
    messageId: textOf(header('message-id'), 500),
    text: ownWords(linesOfPart(payload, charsetElsewhere(payload)), subject),
    attachments: partsOf(payload).flatMap((part) => fileNameOf(part) ?? []),
    isAutomatic: isAutomatic(header) || (isBulk(header) && !isOwnList),
  }
}

const maxHeader = 100_000
const maxDepth = 30

function headerOf(part: Answer, name: string): string | null {
  const found = objectsOf(part['headers'])?.find(({ name: key }) => String(key).toLowerCase() === name)
  return typeof found?.['value'] === 'string' ? cutText(found['value'], maxHeader) : null
}

function childrenOf(part: Answer): Answer[] {
  return objectsOf(part['parts']) ?? []
}

function partsOf(part: Answer, depth = 0): Answer[] {
  return depth > maxDepth ? [] : [part, ...childrenOf(part).flatMap((child) => partsOf(child, depth + 1))]
}

function fileNameOf(part: Answer): string | null {
  const named =
    textOf(part['filename'], 1_000) ??
    parameterOf(headerOf(part, 'content-disposition'), 'filename') ??
    parameterOf(headerOf(part, 'content-type'), 'name')
  return named === null ? null : textOf(decodeHeader(named), 300)
}

function isAttachment(part: Answer): boolean {
  return fileNameOf(part) !== null || /^\s*attachment\b/i.test(headerOf(part, 'content-disposition') ?? '')
}

/** The charset that another part, or a header, of the mail names. */
function charsetElsewhere(payload: Answer): string | null {
  const ofParts = partsOf(payload).map((part) => parameterOf(headerOf(part, 'content-type'), 'charset'))
  const ofHeaders = ['subject', 'from', 'to'].map((name) => charsetOfHeader(headerOf(payload, name)))
  return [...ofParts, ...ofHeaders].find((charset) => !['utf-8', null].includes(encodingOf(charset))) ?? null
}

/** Of alternatives the plain one, unless it is empty; of other multiparts all. Without attachments. */
function linesOfPart(part: Answer, otherCharset: string | null, depth = 0): MailLine[] {
  if (depth > maxDepth || isAttachment(part)) return []
  const type = textOf(part['mimeType'], 200)?.toLowerCase() ?? ''
  if (type === 'text/plain') return linesOfText(textOfPart(part, otherCharset))
  if (type === 'text/html') return linesOfHtml(textOfPart(part, otherCharset))
  if (!type.startsWith('multipart/')) return []
  const written = childrenOf(part)
    .map((child) => linesOfPart(child, otherCharset, depth + 1))
    .filter((lines) => lines.some(({ text }) => text.trim() !== ''))
  if (type === 'multipart/alternative') return written[0] ?? []
  return written.flatMap((lines, i) => (i === 0 ? lines : [{ text: '', quoted: false as const }, ...lines]))
}

function textOfPart(part: Answer, otherCharset: string | null): string {
  const data = isJsonObject(part['body']) ? part['body']['data'] : null
  if (typeof data !== 'string') return ''
  const type = headerOf(part, 'content-type')
  const isHtml = textOf(part['mimeType'], 200)?.toLowerCase() === 'text/html'
  const charset = parameterOf(type, 'charset')
  const text = decodeText(Buffer.from(data, 'base64url'), { charset, isHtml, otherCharset })
  const isFlowed = parameterOf(type, 'format')?.toLowerCase() === 'flowed'
  return isFlowed ? joinFlowed(text, parameterOf(type, 'delsp')?.toLowerCase() === 'yes') : text
}
