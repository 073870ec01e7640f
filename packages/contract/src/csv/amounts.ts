import type { Decimal } from '../csv-words.ts'

export interface Amount {
  cents: number
  /** ISO 4217, where a code or a symbol of one currency alone stands there: `$` is that of several. */
  currency?: string
}

const currencies: Readonly<Record<string, string>> = {
  '€': 'EUR',
  '£': 'GBP',
  '₹': 'INR',
  '₩': 'KRW',
  '₪': 'ILS',
  '₺': 'TRY',
  zł: 'PLN',
  R$: 'BRL',
  US$: 'USD',
  A$: 'AUD',
  C$: 'CAD',
  Fr: 'CHF',
}
const symbol = String.raw`[A-Za-z]{3}|US\$|A\$|C\$|R\$|Fr\.?|kr\.?|zł|\p{Sc}`
const written = new RegExp(
  String.raw`^(?<open>\()?(?<sign>[-−+])?(?<before>${symbol})?(?<inner>[-−])?(?<digits>\d[\d.,]*|[.,]\d+)(?<after>${symbol})?(?<close>\))?$`,
  'u',
)
const grouped = /^(?:0|[1-9]\d{0,2})[.,]\d{3}$/

/** What a value says of its column's decimal sign; null when it could be either: `1,234` alone, as a whole number. */
export function decimalShownBy(text: string): Decimal | null {
  const digits = written.exec(compact(text))?.groups?.['digits']
  if (digits === undefined) return null
  const [point, comma] = [digits.lastIndexOf('.'), digits.lastIndexOf(',')]
  if (point !== -1 && comma !== -1) return point > comma ? '.' : ','
  const sign = point === -1 ? ',' : '.'
  if (point === -1 && comma === -1) return null
  if (digits.indexOf(sign) !== digits.lastIndexOf(sign)) return sign === ',' ? '.' : ','
  return grouped.test(digits) && !digits.startsWith('0') ? null : sign
}

/**
 * An amount in cents, half a cent upwards; null for what is none. `1,234` is a whole number, unless the column's `decimal`
 * says otherwise: no currency in use writes money so.
 */
export function readAmount(text: string, decimal: Decimal | null): Amount | null {
  const parts = written.exec(compact(text))?.groups
  if (parts === undefined || (parts['open'] === undefined) !== (parts['close'] === undefined)) return null
  const digits = parts['digits']!
  const sign = decimalShownBy(text) ?? decimal ?? (digits.includes(',') ? '.' : ',')
  if (decimal !== null && sign !== decimal) return null
  const [whole = '', fraction = '', ...rest] = digits.split(sign)
  const group = sign === ',' ? '.' : ','
  if (rest.length > 0 || fraction.includes(group) || !/^\d*$|^\d{1,3}(?:[.,]\d{2,3})*$/.test(whole))
    return null
  const cents =
    Number(whole.replaceAll(group, '') + fraction.padEnd(2, '0').slice(0, 2)) +
    (fraction[2] !== undefined && fraction[2] >= '5' ? 1 : 0)
  const isNegative = Boolean(parts['open']) || /[-−]/.test(`${parts['sign'] ?? ''}${parts['inner'] ?? ''}`)
  const name = (parts['before'] ?? parts['after'])?.replace('.', '')
  const currency =
    name === undefined
      ? undefined
      : (currencies[name] ?? (/^[A-Za-z]{3}$/.test(name) ? name.toUpperCase() : undefined))
  return { cents: isNegative ? 0 - cents : cents, ...(currency !== undefined && { currency }) }
}

/** Without what groups digits in some countries: blanks of all kinds and apostrophes. */
function compact(text: string): string {
  return text.replaceAll(/[\s'’]/g, '')
}
