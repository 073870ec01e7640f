import { type Finding, type Observation, lastHeld, observed, rounded } from './finding.ts'
import { type CustomerSeries, type Day, type PersonSeries, before, countDays, dayText } from './series.ts'

const windowDays = 14
/** The baseline before; shorter for a young account. */
const baselineDays = 84
/** While an account is younger than this, everybody in it is new. */
const newAccountDays = 28
const minPeople = 3
/** Maximal number of people in the evidence. */
const peopleShown = 20

/** Many more new people than usual became active. */
export function newPeopleSurge({ days, people }: CustomerSeries, today: Day): Finding[] {
  const findings: Finding[] = []
  const joined = people
    .flatMap(({ days }) => (days[0] === undefined ? [] : [days[0]]))
    .sort((left, right) => left - right)
  const [first] = days
  if (first === undefined) return findings
  const newPeople = (day: Day) => countDays(joined, day - windowDays + 1, day)
  const usual = (day: Day) => {
    const from = Math.max(first, day - windowDays - baselineDays + 1)
    const length = day - windowDays - from + 1
    return (countDays(joined, from, day - windowDays) * windowDays) / length
  }
  let day = first + newAccountDays
  while (day <= today) {
    const baseline = usual(day)
    const threshold = Math.max(minPeople, 2 * baseline, baseline + 3 * Math.sqrt(baseline))
    if (newPeople(day) < threshold) {
      // It can only open on a day with a new person.
      const next = joined[before(joined, day + 1)]
      if (next === undefined) break
      day = next
      continue
    }
    const opened = day
    let most = 0
    for (; day <= today && newPeople(day) >= threshold; day++) most = Math.max(most, newPeople(day))
    const closed = day <= today ? day : null
    const to = lastHeld({ opened, closed }, today)
    const previous = rounded(baseline)
    findings.push({
      rule: 'new_people_surge',
      about: '',
      opened,
      closed,
      severity: 'LOW',
      confidence: 0.9,
      assertion: `${newPeople(opened)} new people became active in the ${windowDays} days to ${dayText(opened)}; ${previous} are usual`,
      reasoning: `At least ${minPeople}, twice as many as usual in ${windowDays} days, and more than chance explains.`,
      period: { from: opened - windowDays + 1, to },
      changed: joined[before(joined, opened - windowDays + 1)]!,
      metric: { name: 'new_active_people_14d', value: most, previous, unit: 'people' },
      seen: seenFirst(people, { from: opened - windowDays + 1, to: opened }),
    })
  }
  return findings
}

/** The people who became active from one day to another, both inclusive. */
function seenFirst(people: readonly PersonSeries[], { from, to }: { from: Day; to: Day }): Observation[] {
  return people
    .flatMap((person) => {
      const [first] = person.days
      return first === undefined || first < from || first > to ? [] : [{ person, first }]
    })
    .toSorted(
      (left, right) => left.first - right.first || (left.person.userId < right.person.userId ? -1 : 1),
    )
    .slice(0, peopleShown)
    .map(({ person, first }) => observed(person, { firstActiveOn: dayText(first) }))
}
