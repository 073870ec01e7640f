import { zonedDateTimePattern } from '@customer-intel/contract'

const earliest = Date.UTC(2000, 0, 1)
/** A smaller difference between two clocks is left alone: it can be the time that a request takes. */
const modestSkewMs = 60_000

/** What a sender's time means. */
export interface EventTime {
  /** Unix milliseconds. */
  at: number
  /** Why it isn't what was sent, for the sender; null where it is, or where only the clock was corrected. */
  note: string | null
}

/**
 * The time of an event, by the server's clock: corrected by the sender's wrong clock (`skewMs`), never after its receipt.
 * A missing time, one before the year 2000 and one that isn't finite are the server's.
 */
export function eventTime(sent: number | undefined, receivedAt: number, skewMs: number): EventTime {
  if (sent === undefined) return { at: receivedAt, note: null }
  const at = sent + skewMs
  if (at >= earliest && at <= receivedAt) return { at, note: null }
  const note =
    at > receivedAt + modestSkewMs
      ? 'lies in the future'
      : at >= earliest
        ? null
        : 'lies before the year 2000'
  return { at: receivedAt, note: note && `${note}: it is the time of receipt` }
}

/** By how much the sender's clock is behind the server's, in milliseconds; 0 for a modest skew, or when it isn't known. */
export function skewOf(sentAt: number | undefined, receivedAt: number): number {
  const skew = sentAt === undefined || sentAt <= 0 ? 0 : receivedAt - sentAt
  return Math.abs(skew) > modestSkewMs ? skew : 0
}

/**
 * A time in milliseconds, from one in seconds, microseconds or nanoseconds (told apart by their size), or as text; what is
 * none of them stays.
 */
export function toMilliseconds(value: unknown): unknown {
  if (typeof value === 'string') {
    if (zonedDateTimePattern.test(value)) return Date.parse(value)
    return /^\d{9,20}$/.test(value) ? toMilliseconds(Number(value)) : value
  }
  if (typeof value !== 'number') return value
  const units: [least: number, most: number, factor: number][] = [
    [earliest / 1_000, 1e11, 1_000],
    [1e14, 1e17, 1 / 1_000],
    [1e17, 1e20, 1 / 1_000_000],
  ]
  const unit = units.find(([least, most]) => value >= least && value < most)
  return unit === undefined ? value : Math.trunc(value * unit[2])
}
