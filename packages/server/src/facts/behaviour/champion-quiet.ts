import { type Finding, type Observation, lastHeld, observed, rounded } from './finding.ts'
import { newNormalWeeks } from './falls.ts'
import {
  type CustomerSeries,
  type Day,
  type PersonSeries,
  before,
  countDays,
  dayText,
  pauses,
} from './series.ts'
import { billed, without } from './spans.ts'

/** Days without activity of the champion … */
const quietDays = 21
/** … and at least this many times their usual pause. */
const usualPauses = 7
/** A champion is active on at least this many … */
const championDays = 12
/** … of this many days, and on more than anybody else. */
const windowDays = 90
/**
 * Others must have been active within this many days; otherwise the whole account is inactive, which is a fact of its
 * own.
 */
const othersDays = 14
const severeDays = 42
/** Maximal number of others in the evidence. */
const othersShown = 5

/** Of several people, the most active one is inactive now, while others still come. */
export function championQuiet(series: CustomerSeries, today: Day): Finding[] {
  const { days, people } = series
  const gone = billed(series, 'CHURNED')
  return people.flatMap((person) =>
    pauses(person.days, quietDays, today).flatMap(({ last, back }): Finding[] => {
      const active = activeDays(person, last)
      const pause = windowDays / active
      const enough = Math.max(quietDays, Math.ceil(usualPauses * pause))
      const opens = last + enough + 1
      if (opens > (back ?? today) || !isChampion(person, people, last)) return []
      if (countDays(days, opens - othersDays, opens - 1) === 0) return []
      const forgotten = opens + newNormalWeeks * 7
      const closes = back !== null && back <= forgotten ? back : forgotten <= today ? forgotten : null
      const lastActiveOn = dayText(last)
      const seen = [
        observed(person, { lastActiveOn, activeDays: active, ofDays: windowDays }),
        ...seenOfOthers(person, people, opens),
      ]
      return without(gone, { opened: opens, closed: closes }).map(({ opened, closed }) => {
        const to = lastHeld({ opened, closed }, today)
        return {
          rule: 'champion_quiet',
          about: person.userId,
          opened,
          closed,
          severity: to - last > severeDays ? 'HIGH' : 'MEDIUM',
          confidence: 0.8,
          assertion: `${labelOf(person)}, the most active person until then, has not used the product since ${lastActiveOn}`,
          reasoning: `They were active on ${active} of ${windowDays} days, more than anybody else, and then on none of ${enough}, while others came.`,
          period: { from: last + 1, to },
          changed: last + 1,
          metric: {
            name: 'champion_days_since_activity',
            value: to - last,
            previous: rounded(pause),
            unit: 'days',
          },
          seen,
        }
      })
    }),
  )
}

function labelOf({ name, email, userId }: PersonSeries): string {
  if (name === null) return email ?? `The most active person (${userId})`
  return email === null || email === name ? name : `${name} (${email})`
}

/** Those of the others who came most in the days before this one. */
function seenOfOthers(person: PersonSeries, people: readonly PersonSeries[], day: Day): Observation[] {
  return people
    .flatMap((other) => {
      const active = other === person ? 0 : countDays(other.days, day - othersDays, day - 1)
      return active === 0 ? [] : [{ other, active }]
    })
    .toSorted(
      (left, right) => right.active - left.active || (left.other.userId < right.other.userId ? -1 : 1),
    )
    .slice(0, othersShown)
    .map(({ other, active }) => {
      const lastActiveOn = dayText(other.days[before(other.days, day) - 1]!)
      return observed(other, { lastActiveOn, activeDays: active, ofDays: othersDays })
    })
}

/** Whether a person was the most active one on that day; with equal activity the first by id. */
function isChampion(person: PersonSeries, people: readonly PersonSeries[], day: Day): boolean {
  const own = activeDays(person, day)
  if (own < championDays) return false
  let others = 0
  for (const other of people) {
    if (other === person) continue
    const theirs = activeDays(other, day)
    if (theirs > own || (theirs === own && other.userId < person.userId)) return false
    if (theirs > 0) others++
  }
  return others > 0
}

function activeDays({ days }: PersonSeries, day: Day): number {
  return countDays(days, day - windowDays + 1, day)
}
