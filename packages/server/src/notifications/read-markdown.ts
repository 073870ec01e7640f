import { shortened } from '@customer-intel/contract'
import { Marked, type Token, type Tokens } from 'marked'

/** A run of text in one style. Literal: nothing in it is markup. */
export interface Run {
  text: string
  bold?: true
  italic?: true
  strike?: true
  code?: true
}

/** A block of a message. */
export type Passage =
  | { kind: 'paragraph' | 'heading' | 'quote'; runs: Run[] }
  /** An item of a list; `number` null for a bullet. */
  | { kind: 'item'; depth: number; number: number | null; runs: Run[] }
  | { kind: 'code'; text: string }

type Style = Omit<Run, 'text'>

/** HTML is plain text. */
const reader = new Marked({ tokenizer: { html: () => undefined, tag: () => undefined } })

/** Longer texts are cut before rendering: the Markdown parser takes quadratic time for some texts. */
export const renderedLength = 10_000

/**
 * The content of a Markdown text, without anything active: a link becomes its text and address, an image its description,
 * HTML plain text. Pure.
 */
export function readMarkdown(markdown: string): Passage[] {
  const text = shortened(markdown, renderedLength)
  let tokens: Token[]
  try {
    tokens = reader.lexer(text)
  } catch (error) {
    // Markup nested thousands of levels deep.
    if (!(error instanceof RangeError)) throw error
    return [{ kind: 'paragraph', runs: [{ text }] }]
  }
  return tokens.flatMap((token) => passagesOf(token, 0))
}

function passagesOf(token: Token, depth: number): Passage[] {
  switch (token.type) {
    case 'space':
    case 'hr':
    case 'def':
      return []
    case 'heading':
      return [{ kind: 'heading', runs: runsOf(token, {}) }]
    case 'code':
      return [{ kind: 'code', text: (token as Tokens.Code).text }]
    case 'blockquote':
      return ((token as Tokens.Blockquote).tokens ?? [])
        .flatMap((inner) => passagesOf(inner, depth))
        .map((passage) => (passage.kind === 'paragraph' ? { kind: 'quote', runs: passage.runs } : passage))
    case 'list':
      return itemsOf(token as Tokens.List, depth)
    case 'table':
      return [(token as Tokens.Table).header, ...(token as Tokens.Table).rows].map((cells) => ({
        kind: 'paragraph',
        runs: cells.flatMap((cell, index) => [
          ...(index === 0 ? [] : [{ text: ' | ' }]),
          ...cell.tokens.flatMap((inner) => runOf(inner, {})),
        ]),
      }))
    default:
      return [{ kind: 'paragraph', runs: runsOf(token, {}) }]
  }
}

function itemsOf({ items, ordered, start }: Tokens.List, depth: number): Passage[] {
  return items.flatMap((item, index) => {
    const inner = item.tokens.flatMap((token) => passagesOf(token, depth + 1))
    const [first, ...rest] = inner
    const number = ordered ? (start === '' ? 1 : start) + index : null
    const isOwn = first !== undefined && first.kind === 'paragraph'
    const head: Passage = { kind: 'item', depth, number, runs: isOwn ? first.runs : [] }
    return [head, ...(isOwn ? rest : inner)]
  })
}

function runsOf(token: Token, style: Style): Run[] {
  const inner = 'tokens' in token ? token.tokens : undefined
  return inner === undefined ? runOf(token, style) : inner.flatMap((one) => runOf(one, style))
}

function runOf(token: Token, style: Style): Run[] {
  switch (token.type) {
    case 'strong':
      return runsOf(token, { ...style, bold: true })
    case 'em':
      return runsOf(token, { ...style, italic: true })
    case 'del':
      return runsOf(token, { ...style, strike: true })
    case 'codespan':
      return [{ ...style, text: (token as Tokens.Codespan).text, code: true }]
    case 'br':
      return [{ text: '\n' }]
    case 'link': {
      const { href, text } = token as Tokens.Link
      const words = runsOf(token, style)
      return href === text || href === `mailto:${text}` ? words : [...words, { ...style, text: ` (${href})` }]
    }
    case 'image': {
      const { text, href } = token as Tokens.Image
      return [{ ...style, text: text === '' ? href : text }]
    }
    case 'text':
    case 'escape':
      return 'tokens' in token && token.tokens
        ? runsOf(token, style)
        : [{ ...style, text: (token as Tokens.Text).text }]
    default:
      return [{ ...style, text: token.raw }]
  }
}
