import { Marked, type Token, type Tokens } from 'marked'
import { shortened } from './escape-markdown.ts'

/** A piece of text in one style. Literal: nothing in it means anything. */
export interface Run {
  text: string
  bold?: true
  italic?: true
  strike?: true
  code?: true
}

/** A part of a message that stands by itself. */
export type Passage =
  | { kind: 'paragraph' | 'heading' | 'quote'; runs: Run[] }
  /** An item of a list; `number` null for a bullet. */
  | { kind: 'item'; depth: number; number: number | null; runs: Run[] }
  | { kind: 'code'; text: string }

type Style = Omit<Run, 'text'>

/** HTML is letters like others. */
const reader = new Marked({ tokenizer: { html: () => undefined, tag: () => undefined } })

/** Of a longer text the beginning is rendered: what reads Markdown takes quadratic time for some. */
export const renderedLength = 10_000

/**
 * What a text in Markdown says, without anything that could act: a link is its words and its address, an image its
 * description, HTML its own letters. Pure.
 */
export function readMarkdown(markdown: string): Passage[] {
  const text = shortened(markdown, renderedLength)
  let tokens: Token[]
  try {
    tokens = reader.lexer(text)
  } catch (error) {
    // Nested thousands deep.
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
