import { cutText } from '@customer-intel/contract'
import { isBlank, type MailLine } from './mail-lines.ts'
import { farewells, mailDevices, mailLanguages } from './mail-words.ts'

/** The lines without the signature at their end. In doubt it stays. */
export function withoutSignature(lines: readonly MailLine[]): MailLine[] {
  let own = withoutDeviceLines(lines)
  const start = startOfSignature(own)
  if (start !== null && own.slice(0, start).some((line) => !isBlank(line))) own = own.slice(0, start)
  return withoutDeviceLines(own)
}

const maxLines = 20
const maxLineLength = 120

function startOfSignature(lines: readonly MailLine[]): number | null {
  const delimiter = lines.findLastIndex(({ text }) => /^(?:--|—{1,2}) ?$/.test(text))
  if (delimiter !== -1) {
    const below = lines.slice(delimiter + 1).filter((line) => !isBlank(line))
    // RFC 3676: `-- ` ends what was written. Without the blank it may be a rule of the author's.
    if (lines[delimiter]!.text === '-- ' || isShort(below)) return delimiter
  }
  const marked = lines.findIndex(({ inSignature }) => inSignature)
  if (marked !== -1 && isCard(lines.slice(marked))) return marked
  for (let i = lines.length - 1; i >= Math.max(0, lines.length - maxLines * 2); i--) {
    const { text } = lines[i]!
    if (/^\s*[—–_=-]{4,}\s*$/.test(text) && isCard(lines.slice(i + 1))) return i
    if (text.length > 60 || !farewells.test(text.trim())) continue
    // The name below the farewell is what the author said; a business card below it isn't.
    const name = lines.findIndex((line, at) => at > i && !isBlank(line))
    return name !== -1 && !hasContact(lines[name]!) && isCard(lines.slice(name)) ? name + 1 : null
  }
  return null
}

function isShort(lines: readonly MailLine[]): boolean {
  return (
    lines.length > 0 && lines.length <= maxLines && lines.every(({ text }) => text.length <= maxLineLength)
  )
}

/** Several short lines, of which one has a telephone number or an address, and none asks or says something. */
function isCard(lines: readonly MailLine[]): boolean {
  const written = lines.filter((line) => !isBlank(line) && !isLegal(line))
  return written.length > 1 && isShort(written) && written.some(hasContact) && !written.some(saysSomething)
}

function hasContact({ text }: MailLine): boolean {
  return /\S@\S+\.\p{L}|\bwww\.|https?:\/\/|(?:\+|\(0|\b0)\d[\d\s()/.–-]{6,}\d|\b\d{3}[-. ]\d{3}[-. ]\d{4}\b/u.test(
    cutText(text, 500),
  )
}

function saysSomething({ text }: MailLine): boolean {
  const small = text.match(/(?<!\p{L})[\p{Ll}\p{Lo}]/gu) ?? []
  return small.length >= 5 || /[?？！!]\s*$|^\s*p\.?\s?s\b/iu.test(text)
}

/** What companies put below each mail. */
function isLegal({ text }: MailLine): boolean {
  return /confidential|privileged|disclaimer|unauthori[sz]ed|intended (?:recipient|solely|only)|vertraulich|empfänger|confidenti|destinatari|vertrouwelijk|poufn|handelsregister|amtsgericht|geschäftsführ|registered (?:office|in)|consider the environment|before printing|virus/iu.test(
    cutText(text, 1_000),
  )
}

const sent = new RegExp(
  `^(?:${Object.values(mailLanguages)
    .flatMap((words) => words.sent.split('|'))
    .join(
      '|',
    )}|von|van|get|download|outlook|iphone|ipad|android|télécharge[rz]|obtener|obtén|scarica|hämta|hent|pobierz|mengirim|skickat|na)(?![\\p{L}])|(?:${Object.values(
    mailLanguages,
  )
    .flatMap((words) => words.sent.split('|'))
    .join('|')})[^\\p{L}]*$`,
  'iu',
)
/** Languages that don't part words, or put the device first. */
const sentAnywhere = /送信|发自|發自|傳送|보냄|gönderildi|ส่งจาก|נשלח|أرسلت|أُرسلت|نوشته|फ़ोन/iu

/** Without `Sent from my iPhone`, in all languages. */
function withoutDeviceLines(lines: readonly MailLine[]): MailLine[] {
  let end = lines.length
  while (end > 0 && (isBlank(lines[end - 1]!) || isDeviceLine(lines[end - 1]!))) end--
  return end === 0 ? [...lines] : lines.slice(0, end)
}

function isDeviceLine({ text }: MailLine): boolean {
  if (text.length > 300) return false
  const said = text.replaceAll(/<[^<>]*>|https?:\/\/\S+|[*_\u200E\u200F]/g, ' ').trim()
  if (said.length > 80 || said.split(/\s+/).length > 9 || /[,;?!]|[.。]$/.test(said.replace(/email\.$/, '')))
    return false
  return mailDevices.test(said) && (sent.test(said) || sentAnywhere.test(said))
}
