import { addDays, startOf, type Window } from './window.ts'

/** Days up to today that a word of the address stands for. */
export const ranges = [
  { id: '7d', title: '7 days' },
  { id: '30d', title: '30 days' },
  { id: '90d', title: '90 days' },
  { id: '12m', title: '12 months' },
] as const
export type RangeId = (typeof ranges)[number]['id']

const isDay = (text: string | undefined): text is string =>
  text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))

/** Which range an address names; null: its own two days. */
export function rangeOf(view: { from?: string; to?: string }, usual: RangeId): RangeId | null {
  if (isDay(view.from)) return null
  return ranges.find(({ id }) => id === view.from)?.id ?? usual
}

/** The days that an address means, at most ten years of them. */
export function toWindow(
  view: { from?: string; to?: string },
  usual: RangeId,
  today: string,
  zone: string,
): Window {
  const range = rangeOf(view, usual)
  if (range === null) {
    const to = isDay(view.to) ? view.to : today
    const [first, last] = [view.from!, to].toSorted() as [string, string]
    const earliest = addDays(last, -3_652)
    return { from: first < earliest ? earliest : first, to: last, zone }
  }
  const from =
    range === '12m'
      ? startOf('month', addDays(startOf('month', today), -330))
      : addDays(today, 1 - Number.parseInt(range))
  return { from, to: today, zone }
}
