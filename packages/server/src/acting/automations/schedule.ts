import type { AutomationSchedule } from '@customer-intel/contract'
import { Temporal } from 'temporal-polyfill'

const hour = 3_600_000
const minute = 60_000
const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
/** Defaults of a schedule: nine in the morning, on Monday, hourly on the hour. */
const defaults = { weekday: 'monday', hour: 9 } as const

/** A schedule whose time zone is known. */
export type ZonedSchedule = AutomationSchedule & { timezone: string }

/** A schedule in its own time zone, else in the workspace's. */
export function inZone(schedule: AutomationSchedule, workspaceTimezone: string): ZonedSchedule {
  return { ...schedule, timezone: schedule.timezone ?? workspaceTimezone }
}

/**
 * The first slot of a schedule after a time; both Unix milliseconds. A local time that is skipped by a clock change moves
 * forward by the gap, one that occurs twice is the first; hourly is once per real hour. Pure.
 */
export function nextSlot(schedule: ZonedSchedule, after: number): number {
  const { cadence, timezone } = schedule
  if (cadence === 'hourly') return nextHourly(schedule, timezone, after)
  const daysApart = cadence === 'weekly' ? 7 : 1
  let date = dateOf(after, timezone).subtract({ days: 1 })
  if (cadence === 'weekly') {
    const wanted = weekdays.indexOf(schedule.weekday ?? defaults.weekday) + 1
    date = date.subtract({ days: (date.dayOfWeek - wanted + 7) % 7 })
  }
  for (;;) {
    const slot = slotOf(schedule, timezone, date)
    if (slot > after) return slot
    date = date.add({ days: daysApart })
  }
}

/** All slots after one time, up to and including another; each once, also when two dates mean one time. */
export function* slotsBetween(
  schedule: ZonedSchedule,
  after: number,
  until: number,
): Generator<number, void> {
  for (let slot = nextSlot(schedule, after); slot <= until; slot = nextSlot(schedule, slot)) yield slot
}

/**
 * The offset of the minute is computed at the start of the real hour: so each hour has one slot, whatever the zone's
 * clocks do in it.
 */
function nextHourly({ localTime }: AutomationSchedule, timezone: string, after: number): number {
  const { minute: minutes = 0, second = 0, millisecond = 0 } = localTime ?? {}
  const wanted = minutes * minute + second * 1_000 + millisecond
  for (let start = Math.floor(after / hour) * hour; ; start += hour) {
    const offset =
      Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(timezone).offsetNanoseconds / 1e6
    const slot = start + ((((wanted - offset) % hour) + hour) % hour)
    if (slot > after) return slot
  }
}

function dateOf(at: number, timezone: string): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timezone).toPlainDate()
}

function slotOf({ localTime }: AutomationSchedule, timezone: string, date: Temporal.PlainDate): number {
  const { hour: hours = defaults.hour, minute: minutes = 0, second = 0, millisecond = 0 } = localTime ?? {}
  return date
    .toPlainDateTime({ hour: hours, minute: minutes, second, millisecond })
    .toZonedDateTime(timezone, { disambiguation: 'compatible' }).epochMilliseconds
}
