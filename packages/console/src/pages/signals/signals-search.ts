import { numberOf, textOf } from '../../app/search-text.ts'

/** How many days back a signal can be tried. */
export const tryDays = [30, 90, 365, 730] as const

/** A signal being tried: how far back, from which entry of the catalogue, and what was written so far. */
export function readSignalSearch(raw: Record<string, unknown>) {
  const days = numberOf(raw.days)
  return {
    days: tryDays.find((one) => one === days),
    from: textOf(raw.from),
    draft: textOf(raw.draft),
  }
}
