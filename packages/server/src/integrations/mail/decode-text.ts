import { getBOMEncoding, normalizeEncoding, TextDecoder } from '@exodus/bytes/encoding.js'

/** What is known of how a text is encoded. */
export interface TextOrigin {
  /** As its header says, such as `iso-8859-1`. */
  charset?: string | null
  isHtml?: boolean
  /** Of other parts of the same mail: for a text that doesn't say. */
  otherCharset?: string | null
}

/**
 * Decodes a text by the WHATWG's labels and tables. Node.js's own decoder differs from them in windows-1252, Big5 and
 * others. UTF-7, which hides markup from filters, isn't decoded.
 */
export function decodeText(bytes: Uint8Array, { charset, isHtml = false, otherCharset }: TextOrigin): string {
  const encoding =
    encodingOf(charset) ??
    (isHtml ? encodingOfHtml(bytes) : null) ??
    encodingOf(otherCharset) ??
    'windows-1252'
  return new TextDecoder(getBOMEncoding(bytes) ?? evidentEncoding(bytes, encoding)).decode(bytes)
}

/** The encoding by its name or one that mail programs use for it; null: unknown. */
export function encodingOf(charset: string | null | undefined): string | null {
  const label =
    charset
      ?.trim()
      .toLowerCase()
      .replace(/^["']|["']$/g, '') ?? ''
  const page = /^(?:cp|win|windows|ms|ibm|x-cp|x-ms-cp)[-_]?(\d+)$/.exec(label)?.[1]
  const names = [
    label,
    label.replaceAll(/[_\s]/g, '-'),
    label.replaceAll(/[-_\s]/g, ''),
    label.replace(/^(?:x-|cs)/, ''),
  ]
  if (page !== undefined) names.push(codePages[page] ?? `windows-${page}`)
  for (const name of names) {
    const encoding = normalizeEncoding(name)
    // Encodings that the WHATWG bans are of no use as a name for other bytes either.
    if (encoding !== null && encoding !== 'replacement') return encoding
  }
  return null
}

const codePages: Readonly<Record<string, string>> = {
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  54936: 'gb18030',
  65001: 'utf-8',
}

/** As a `<meta>` at its start says. What says UTF-16 there can't be in it. */
function encodingOfHtml(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.subarray(0, 4_096)).toString('latin1')
  for (const [tag] of start.matchAll(/<meta\s[^<>]*>|<\?xml\s[^<>]*>/gi)) {
    const charset = /(?:charset|encoding)\s*=\s*["']?\s*([^\s"'/>;]+)/i.exec(tag)?.[1]
    const encoding = encodingOf(charset)
    if (encoding !== null) return encoding.startsWith('utf-16') ? 'utf-8' : encoding
  }
  return null
}

/** What the bytes show is surer than what their header says: services convert texts and keep their headers. */
function evidentEncoding(bytes: Uint8Array, encoding: string): string {
  if (bytes.includes(0)) return encoding.startsWith('utf-16') ? encoding : (utf16Of(bytes) ?? encoding)
  const is7Bit = !bytes.some((byte) => byte > 0x7f)
  if (is7Bit && hasJapaneseEscape(bytes)) return 'iso-2022-jp'
  if (is7Bit && encoding === 'iso-2022-jp') return encoding
  // Bytes of another encoding are practically never valid UTF-8.
  return isUtf8(bytes) ? 'utf-8' : encoding
}

/** UTF-16 without a mark, by where the zero bytes of Latin letters are. */
function utf16Of(bytes: Uint8Array): string | null {
  const zeros = [0, 0]
  const size = Math.min(bytes.length, 1_000)
  for (let i = 0; i < size; i++) if (bytes[i] === 0) zeros[i % 2]!++
  if (zeros[1]! > size / 5 && zeros[0] === 0) return 'utf-16le'
  return zeros[0]! > size / 5 && zeros[1] === 0 ? 'utf-16be' : null
}

function hasJapaneseEscape(bytes: Uint8Array): boolean {
  const buffer = Buffer.from(bytes)
  return ['\u001B$@', '\u001B$B', '\u001B(I', '\u001B(J'].some((escape) => buffer.includes(escape))
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}
