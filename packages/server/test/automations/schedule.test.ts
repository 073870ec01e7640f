// Slots of schedules by a clock of the test's own, through the nights in which clocks are changed.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inZone, nextSlot, slotsBetween, type ZonedSchedule } from '../../src/acting/automations/schedule.ts'

function slots(schedule: ZonedSchedule, after: string, until: string): string[] {
  return [...slotsBetween(schedule, Date.parse(after), Date.parse(until))].map((slot) =>
    new Date(slot).toISOString().replace(':00.000Z', 'Z'),
  )
}

const daily = (timezone: string, hour: number, minute = 0): ZonedSchedule => ({
  cadence: 'daily',
  timezone,
  localTime: { hour, minute },
})

test.each([
  {
    night: 'New York has no 02:30: it moves forward by the hour',
    schedule: daily('America/New_York', 2, 30),
    from: '2027-03-13T00:00Z',
    until: '2027-03-15T12:00Z',
    expected: ['2027-03-13T07:30Z', '2027-03-14T07:30Z', '2027-03-15T06:30Z'],
  },
  {
    night: 'New York has 01:30 twice: the first one',
    schedule: daily('America/New_York', 1, 30),
    from: '2026-10-31T12:00Z',
    until: '2026-11-02T12:00Z',
    expected: ['2026-11-01T05:30Z', '2026-11-02T06:30Z'],
  },
  {
    night: 'Berlin has no 02:30',
    schedule: daily('Europe/Berlin', 2, 30),
    from: '2027-03-27T12:00Z',
    until: '2027-03-29T12:00Z',
    expected: ['2027-03-28T01:30Z', '2027-03-29T00:30Z'],
  },
  {
    night: 'Berlin has 02:30 twice',
    schedule: daily('Europe/Berlin', 2, 30),
    from: '2026-10-24T12:00Z',
    until: '2026-10-26T12:00Z',
    expected: ['2026-10-25T00:30Z', '2026-10-26T01:30Z'],
  },
  {
    night: 'Lord Howe skips half an hour',
    schedule: daily('Australia/Lord_Howe', 2, 15),
    from: '2026-10-03T12:00Z',
    until: '2026-10-04T20:00Z',
    expected: ['2026-10-03T15:45Z', '2026-10-04T15:15Z'],
  },
  {
    night: 'Cairo has no midnight',
    schedule: daily('Africa/Cairo', 0),
    from: '2027-04-29T12:00Z',
    until: '2027-04-30T23:00Z',
    expected: ['2027-04-29T22:00Z', '2027-04-30T21:00Z'],
  },
  {
    night: 'Apia has no 30 December 2011: two dates mean one instant, which comes once',
    schedule: daily('Pacific/Apia', 9),
    from: '2011-12-29T00:00Z',
    until: '2012-01-01T00:00Z',
    expected: ['2011-12-29T19:00Z', '2011-12-30T19:00Z', '2011-12-31T19:00Z'],
  },
  {
    night: 'hourly is once in each real hour of the longer night',
    schedule: {
      cadence: 'hourly',
      timezone: 'America/New_York',
      localTime: { hour: 0, minute: 10 },
    } as const,
    from: '2026-11-01T04:30Z',
    until: '2026-11-01T08:30Z',
    expected: ['2026-11-01T05:10Z', '2026-11-01T06:10Z', '2026-11-01T07:10Z', '2026-11-01T08:10Z'],
  },
  {
    night: 'hourly goes by the local minute where zones are half an hour off',
    schedule: { cadence: 'hourly', timezone: 'Asia/Kolkata' } as const,
    from: '2026-11-01T00:00Z',
    until: '2026-11-01T02:00Z',
    expected: ['2026-11-01T00:30Z', '2026-11-01T01:30Z'],
  },
  {
    night: 'weekly through the change',
    schedule: { ...daily('Europe/Berlin', 2, 30), cadence: 'weekly', weekday: 'sunday' } as const,
    from: '2027-03-21T12:00Z',
    until: '2027-04-05T00:00Z',
    expected: ['2027-03-28T01:30Z', '2027-04-04T00:30Z'],
  },
  {
    night: "what a schedule leaves out: nine on Monday, in the workspace's zone",
    schedule: inZone({ cadence: 'weekly' }, 'America/Los_Angeles'),
    from: '2026-11-22T00:00Z',
    until: '2026-11-24T00:00Z',
    expected: ['2026-11-23T17:00Z'],
  },
])('$night', ({ schedule, from, until, expected }) => {
  expect(slots(schedule, from, until)).toEqual(expected)
})

test('a slot is after the instant asked for, none lies between, and it is the same from wherever before it one asks', () => {
  const zones = [
    'America/New_York',
    'Europe/Berlin',
    'Australia/Lord_Howe',
    'Africa/Cairo',
    'Pacific/Apia',
    'Asia/Kathmandu',
    'UTC',
  ]
  const longest = { hourly: 90, daily: 26 * 60, weekly: 7 * 24 * 60 + 120 }
  fc.assert(
    fc.property(
      fc.record({
        cadence: fc.constantFrom('hourly', 'daily', 'weekly'),
        timezone: fc.constantFrom(...zones),
        localTime: fc.record({
          hour: fc.integer({ min: 0, max: 23 }),
          minute: fc.integer({ min: 0, max: 59 }),
        }),
        weekday: fc.constantFrom('monday', 'thursday', 'sunday'),
      }),
      fc.integer({ min: Date.UTC(2012, 1), max: Date.UTC(2036, 0) }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (schedule, after, part) => {
        const slot = nextSlot(schedule, after)
        expect(slot).toBeGreaterThan(after)
        expect(slot - after).toBeLessThanOrEqual(longest[schedule.cadence] * 60_000)
        const between = Math.floor(after + (slot - 1 - after) * part)
        expect(nextSlot(schedule, between)).toBe(slot)
      },
    ),
    { numRuns: 500 },
  )
})
