import { type Finding, type RuleName, lastHeld } from './finding.ts'
import { type CustomerSeries, type Day, dayText } from './series.ts'
import { type ActivitySpan, billed, holds } from './spans.ts'

/** This many different signs at once are a risk; one more makes it severe. */
const riskAt = 2

const signs: { [rule in RuleName]?: string } = {
  activity_drop: 'activity fell',
  quiet_account: 'the account is quiet',
  champion_quiet: 'its champion is quiet',
  core_action_decay: 'a core action is used less',
}

interface Sign extends ActivitySpan {
  name: string
}

/** Several signs of trouble at once, before the customer has churned. */
export function churnRisk(series: CustomerSeries, found: readonly Finding[], today: Day): Finding[] {
  const seen: Sign[] = [
    ...found.flatMap(({ rule, opened, closed }) => {
      const name = signs[rule]
      return name === undefined ? [] : [{ name, opened, closed }]
    }),
    ...billed(series, 'PAST_DUE').map((span) => ({ name: 'a bill is past due', ...span })),
  ]
  const gone = billed(series, 'CHURNED')
  /** The signs on a day; none once the customer has churned. */
  const signsOn = (day: Day) =>
    gone.some((span) => holds(span, day))
      ? []
      : [...new Set(seen.filter((sign) => holds(sign, day)).map(({ name }) => name))].sort()

  const findings: Finding[] = []
  let open: { opened: Day; names: string[]; before: number; most: number } | null = null
  const close = (closed: Day | null) => {
    if (open === null) return
    const { opened, names, before, most } = open
    const to = lastHeld({ opened, closed }, today)
    findings.push({
      rule: 'churn_risk',
      about: '',
      opened,
      closed,
      severity: most > riskAt ? 'HIGH' : 'MEDIUM',
      confidence: most > riskAt ? 0.85 : 0.7,
      assertion: `Risk of churn since ${dayText(opened)}: ${names.join(', ')}`,
      reasoning: `At least ${riskAt} signs of trouble at the same time.`,
      period: { from: opened, to },
      changed: Math.min(...seen.filter((sign) => holds(sign, opened)).map((sign) => sign.opened)),
      metric: { name: 'churn_signals', value: signsOn(to).length, previous: before, unit: 'signals' },
    })
    open = null
  }
  // Signs only change on days on which a finding opens or closes.
  const turns = [...seen, ...gone].flatMap(({ opened, closed }) => [opened, closed ?? today])
  for (const day of [...new Set(turns)].sort((left, right) => left - right)) {
    if (day > today) break
    const names = signsOn(day)
    if (names.length < riskAt) close(day)
    else if (open === null) open = { opened: day, names, before: signsOn(day - 1).length, most: names.length }
    else open.most = Math.max(open.most, names.length)
  }
  close(null)
  return findings
}
