import { cutText } from '@customer-intel/contract'
import { Parser } from 'htmlparser2'

/** More of it isn't read: what people write is shorter. */
const maxLength = 300_000
/** Nor what is nested deeper: the parser would take seconds for what nobody wrote. */
const maxDepth = 500

const skipped = new Set(['head', 'style', 'script', 'title', 'template', 'blockquote'])
const blocks = new Set(
  'p div br tr li ul ol table section article header footer h1 h2 h3 h4 h5 h6 hr pre'.split(' '),
)

/** What an HTML mail says, without what it quotes. */
export function textOfHtml(html: string): string {
  let text = ''
  let depth = 0
  /** Elements that are passed over, the innermost last. */
  const passing: string[] = []
  const parser = new Parser({
    onopentag(name, { class: className = '' }) {
      if (++depth > maxDepth) throw new TooDeep()
      if (passing.length > 0 ? name === passing[0] : isPassed(name, className)) passing.push(name)
      else if (blocks.has(name)) text += '\n'
    },
    ontext(part) {
      if (passing.length === 0) text += part
    },
    onclosetag(name) {
      depth--
      if (passing.at(-1) === name) passing.pop()
      else if (passing.length === 0 && blocks.has(name) && name !== 'br') text += '\n'
    },
  })
  try {
    parser.end(cutText(html, maxLength))
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error
  }
  return text
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

class TooDeep extends Error {}

function isPassed(name: string, className: string): boolean {
  return skipped.has(name) || className.split(' ').includes('gmail_quote')
}
