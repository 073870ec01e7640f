import { type Finding, lastHeld, rounded } from './finding.ts'
import { type CustomerSeries, type Day, dayText } from './series.ts'

/** Whole days without activity after which an account is quiet. */
const quietDays = 14
/** An account was in use when it was active on so many … */
const usualActiveDays = 5
/** … of so many days before. */
const usualDays = 28
const severeDays = 28

/** Nobody of a customer that was in use comes any more. */
export function quietAccount({ activity }: CustomerSeries, today: Day): Finding[] {
  return activity.days.flatMap((last, place): Finding[] => {
    const back = activity.days[place + 1] ?? null
    const opened = last + quietDays + 1
    if (opened > (back ?? today)) return []
    const used = activity.activeDays(last - usualDays + 1, last)
    if (used < usualActiveDays) return []
    const to = lastHeld({ opened, closed: back }, today)
    const silent = to - last
    return [
      {
        rule: 'quiet_account',
        about: '',
        opened,
        closed: back,
        severity: silent > severeDays ? 'HIGH' : 'MEDIUM',
        confidence: 0.95,
        assertion: `No activity since ${dayText(last)}, after activity on ${used} of ${usualDays} days`,
        reasoning: `An account in use is quiet when nobody was active for ${quietDays} days.`,
        period: { from: last + 1, to },
        changed: last + 1,
        metric: {
          name: 'days_since_activity',
          value: silent,
          previous: rounded(usualDays / used),
          unit: 'days',
        },
      },
    ]
  })
}
