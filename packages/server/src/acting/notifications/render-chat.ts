import { type Severity, shortened } from '@customer-intel/contract'
import { flatten } from './escape-markdown.ts'
import { type Passage, readMarkdown, type Run } from './read-markdown.ts'
import { renderPlain } from './render-plain.ts'

/** A message as sent. */
export interface ChatContent {
  /** Plain text. */
  title: string
  /** Markdown. */
  text: string
  severity?: Severity | null
  source?: string | null
  subject?: string | null
}

/**
 * The input of `chat.postMessage` of chat-app, without the channel. Texts are rich text elements, where they are literal:
 * no text can become markup, a mention or a link.
 */
export interface ChatMessage {
  /** For notifications and screen readers, escaped as chat-app requires. */
  text: string
  blocks: ChatBlock[]
  mrkdwn: false
  parse: 'none'
  link_names: false
  unfurl_links: false
  unfurl_media: false
}

export type ChatBlock =
  | { type: 'header'; text: { type: 'plain_text'; text: string; emoji: false } }
  | { type: 'rich_text'; elements: RichText[] }
  | { type: 'context'; elements: { type: 'plain_text'; text: string; emoji: false }[] }

type RichText =
  | {
      type: 'rich_text_section' | 'rich_text_quote' | 'rich_text_preformatted'
      elements: RichTextElement[]
    }
  | {
      type: 'rich_text_list'
      style: 'bullet' | 'ordered'
      indent: number
      offset?: number
      elements: { type: 'rich_text_section'; elements: RichTextElement[] }[]
    }

export interface RichTextElement {
  type: 'text'
  text: string
  style?: { bold?: true; italic?: true; strike?: true; code?: true }
}

/** Limits of chat-app, in characters. */
const headerLength = 150
const contextLength = 500
const maxIndent = 8

/** Renders a message for chat-app. Pure. */
export function renderChat({ title, text, severity, source, subject }: ChatContent): ChatMessage {
  const beside = [severity, source, subject].flatMap((one) => (one ? [flatten(one)] : []))
  const body = readMarkdown(text)
  return {
    text: escapeChat([flatten(title), renderPlain(shortened(text, contextLength))].join('\n')),
    blocks: [
      { type: 'header', text: plain(flatten(title) || 'Message', headerLength) },
      ...(body.length === 0 ? [] : [{ type: 'rich_text' as const, elements: body.map(richTextOf) }]),
      ...(beside.length === 0
        ? []
        : [{ type: 'context' as const, elements: [plain(beside.join(' · '), contextLength)] }]),
    ],
    mrkdwn: false,
    parse: 'none',
    link_names: false,
    unfurl_links: false,
    unfurl_media: false,
  }
}

/** Escapes plain text for a field that chat-app parses: the three characters that start a mention, a link or an entity. */
export function escapeChat(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function plain(text: string, length: number) {
  return { type: 'plain_text', text: shortened(text, length), emoji: false } as const
}

function richTextOf(passage: Passage): RichText {
  switch (passage.kind) {
    case 'code':
      return { type: 'rich_text_preformatted', elements: elementsOf([{ text: passage.text }]) }
    case 'quote':
      return { type: 'rich_text_quote', elements: elementsOf(passage.runs) }
    case 'item':
      return {
        type: 'rich_text_list',
        style: passage.number === null ? 'bullet' : 'ordered',
        indent: Math.min(passage.depth, maxIndent),
        ...(passage.number !== null && passage.number > 1 && { offset: passage.number - 1 }),
        elements: [{ type: 'rich_text_section', elements: elementsOf(passage.runs) }],
      }
    case 'heading':
      return {
        type: 'rich_text_section',
        elements: elementsOf([...passage.runs.map((run): Run => ({ ...run, bold: true })), { text: '\n' }]),
      }
    default:
      return { type: 'rich_text_section', elements: elementsOf([...passage.runs, { text: '\n' }]) }
  }
}

/** chat-app refuses an element without text. */
function elementsOf(runs: readonly Run[]): RichTextElement[] {
  const elements = runs
    .filter(({ text }) => text !== '')
    .map(({ text, ...style }): RichTextElement => ({
      type: 'text',
      text,
      ...(Object.keys(style).length > 0 && { style }),
    }))
  return elements.length > 0 ? elements : [{ type: 'text', text: ' ' }]
}
