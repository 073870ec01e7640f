/** The domain of a company's web address: `https://www.acme.example/about` is `acme.example`. */
export function toDomain(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/^[a-z][a-z+.-]*:\/\//, '')
    .replace(/^www\./, '')
    .replace(/[/?#:].*$/, '')
}

/** What exports write where there is nothing. */
export function isMissing(text: string, isText: boolean): boolean {
  return (
    text === '' || text === '(No value)' || (!isText && /^(?:null|none|n\/a|#n\/a|-{1,2}|–|—)$/i.test(text))
  )
}

/** The text that {@link toCsvCell} wrote with an apostrophe, without it. */
export function withoutApostrophe(text: string): string {
  return text.replace(/^'(?=\s*[=+\-@＝＋－＠]|[\t\r\n])/, '')
}

const statuses: Readonly<Record<string, string>> = {
  ACTIVE: 'PAYING',
  PAID: 'PAYING',
  TRIAL: 'TRIALING',
  UNPAID: 'PAST_DUE',
  OVERDUE: 'PAST_DUE',
  CANCELED: 'CHURNED',
  CANCELLED: 'CHURNED',
  ENDED: 'CHURNED',
  INACTIVE: 'NONE',
}

/** A billing status by the words that billing systems have. */
export function toBillingStatus(text: string): string {
  const word = text.toUpperCase().replaceAll(/[\s-]+/g, '_')
  return statuses[word] ?? word
}

/** A trait: numbers and truth values are what they look like; an id with a zero before it stays a text. */
export function toTrait(text: string): string | number | boolean {
  if (/^(?:true|false)$/i.test(text)) return text.toLowerCase() === 'true'
  return /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,10})?$/.test(text) ? Number(text) : text
}
