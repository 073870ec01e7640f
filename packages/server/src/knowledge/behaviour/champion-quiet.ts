import { type Finding, lastHeld, rounded } from './finding.ts'
import { newNormalWeeks } from './falls.ts'
import { type CustomerSeries, type Day, type PersonSeries, countDays, dayText, pauses } from './series.ts'

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

/** Of several people, the most active one is inactive now, while others still come. */
export function championQuiet({ days, people }: CustomerSeries, today: Day): Finding[] {
  return people.flatMap((person) =>
    pauses(person.days, quietDays, today).flatMap(({ last, back }): Finding[] => {
      const active = activeDays(person, last)
      const pause = windowDays / active
      const enough = Math.max(quietDays, Math.ceil(usualPauses * pause))
      const opened = last + enough + 1
      if (opened > (back ?? today) || !isChampion(person, people, last)) return []
      if (countDays(days, opened - othersDays, opened - 1) === 0) return []
      const forgotten = opened + newNormalWeeks * 7
      const closed = back !== null && back <= forgotten ? back : forgotten <= today ? forgotten : null
      const to = lastHeld({ opened, closed }, today)
      return [
        {
          rule: 'champion_quiet',
          about: person.userId,
          opened,
          closed,
          severity: to - last > severeDays ? 'HIGH' : 'MEDIUM',
          confidence: 0.8,
          assertion: `${person.name ?? 'The most active person'}, the most active person until then, has not been seen since ${dayText(last)}`,
          reasoning: `They were active on ${active} of ${windowDays} days, more than anybody else, and then on none of ${enough}, while others came.`,
          period: { from: last + 1, to },
          changed: last + 1,
          metric: {
            name: 'champion_days_since_activity',
            value: to - last,
            previous: rounded(pause),
            unit: 'days',
          },
        },
      ]
    }),
  )
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
