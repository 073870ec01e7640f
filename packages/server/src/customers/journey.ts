import { inactiveAfterDays } from './inactive-after-days.ts'

/** A contact is ENGAGED once active on this many distinct days … */
export const engagedDays = 3
/** … within this many days. */
export const engagedWindowDays = 14

/** A day (UTC, counted from 1970-01-01) with product activity, and the time of the first one in Unix milliseconds. */
export interface ActiveDay {
  day: number
  at: number
}

export interface Engagement {
  /** When the threshold was first reached; null: never. */
  engagedAt: number | null
  /** When the contact became inactive, if they returned since and haven't reached the threshold again. */
  lapsedAt: number | null
}

const dayMs = 86_400_000

/**
 * Engagement from the days of activity, in any order, possibly repeated. After a pause longer than {@link
 * inactiveAfterDays} a contact is inactive; then they must reach the threshold again to be engaged.
 */
export function engagement(activeDays: Iterable<ActiveDay>): Engagement {
  const first = new Map<number, number>()
  for (const { day, at } of activeDays) first.set(day, Math.min(first.get(day) ?? Infinity, at))
  const days = [...first.keys()].sort((a, b) => a - b)
  let engagedAt: number | null = null
  let lapsedAt: number | null = null
  let runStart = 0
  for (let i = 0; i < days.length; i++) {
    const before = days[i - 1]
    if (before !== undefined && days[i]! - before > inactiveAfterDays) {
      runStart = i
      lapsedAt = (before + inactiveAfterDays) * dayMs
    }
    const opener = i - engagedDays + 1
    if (opener >= runStart && days[i]! - days[opener]! < engagedWindowDays) {
      engagedAt ??= first.get(days[i]!)!
      lapsedAt = null
    }
  }
  return { engagedAt, lapsedAt }
}
