import { cutText } from '@customer-intel/contract'
import { isBlank, type MailLine } from './mail-lines.ts'
import { mailLanguages } from './mail-words.ts'

/** Longer lines are no mail program's words above a quoted mail, and behind so many lines none is looked for. */
const maxLineLength = 300
const maxLines = 5_000

/** What a mail program writes above a quoted mail. */
export interface QuoteIntro {
  /** Its number of lines. */
  length: number
  /** Whether a quoted mail follows, though no line is marked as quoted. */
  isSure: boolean
}

/** What mail programs wrote above quoted mails, by the index of its first line. */
export function findQuoteIntros(lines: readonly MailLine[]): Map<number, QuoteIntro> {
  const intros = new Map<number, QuoteIntro>()
  for (const [i, { text }] of lines.slice(0, maxLines).entries()) {
    if (text.length > maxLineLength || isBlank(lines[i]!)) continue
    const header = headerLength(lines, i)
    if (header > 0) intros.set(i, { length: header, isSure: true })
    else if (isRuleOf(originals, text) || isReplyMark(text)) intros.set(i, { length: 1, isSure: true })
    else if (endsIntro(text)) {
      const found = attributionUpTo(lines, i)
      if (found !== null && !intros.has(found.start))
        intros.set(found.start, { length: i + 1 - found.start, isSure: found.isSure })
    }
  }
  return intros
}

/** Whether a line announces a forwarded mail: `---------- Forwarded message ---------`. */
export function announcesForward(text: string): boolean {
  return text.length <= maxLineLength && (isRuleOf(forwards, text) || forwards.has(bare(text)))
}

const words = Object.values(mailLanguages)
const split = (list: string | undefined) => list?.split('|') ?? []
const originals = new Set(words.flatMap(({ original }) => split(original)))
const forwards = new Set(words.flatMap(({ forwarded }) => split(forwarded)))

/** `-----Original Message-----` */
function isRuleOf(names: ReadonlySet<string>, text: string): boolean {
  return /^[\s>*]*[-–—_=]{2}/.test(text) && names.has(bare(text))
}

/** Of a line between dashes or with a colon the words, in lower case. */
function bare(text: string): string {
  const edge = ' \t\u00A0-–—_=*>:：'
  let start = 0
  let end = text.length
  while (start < end && edge.includes(text[start]!)) start++
  while (end > start && edge.includes(text[end - 1]!)) end--
  return text.slice(start, end).toLowerCase()
}

function endsIntro(text: string): boolean {
  const line = text.trim()
  return /[:：]\W?$/.test(line) || (line.startsWith('---') && line.endsWith('---'))
}

/** `##- Please type your reply above this line -##`: what is below was sent by a program. */
function isReplyMark(text: string): boolean {
  return (
    /^\s*##-.{3,100}-##\s*$/.test(text) ||
    /^\W{2,12}.{0,40}(?:reply|respond|answer) above this line\b/i.test(text)
  )
}

type Label = 'from' | 'date' | 'to' | 'subject' | 'other'
/** Which label a word is, by language. */
const labels = new Map<string, Map<string, Label>>()
const furtherLabels = ['cc', 'bcc', 'reply-to', 'importance', 'priority', 'attachments', 'organization']
for (const [language, { from, date, to, subject, cc }] of Object.entries(mailLanguages)) {
  const named = { from, date, to, subject, other: [cc, ...furtherLabels].join('|') }
  for (const [label, list] of Object.entries(named))
    for (const word of split(list)) {
      const meanings = labels.get(word) ?? new Map<string, Label>()
      labels.set(word, meanings.set(language, label as Label))
    }
}

/** The number of lines of a block such as `From: … Sent: … To: … Subject: …` in one language; 0: there is none. */
function headerLength(lines: readonly MailLine[], start: number): number {
  if (labelOf(lines[start]!.text) === null) return 0
  let languages: string[] | null = null
  const found = new Map<Label, string>()
  let end = start
  let loose = 0
  for (let i = start; i < Math.min(start + 16, lines.length) && loose < 3; i++) {
    const line = lines[i]!
    const label = labelOf(line.text)
    if (label === null) {
      loose++
      // A long list of people goes on in the next line; blank lines stand between paragraphs.
      if (found.size > 0 && end === i - 1 && !isBlank(line)) {
        const last = [...found.keys()].at(-1)!
        if (last !== 'subject') found.set(last, `${found.get(last)!} ${cutText(line.text, maxLineLength)}`)
      }
      continue
    }
    const common: string[] = (languages ?? [...label.meanings.keys()]).filter((one) =>
      label.meanings.has(one),
    )
    if (common.length === 0) break
    const kind = label.meanings.get(common[0]!)!
    if (kind !== 'other' && found.has(kind)) break
    languages = common
    found.set(kind, label.value)
    loose = 0
    end = i
  }
  return isHeader(found) ? end + 1 - start : 0
}

