import { cutText } from '@customer-intel/contract'
import { isBlank, type MailLine, textOfLines } from './mail-lines.ts'
import { answersInside, forwardPrefix } from './mail-words.ts'
import { announcesForward, findQuoteIntros, type QuoteIntro } from './quote-intros.ts'
import { withoutSignature } from './signature.ts'

/**
 * What the author of a mail wrote: without the mails that are quoted above, below or in between, and without signature.
 * A forwarded mail stays, since it is what its sender wants to say. In doubt a quote stays, too.
 */
export function ownWords(lines: readonly MailLine[], subject: string | null): string {
  const intros = findQuoteIntros(lines)
  if (forwardPrefix.test(subject ?? '') || isForward(lines, intros)) return textOfLines(lines)
  const own = withoutSignature(withoutRules(withoutQuotes(lines, intros)))
  return textOfLines(own) || textOfLines(lines)
}

type Intros = ReadonlyMap<number, QuoteIntro>

function isForward(lines: readonly MailLine[], intros: Intros): boolean {
  for (const [i, line] of lines.entries()) {
    if (announcesForward(line.text)) return true
    // What stands within a quoted mail is of an earlier one.
    if (line.quoted === 'surely' || line.startsQuote === true || intros.get(i)?.isSure === true) return false
  }
  return false
}

function withoutQuotes(lines: readonly MailLine[], intros: Intros): MailLine[] {
  /** Lines that may be the author's own. */
  const open: MailLine[] = []
  let isAnswer = false
  let end = lines.length
  for (let i = 0; i < end; i++) {
    const line = lines[i]!
    const intro = intros.get(i)
    const below = intro === undefined ? null : belowIntros(lines, intros, i)
    if (line.quoted !== false) {
      isAnswer ||= line.quoted === 'surely' || intro?.isSure === true
      open.push(line)
    } else if (below !== null && lines[below]!.quoted !== false) {
      isAnswer = true
      i = below - 1
    } else if (line.startsQuote === true || intro?.isSure === true) end = i
    else open.push(line)
  }
  if (isAnswer) return open.filter(({ quoted }) => quoted === false)
  if (end < lines.length && answersInside.test(cutText(textOfLines(open), 2_000))) return [...lines]
  return withoutLastPassage(open)
}

/** The first line that is written below a mail program's words, such as a rule and a block of labels; null: none is. */
function belowIntros(lines: readonly MailLine[], intros: Intros, start: number): number | null {
  let i = start
  for (; i < lines.length; i++) {
    const intro = lines[i]!.quoted === false ? intros.get(i) : undefined
    if (intro !== undefined) i += intro.length - 1
    else if (!isBlank(lines[i]!)) return i
  }
  return null
}

/**
 * Nothing says that a quoted passage is from another mail: it may be the author's own, unless it ends the mail, and the
 * author neither leads up to it (`It says:`) nor has only greeted before.
 */
function withoutLastPassage(lines: readonly MailLine[]): MailLine[] {
  const last = lines.findLastIndex((line) => line.quoted === false && !isBlank(line))
  const isLedUpTo = last !== -1 && /[,:，：]\s*$/.test(lines[last]!.text)
  return isLedUpTo ? [...lines] : lines.slice(0, last + 1)
}

/** Without rules at the end, which stand between a mail and the quoted one. */
function withoutRules(lines: readonly MailLine[]): MailLine[] {
  const last = lines.findLastIndex((line) => !isBlank(line) && !/^\s*[_\-=*–—]{5,}\s*$/.test(line.text))
  return lines.slice(0, last + 1)
}
