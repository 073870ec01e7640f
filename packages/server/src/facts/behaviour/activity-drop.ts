import { cutText } from '@customer-intel/contract'
import { type Finding, rounded } from './finding.ts'
import { type Fall, baselineWeeks, findFalls, openAt, recentWeeks, sum } from './falls.ts'
import { type CustomerSeries, type Day, dayText } from './series.ts'
import { billed } from './spans.ts'

/** Severe when activity falls to this part of the baseline or less. */
const severeAt = 0.25
/** An action decays on its own when it falls to this fraction of what is left of all activity. */
const faster = 0.6

/** The customer is much less active than before. */
export function activityDrop(series: CustomerSeries): Finding[] {
  return findFalls(series.activity, { gone: billed(series, 'CHURNED') }).map((fall) => ({
    rule: 'activity_drop',
    about: '',
    ...fallFinding(fall, { what: 'Activity', metric: 'product_events_14d' }),
  }))
}

/** The customer is still active, but does much less of something that it used to do regularly. */
export function coreActionDecay(series: CustomerSeries): Finding[] {
  const { activity, actions } = series
  const gone = billed(series, 'CHURNED')
  const beyondActivity = (monday: Day, actionLeft: number) => {
    const week = (monday - activity.first) / 7
    const recent = sum(activity.counts, week - recentWeeks, week)
    const before = sum(activity.counts, week - recentWeeks - baselineWeeks, week - recentWeeks)
    const activityLeft = (recent * baselineWeeks) / (before * recentWeeks)
    return activityLeft > openAt && actionLeft <= faster * activityLeft
  }
  return [...actions].flatMap(([name, counts]) =>
    findFalls(counts, { mayOpen: beyondActivity, gone }).map((fall): Finding => ({
      rule: 'core_action_decay',
      about: name,
      ...fallFinding(fall, { what: `“${cutText(name, 100)}”`, metric: 'core_action_events_14d' }),
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
    assertion: `${what} fell by half or more in the two weeks before ${dayText(opened)}, from ${previous} events on average`,
    reasoning:
      'Two whole weeks are compared with the eight before them: at most half of their average, and further below ' +
      'it than the ups and downs of these weeks explain.',
    period: { from: recentUntil - recentWeeks * 7, to: recentUntil - 1 },
    changed: opened - recentWeeks * 7,
    metric: { name: metric, value: recent, previous, unit: 'events' },
  }
}
