import { isCalendarDate } from '../scalars.ts'
import type { DateOrder } from '../csv-words.ts'

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const germanMonths: Readonly<Record<string, string>> = {
  mär: 'mar',
  mrz: 'mar',
  mai: 'may',
  okt: 'oct',
  dez: 'dec',
}
/** Of a text with single blanks. */
const withTime =
  /^(?<day>.*?)(?:(?:t|,? (?:at |um )?)(?<hours>\d{1,2}):(?<minutes>\d{2})(?::(?<seconds>\d{2}(?:[.,]\d{1,9})?))? ?(?<half>[ap]\.?m\.?)? ?(?<zone>z|utc|gmt|[+-]\d{2}:?\d{2})?)?$/i
const byNumbers = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})$/
const byYear = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/
const dayFirst = /^(\d{1,2})\.?[\s-]+([\p{L}]{3,})\.?,?[\s-]+(\d{4}|\d{2})$/u
const monthFirst = /^([\p{L}]{3,})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/u

/** What a value says of the order of its column: `either` when it could be read in both ways, null when it says nothing. */
export function orderShownBy(text: string): DateOrder | 'either' | null {
  const [, first, separator, second] = byNumbers.exec(partsOf(text).day) ?? []
  if (first === undefined || separator === '.') return null
  if (Number(first) > 12) return 'DMY'
  if (Number(second) > 12) return 'MDY'
  return Number(first) === Number(second) ? null : 'either'
}

/**
 * A time as ISO 8601, UTC where no zone stands in it and midnight where it is a day; null for what is none. Takes ISO 8601,
 * `31.12.2026`, `12/31/2026` by `order`, `31 Dec 2026`, `Dec 31, 2026`, each with a time; and Unix seconds or milliseconds.
 */
export function readTime(text: string, order: DateOrder): string | null {
  const { day, hours, minutes, seconds = '00', half, zone = 'Z' } = partsOf(text)
  const date = readDay(day, order)
  if (date === null) {
    const unix = /^\d{10}(?:\d{3})?$/.test(text.trim()) ? Number(text) : null
    return unix === null ? null : new Date(unix < 1e11 ? unix * 1_000 : unix).toISOString()
  }
  if (hours === undefined) return `${date}T00:00:00Z`
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (/^p/i.test(half) ? 12 : 0)
  if (hour > 23 || Number(minutes) > 59 || Number.parseFloat(seconds) >= 60) return null
  const offset = /^(?:z|utc|gmt)$/i.test(zone) ? 'Z' : zone
  return `${date}T${two(hour)}:${minutes}:${seconds.replace(',', '.')}${offset}`
}

/** The day of a time, as it is written. */
export function readDate(text: string, order: DateOrder): string | null {
  return readTime(text, order)?.slice(0, 10) ?? null
}

function partsOf(text: string) {
  const plain = text
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replace(/^(?:mon|tue|wed|thu|fri|sat|sun)\p{L}*,? /iu, '')
  return (withTime.exec(plain)?.groups ?? { day: plain }) as {
    day: string
  } & Partial<Record<'hours' | 'minutes' | 'seconds' | 'half' | 'zone', string>>
}

function readDay(text: string, order: DateOrder): string | null {
  const iso = byYear.exec(text)
  if (iso) return toDay(iso[1]!, iso[2]!, iso[3]!)
  const numbers = byNumbers.exec(text)
  if (numbers) {
    const [, first, separator, second, year] = numbers as unknown as [string, string, string, string, string]
    return separator === '.' || order === 'DMY' ? toDay(year, second, first) : toDay(year, first, second)
  }
  const named = dayFirst.exec(text)
  if (named) return toDay(named[3]!, monthOf(named[2]!), named[1]!)
  const american = monthFirst.exec(text)
  return american ? toDay(american[3]!, monthOf(american[1]!), american[2]!) : null
}

function monthOf(name: string): string {
  const short = name.slice(0, 3).toLowerCase()
  return String(months.indexOf(germanMonths[short] ?? short) + 1)
}

function toDay(year: string, month: string, day: string): string | null {
  const whole = year.length === 4 ? year : `${Number(year) < 70 ? 20 : 19}${year}`
  const text = `${whole}-${two(month)}-${two(day)}`
  return isCalendarDate(text) ? text : null
}

const two = (value: string | number) => String(value).padStart(2, '0')