/** People write lines such as `From: Berlin, To: Paris` too: mails have a sender, a time or a subject, and an address. */
function isHeader(found: ReadonlyMap<Label, string>): boolean {
  const [from, date, to, subject] = (['from', 'date', 'to', 'subject'] as const).map((label) =>
    found.get(label),
  )
  if (!from) return false
  const hasAddress = /\S@\S/.test(`${from} ${to ?? ''}`)
  const hasDate = date !== undefined && /\p{N}/u.test(date)
  if (subject === undefined) return hasDate && to !== undefined && hasAddress
  return hasDate || (to !== undefined && hasAddress)
}

function labelOf(text: string): { meanings: ReadonlyMap<string, Label>; value: string } | null {
  const head = cutText(text, 60).replaceAll(/[*_\u200E\u200F\u202A-\u202E]/g, '')
  const colon = head.search(/[:：]/)
  if (colon <= 0) return null
  const meanings = labels.get(head.slice(0, colon).trim().toLowerCase())
  return meanings === undefined ? null : { meanings, value: text.slice(text.search(/[:：]/) + 1).trim() }
}

const wrote = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:${words
    .flatMap((one) => split(one.wrote))
    .map((word) => word.replaceAll(/[()/]/g, String.raw`\$&`))
    .join('|')})(?![\p{L}\p{N}])|のメール|のメッセージ|書きました|写道|寫道|작성`,
  'iu',
)
const aDate = /\p{Nd}{4}|\p{Nd}{1,2}[:.٫h]\p{Nd}{2}/u
const anAddress = /[^\s@<>[\]]@[^\s@<>[\]]/
const aFullDate = /\p{Nd}{4}|\p{Nd}{1,2}[./-]\p{Nd}{1,2}[./-]\p{Nd}{2}/u
const notBegun = /^\s*[<([]|^[^<]*>/

/** `On Monday, Jane Doe <jane@acme.example> wrote:`, up to this line: it may be wrapped into several. */
function attributionUpTo(lines: readonly MailLine[], end: number): { start: number; isSure: boolean } | null {
  let start = end
  while (end - start < 3 && isWrappedFrom(lines, start, end)) start--
  const text = joined(lines, start, end)
  const says = wrote.test(text)
  const isSure =
    (says && (anAddress.test(text) || (/\p{Nd}{4}/u.test(text) && /\p{Nd}[:.h]\p{Nd}{2}/u.test(text)))) ||
    (aDate.test(text) && /<[^\s<>@]+@[^\s<>@]+>\s*[:：]\s*$/.test(text))
  return says || isSure || /[@\p{Nd}]/u.test(text) ? { start, isSure } : null
}

/** Whether the attribution begins further above: its address or its date does. */
function isWrappedFrom(lines: readonly MailLine[], start: number, end: number): boolean {
  const canJoin = (line: MailLine | undefined) =>
    line !== undefined && line.quoted === lines[end]!.quoted && !isBlank(line) && line.text.length <= 120
  if (!canJoin(lines[start - 1])) return false
  const text = joined(lines, start, end)
  if (notBegun.test(text) || !/[\p{L}\p{N}]/u.test(text.replace(wrote, ''))) return true
  if (aFullDate.test(text) || /^\W*(?:On|Am|Le|El|Il|Op|Em|Den)\s/.test(text)) return false
  for (let above = start - 1; above >= end - 3 && canJoin(lines[above]); above--)
    if (aFullDate.test(lines[above]!.text)) return !/[.!?:]\s*$/.test(lines[above]!.text)
  return false
}

function joined(lines: readonly MailLine[], start: number, end: number): string {
  return lines
    .slice(start, end + 1)
    .map(({ text }) => text)
    .join(' ')
}
