import { type Finding, lastHeld, rounded } from './finding.ts'
import { type CustomerSeries, type Day, countDays, dayText, pauses } from './series.ts'
import { billed, without } from './spans.ts'

/** Days without activity after which an account is inactive … */
const quietDays = 14
/** … and at least this many times the usual pause. */
const usualPauses = 5
/** An account was in use if it was active on this many … */
const usualActiveDays = 5
/** … of this many days before. */
const usualDays = 28
const severeDays = 42

/** A customer that was in use, and hasn't churned, has no activity any more. */
export function quietAccount(series: CustomerSeries, today: Day): Finding[] {
  const { days } = series
  const gone = billed(series, 'CHURNED')
  return pauses(days, quietDays, today).flatMap(({ last, back }): Finding[] => {
    const used = countDays(days, last - usualDays + 1, last)
    if (used < usualActiveDays) return []
    const pause = usualDays / used
    const enough = Math.max(quietDays, Math.ceil(usualPauses * pause))
    const opens = last + enough + 1
    if (opens > (back ?? today)) return []
    return without(gone, { opened: opens, closed: back }).map(({ opened, closed }) => {
      const to = lastHeld({ opened, closed }, today)
      const silent = to - last
      return {
        rule: 'quiet_account',
        about: '',
        opened,
        closed,
        severity: silent > severeDays ? 'HIGH' : 'MEDIUM',
        confidence: 0.95,
        assertion: `No activity since ${dayText(last)}, after activity on ${used} of ${usualDays} days`,
        reasoning: `Nobody was active for ${enough} days, at least ${usualPauses} times the pause that was usual.`,
        period: { from: last + 1, to },
        changed: last + 1,
        metric: { name: 'days_since_activity', value: silent, previous: rounded(pause), unit: 'days' },
      }
    })
  })
}
