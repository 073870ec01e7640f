import { withoutControls } from '@customer-intel/contract/terminal-text'

/** A value as one cell of a table. `now` in Unix milliseconds. */
export function toCell(name: string, value: unknown, now: number): string {
  if (value === null || value === undefined || value === '') return '--'
  if (typeof value === 'number') return isCents(name) ? toMoney(value) : String(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string') return isTime(value) ? toAge(Date.parse(value), now) : oneLine(value)
  if (Array.isArray(value))
    return value.length === 0 ? '--' : value.map((item) => toCell(name, item, now)).join(', ')
  return namesOf(value as Record<string, unknown>)
}

/** What people call a thing: its name, else its address or id. */
function namesOf(value: Record<string, unknown>): string {
  const known = value.name ?? value.email ?? value.domain ?? value.id
  return typeof known === 'string' ? oneLine(known) : oneLine(JSON.stringify(value))
}

function isCents(name: string): boolean {
  return /(?:Mrr|Cents|Revenue|mrr_cents|_cents)$/.test(name)
}

function toMoney(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`
}

function isTime(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z$/.test(text)
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

function toAge(time: number, now: number): string {
  const ms = now - time
  if (ms < 0) return new Date(time).toISOString().slice(0, 16).replace('T', ' ')
  if (ms < minute) return 'just now'
  if (ms < hour) return `${Math.floor(ms / minute)}m ago`
  if (ms < day) return `${Math.floor(ms / hour)}h ago`
  if (ms < 30 * day) return `${Math.floor(ms / day)}d ago`
  if (ms < 365 * day) return `${Math.floor(ms / (30 * day))}mo ago`
  return `${Math.floor(ms / (365 * day))}y ago`
}

/** Texts come from strangers: no line breaks, and nothing that a terminal would take for a command. */
export function oneLine(text: string): string {
  return withoutControls(text)
    .replaceAll(/[\r\n\t]+/g, ' ')
    .trim()
}
