const formats = new Map<string, Intl.DateTimeFormat>()

/** Making a format costs more than a row: each is made once. */
function format(zone: string, name: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${zone} ${name}`
  const known = formats.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-GB', { timeZone: zone, ...options })
  formats.set(key, made)
  return made
}

/** `14:02:11` of today, `25 Nov` of another day. */
export const clockTime = (at: number, zone: string) =>
  dayMonth(at, zone) === dayMonth(Date.now(), zone)
    ? format(zone, 'clock', { hour: '2-digit', minute: '2-digit', second: '2-digit' }).format(at)
    : dayMonth(at, zone)

/** `14:02`. */
export const minuteTime = (at: number, zone: string) =>
  format(zone, 'minute', { hour: '2-digit', minute: '2-digit' }).format(at)

/** `Wednesday 25 November 2026`. */
export const longDay = (at: number, zone: string) =>
  format(zone, 'long', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
    .format(at)
    .replace(',', '')

/** `25 Nov`. */
export const dayMonth = (at: number, zone: string) =>
  format(zone, 'day', { day: 'numeric', month: 'short' }).format(at)

/** `Nov 2026`. */
export const month = (at: number, zone: string) =>
  format(zone, 'month', { month: 'short', year: 'numeric' }).format(at)

/** `25 Nov 2026`. */
export const shortDay = (at: number, zone: string) =>
  format(zone, 'short', { day: 'numeric', month: 'short', year: 'numeric' }).format(at)

/** `2026-11-25`, the day there: what two times share that fall on the same day. */
export const dayKey = (at: number, zone: string) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(at)

/** `25 November 2026 at 14:02:11 CET`. */
export function exactTime(at: string, zone: string): string {
  const time = Date.parse(at)
  if (Number.isNaN(time)) return at
  const options = { dateStyle: 'long', timeStyle: 'long' } as const
  return format(zone, 'exact', options).format(time)
}

/** `4 min ago` below a day, `25 Nov` of this year, `25 Nov 2025` else. */
export function shortTime(at: string, zone: string, now: number): string {
  const time = Date.parse(at)
  if (Number.isNaN(time)) return at
  const minutes = Math.floor((now - time) / 60_000)
  if (minutes >= 0 && minutes < 1) return 'now'
  if (minutes >= 0 && minutes < 60) return `${minutes} min ago`
  if (minutes >= 0 && minutes < 24 * 60) return `${Math.floor(minutes / 60)} h ago`
  const year = format(zone, 'year', { year: 'numeric' })
  if (year.format(time) !== year.format(now)) return shortDay(time, zone)
  return dayMonth(time, zone)
}

/** `12 s`, `4 min`, `3 h`. */
export function lengthOfTime(seconds: number): string {
  if (seconds < 120) return `${Math.ceil(seconds)} s`
  return seconds < 7_200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`
}
