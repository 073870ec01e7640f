import { shortened } from '@customer-intel/contract'
import createMarkdownIt, { type MarkdownIt, type Token } from 'markdown-it'

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

/** Longer texts are cut before rendering. */
export const renderedLength = 10_000
/** A text with blocks nested deeper is shown as it is. */
const maxNesting = 50
/** A table may have as many cells; the parser adds those that a row lacks. */
const maxCells = 5_000

const reader = createReader()
const withoutTables = createReader().disable('table')

/** The messages read last: one goes to several destinations. */
const lastRead = new Map<string, readonly Passage[]>()
const maxLastRead = 16

/**
 * The content of a Markdown text, without anything active: a link becomes its text and address, an image its description,
 * HTML plain text. Takes time in proportion to the text, once for the same text.
 */
export function readMarkdown(markdown: string): readonly Passage[] {
  const text = shortened(markdown, renderedLength)
  const passages = lastRead.get(text) ?? passagesOf(text)
  lastRead.delete(text)
  lastRead.set(text, passages)
  if (lastRead.size > maxLastRead) lastRead.delete(lastRead.keys().next().value!)
  return passages
}

/** HTML is plain text, and an address stays as written. */
function createReader(): MarkdownIt {
  const asWritten = (address: string) => address
  return Object.assign(createMarkdownIt({ maxNesting }), {
    normalizeLink: asWritten,
    normalizeLinkText: asWritten,
  })
}

function passagesOf(text: string): Passage[] {
  const lines = text.split('\n')
  const columns = lines.reduce((most, line) => Math.max(most, line.split('|').length), 0)
  const tokens = (columns * lines.length > maxCells ? withoutTables : reader).parse(text, {})
  // What is nested deeper has no tokens.
  if (tokens.some(({ level }) => level >= maxNesting - 1)) return [{ kind: 'paragraph', runs: [{ text }] }]

  const passages: Passage[] = []
  /** The next number of each open list; null for bullets. */
  const lists: (number | null)[] = []
  let quotes = 0
  let isHeading = false
  /** The item whose text is still to come. */
  let item: Run[] | null = null
  /** The row of a table. */
  let row: Run[] | null = null
  for (const token of tokens) {
    switch (token.type) {
      case 'bullet_list_open':
        lists.push(null)
        break
      case 'ordered_list_open':
        lists.push(Number(token.attrGet('start') ?? 1))
        break
      case 'bullet_list_close':
      case 'ordered_list_close':
        lists.pop()
        break
      case 'list_item_open': {
        const number = lists.at(-1) ?? null
        if (number !== null) lists[lists.length - 1] = number + 1
        item = []
        passages.push({ kind: 'item', depth: lists.length - 1, number, runs: item })
        break
      }
      case 'blockquote_open':
        quotes++
        break
      case 'blockquote_close':
        quotes--
        break
      case 'tr_open':
        row = []
        passages.push({ kind: quotes > 0 ? 'quote' : 'paragraph', runs: row })
        break
      case 'tr_close':
        row = null
        break
      case 'heading_open':
        isHeading = true
        break
      case 'fence':
      case 'code_block':
        passages.push({ kind: 'code', text: token.content.replace(/\n$/, '') })
        break
      case 'inline': {
        const runs = runsOf(token.children ?? [])
        if (row !== null) row.push(...(row.length > 0 ? [{ text: ' | ' }] : []), ...runs)
        else if (isHeading) passages.push({ kind: 'heading', runs })
        else if (item !== null) item.push(...runs)
        else passages.push({ kind: quotes > 0 ? 'quote' : 'paragraph', runs })
        isHeading = false
      }
    }
    if (token.nesting <= 0 || !/^(?:list_item|paragraph)_open$/.test(token.type)) item = null
  }
  return passages
}

const styles: Readonly<Record<string, 'bold' | 'italic' | 'strike'>> = {
  strong: 'bold',
  em: 'italic',
  s: 'strike',
}

function runsOf(tokens: readonly Token[]): Run[] {
  const runs: Run[] = []
  const open = { bold: 0, italic: 0, strike: 0 }
  const add = (text: string, more: { code?: true } = {}) =>
    runs.push({
      text,
      ...(open.bold > 0 && { bold: true }),
      ...(open.italic > 0 && { italic: true }),
      ...(open.strike > 0 && { strike: true }),
      ...more,
    })
  /** The open link: its address, and its first run. */
  let link = { address: '', begin: 0 }
  for (const token of tokens) {
    const style = styles[token.tag]
    if (style !== undefined) open[style] += token.nesting
    else if (token.type === 'link_open') link = { address: String(token.attrGet('href')), begin: runs.length }
    else if (token.type === 'link_close') {
      const words = runs
        .slice(link.begin)
        .map(({ text }) => text)
        .join('')
      if (link.address !== words && link.address !== `mailto:${words}`) add(` (${link.address})`)
    } else if (token.type === 'image') add(token.content || String(token.attrGet('src')))
    else if (token.type === 'code_inline') add(token.content, { code: true })
    else if (token.type === 'softbreak' || token.type === 'hardbreak') runs.push({ text: '\n' })
    else if (token.content !== '') add(token.content)
  }
  return runs
}
