import { type Finding, rounded } from './finding.ts'
import { type Fall, baselinePeriods, findFalls, openAt, recentDays } from './falls.ts'
import { type CustomerSeries, type Day, dayText } from './series.ts'

/** A fall to this part of the baseline or less is severe. */
const severeAt = 0.25

/** An action decays by itself when so much less of it is left than of all activity. */
const faster = 0.6

/** The customer does much less than it used to. */
export function activityDrop({ activity }: CustomerSeries, today: Day): Finding[] {
  return findFalls(activity, today).map((fall) => ({
    rule: 'activity_drop',
    about: '',
    ...fallFinding(fall, { what: 'Activity', metric: 'product_events_14d' }),
  }))
}

/** The customer still comes, and does much less of something that it used to do all the time. */
export function coreActionDecay({ activity, actions }: CustomerSeries, today: Day): Finding[] {
  const beyondActivity = (day: Day, actionLeft: number) => {
    const recent = activity.sum(day - recentDays, day - 1)
    const baseline = activity.sum(day - recentDays * (baselinePeriods + 1), day - recentDays - 1)
    const activityLeft = (recent * baselinePeriods) / baseline
    return activityLeft > openAt && actionLeft <= faster * activityLeft
  }
  return [...actions].flatMap(([name, counts]) =>
    findFalls(counts, today, { mayOpen: beyondActivity }).map((fall): Finding => ({
      rule: 'core_action_decay',
      about: name,
      ...fallFinding(fall, { what: `“${name.slice(0, 100)}”`, metric: 'core_action_events_14d' }),
    })),
  )
}

function fallFinding(
  { opened, closed, baseline, recent, recentUntil }: Fall,
  { what, metric }: { what: string; metric: string },
): Omit<Finding, 'rule' | 'about'> {
  const previous = rounded(baseline)
  return {
    opened,
    closed,
    severity: recent <= severeAt * baseline ? 'HIGH' : 'MEDIUM',
    confidence: 0.8,
    assertion: `${what} fell by half or more in the ${recentDays} days before ${dayText(opened)}, from ${previous} events on average`,
    reasoning:
      `Compared are ${recentDays} days with the four such periods before them: fewer events than in each of these, ` +
      'and fewer than chance explains.',
    period: { from: recentUntil - recentDays + 1, to: recentUntil },
    changed: opened - recentDays,
    metric: { name: metric, value: recent, previous, unit: 'events' },
  }
}
