import { cutText } from '@customer-intel/contract'
/**
 * How mail programs mark a quoted mail in HTML. `quote`: the element is a quoted mail. `passage`: it is quoted, perhaps from
 * one. `rest`: everything that follows is. `appended`: what follows a rule below it is.
 */
export type QuoteMark = 'quote' | 'passage' | 'rest' | 'appended' | 'signature'

const quoteClasses = new Set([
  'gmail_attr',
  'yahoo_quoted',
  'protonmail_quote',
  'tutanota_quote',
  'zmail_extra',
  'moz-cite-prefix',
  'mailbird-quote',
  'front-blockquote',
  'mimestream-quote',
  'spark-quote',
  'gmx_quote',
  'quoted-mail',
])
const signatureClasses = new Set([
  'gmail_signature',
  'gmail_signature_prefix',
  'moz-signature',
  'protonmail_signature_block',
  'yahoo-signature',
])
const restIds = new Set([
  // Outlook, and Outlook on phones.
  'divrplyfwdmsg',
  'mail-editor-reference-message-container',
  'olk_src_body_section',
  'replysplit',
  'stopspelling',
  // Zimbra, NetEase, Roundcube.
  'zwchr',
  'isreplycontent',
  'reply-intro',
])

/** The mark that an element is; null: none. */
export function quoteMarkOf(name: string, attributes: Readonly<Record<string, string>>): QuoteMark | null {
  const classes = cutText(attributes['class'] ?? '', 1_000)
    .toLowerCase()
    .split(/\s+/)
  // Outlook puts `x_` before the ids of a mail that it quotes.
  const id = (attributes['id'] ?? '').toLowerCase().replace(/^(?:x_)+/, '')
  if (restIds.has(id) || attributes['data-marker'] === '__HEADERS__') return 'rest'
  if (id === 'appendonsend') return 'appended'
  if (id === 'signature' || classes.some((one) => signatureClasses.has(one))) return 'signature'
  if (
    classes.some((one) => quoteClasses.has(one) || one.endsWith('yahoo_quoted')) ||
    id.startsWith('yahoo_quoted') ||
    attributes['data-marker'] === '__QUOTED_TEXT__' ||
    (name === 'div' && attributes['name'] === 'quote') ||
    (name === 'blockquote' && (attributes['type'] === 'cite' || classes.includes('gmail_quote')))
  )
    return 'quote'
  // Some programs put the whole mail into an element of this class.
  if (classes.includes('gmail_quote')) return 'passage'
  // What people indent has no line at its side.
  const isIndent = /border(?:-left)?\s*:\s*(?:none|0|medium none)/i.test(attributes['style'] ?? '')
  return name === 'blockquote' && !isIndent ? 'passage' : null
}
