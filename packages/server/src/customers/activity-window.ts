import { parseSpanMs } from '@customer-intel/contract'

const dayMs = 86_400_000

/** The start of a window such as `30d`, `12h` or `15m` that ends at `now` (Unix milliseconds). Not before 1970. */
export function windowStart(window: string, now: number): Date {
  const spanMs = parseSpanMs(window)
  if (spanMs === null) throw new RangeError(`${window} is not a time window, such as 30d`)
  return new Date(Math.max(0, now - spanMs))
}

/** Two filters on the last activity, as times. */
export function activityBounds(
  input: { hasActivityInLast?: string | undefined; noActivityInLast?: string | undefined },
  now: number,
): { activeSince?: Date; inactiveSince?: Date } {
  const { hasActivityInLast, noActivityInLast } = input
  return {
    ...(hasActivityInLast === undefined ? {} : { activeSince: windowStart(hasActivityInLast, now) }),
    ...(noActivityInLast === undefined ? {} : { inactiveSince: windowStart(noActivityInLast, now) }),
  }
}

/** Whole days from a time to `now`; 0 for the future; null without a time. */
export function daysSince(time: string | null, now: number): number | null {
  return time === null ? null : Math.max(0, Math.floor((now - Date.parse(time)) / dayMs))
}
