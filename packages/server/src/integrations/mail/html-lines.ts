import { cutText } from '@customer-intel/contract'
import { Parser } from 'htmlparser2'
import { type MailLine, textOfLines } from './mail-lines.ts'
import { hidingOf, isHidden, type Hiding } from './hidden-elements.ts'
import { quoteMarkOf } from './quote-marks.ts'

/** More of it isn't read: what people write is shorter. */
const maxLength = 2_000_000
/** Nor what is nested deeper: the parser would take seconds for what nobody wrote. */
const maxDepth = 500

const skipped = new Set('head style script title template noframes object iframe'.split(' '))
/** Their text stands in lines of its own. */
const blocks = new Set(
  `address article aside blockquote caption center dd details dialog dir div dl dt fieldset figcaption figure footer form
   h1 h2 h3 h4 h5 h6 header hr legend li main menu nav ol optgroup option p pre section select summary table tbody
   textarea tfoot thead tr ul`.split(/\s+/),
)

interface Element {
  hiding: Hiding
  isSkipped: boolean
  quoted: MailLine['quoted']
  inSignature: boolean
  isPre: boolean
}

/** What people see of an HTML text. */
export function textOfHtml(html: string): string {
  return textOfLines(linesOfHtml(html).map(({ text }) => ({ text, quoted: false })))
}

/** The lines that people see of an HTML mail. */
export function linesOfHtml(html: string): MailLine[] {
  const lines: MailLine[] = []
  const root: Element = {
    hiding: {},
    isSkipped: false,
    quoted: false,
    inSignature: false,
    isPre: false,
  }
  const open: Element[] = []
  const top = () => open.at(-1) ?? root
  let line: MailLine = { text: '', quoted: false }
  let isAppended = false

  function endLine() {
    line.text = line.text.replaceAll(invisible, ' ').trim()
    if (line.text !== '' || line.startsQuote === true || (lines.length > 0 && lines.at(-1)!.text !== ''))
      lines.push(line)
    startLine()
  }
  function startLine() {
    const { quoted, inSignature } = top()
    line = { text: '', quoted, ...(inSignature && { inSignature }) }
  }
  function breakLine() {
    if (line.text.trim() === '') startLine()
    else endLine()
  }

  const parser = new Parser({
    onopentag(name, attributes) {
      if (open.length >= maxDepth) throw new TooDeep()
      const outer = top()
      const mark = outer.isSkipped ? null : quoteMarkOf(name, attributes)
      const hiding = hidingOf(attributes, outer.hiding)
      open.push({
        hiding,
        isSkipped: outer.isSkipped || skipped.has(name),
        quoted:
          mark === 'quote' ? 'surely' : mark === 'passage' && outer.quoted === false ? 'maybe' : outer.quoted,
        inSignature: outer.inSignature || mark === 'signature',
        isPre: outer.isPre || name === 'pre' || name === 'textarea',
      })
      if (name === 'br') endLine()
      else if (blocks.has(name) || mark !== null) breakLine()
      else if (name === 'td' || name === 'th') line.text += ' '
      if (mark === 'rest' || (isAppended && name === 'hr')) {
        line.startsQuote = true
        endLine()
      }
      if (mark === 'appended') isAppended = true
    },
    ontext(text) {
      if (top().isSkipped || isHidden(top().hiding)) return
      if (text.trim() !== '') isAppended = false
      if (!top().isPre) line.text += text.replaceAll(/\s+/g, ' ')
      else
        for (const [i, part] of text.split('\n').entries()) {
          if (i > 0) endLine()
          line.text += part
        }
    },
    onclosetag(name) {
      const closed = open.pop()
      if (name !== 'br' && (blocks.has(name) || closed?.quoted !== top().quoted)) breakLine()
      if (name === 'p') endLine()
    },
  })
  try {
    parser.end(cutText(html, maxLength))
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error
  }
  endLine()
  return lines
}

class TooDeep extends Error {}

/** What fills the line that a mailbox shows of a mail, and blanks. */
const invisible =
  /(?:(?:\u034F|[\u00AD\u061C\u115F\u1160\u17B4\u17B5\u180E\u200B-\u200F\u2060-\u2064\u2800\u3164\uFEFF])\s*){3,}|\s+/g
