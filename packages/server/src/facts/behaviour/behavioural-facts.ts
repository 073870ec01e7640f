import { createHash } from 'node:crypto'
import { activityDrop, coreActionDecay } from './activity-drop.ts'
import { championQuiet } from './champion-quiet.ts'
import { churnRisk } from './churn-risk.ts'
import { type Finding, type Observation, type RuleName, lastHeld, rounded } from './finding.ts'
import { firstPayment } from './first-payment.ts'
import { newPeopleSurge } from './new-people-surge.ts'
import { quietAccount } from './quiet-account.ts'
import { type CustomerSeries, type Day, dayMs } from './series.ts'

/** Type and category of each rule's facts: types that filters accept, where one fits. */
const kinds: Record<RuleName, { factType: string; factCategory: 'CHURN' | 'JOURNEY' }> = {
  activity_drop: { factType: 'PRODUCT_USAGE', factCategory: 'CHURN' },
  quiet_account: { factType: 'QUIET_ACCOUNT', factCategory: 'CHURN' },
  champion_quiet: { factType: 'CHAMPION_RISK', factCategory: 'CHURN' },
  core_action_decay: { factType: 'CORE_ACTION_DECAY', factCategory: 'CHURN' },
  churn_risk: { factType: 'CHURN_RISK', factCategory: 'CHURN' },
  new_people_surge: { factType: 'EXPANSION', factCategory: 'JOURNEY' },
  first_payment: { factType: 'FUNDING_REVENUE', factCategory: 'JOURNEY' },
}

/** A behavioural fact; times in Unix milliseconds. */
export interface BehaviouralFact {
  /** Computed from the customer, the rule and the day on which it opened: always the same. */
  factId: string
  customerId: string
  /** The person whom it is about; null for one about the whole account. */
  userId: string | null
  assertion: string
  reasoning: string
  factType: string
  factCategory: string
  status: 'ACTIVE' | 'RESOLVED'
  confidence: number
  severity: Finding['severity']
  /** When it opened. */
  occurredAt: number
  validUntil: number | null
  lastDetectedAt: number
  periodStart: number
  periodEnd: number
  changePointAt: number
  /** How often this has happened, this time included. */
  occurrenceCount: number
  metricName: string
  metricValue: number
  metricPreviousValue: number
  metricDelta: number
  metricUnit: string
  observations: readonly Observation[]
}

/** All facts of a customer's history, as known at the end of `today`. Pure. */
export function behaviouralFacts(series: CustomerSeries, today: Day): BehaviouralFact[] {
  const found = [
    ...activityDrop(series),
    ...quietAccount(series, today),
    ...championQuiet(series, today),
    ...coreActionDecay(series),
    ...newPeopleSurge(series, today),
    ...firstPayment(series),
  ]
  const findings = [...found, ...churnRisk(series, found, today)].sort(
    (left, right) => left.opened - right.opened,
  )
  const times = new Map<string, number>()
  return findings.map((finding) => {
    const subject = JSON.stringify([finding.rule, finding.about])
    const occurrence = (times.get(subject) ?? 0) + 1
    times.set(subject, occurrence)
    return toFact(finding, { customerId: series.customerId, subject, occurrence, today })
  })
}

function toFact(
  finding: Finding,
  {
    customerId,
    subject,
    occurrence,
    today,
  }: { customerId: string; subject: string; occurrence: number; today: Day },
): BehaviouralFact {
  const { opened, closed, metric, period } = finding
  const digest = createHash('sha256').update(JSON.stringify([customerId, subject, opened]))
  return {
    factId: `behaviour_${digest.digest('hex').slice(0, 24)}`,
    customerId,
    userId: finding.rule === 'champion_quiet' ? finding.about : null,
    assertion: finding.assertion,
    reasoning: finding.reasoning,
    ...kinds[finding.rule],
    status: closed === null ? 'ACTIVE' : 'RESOLVED',
    confidence: finding.confidence,
    severity: finding.severity,
    occurredAt: opened * dayMs,
    validUntil: closed === null ? null : closed * dayMs,
    lastDetectedAt: lastHeld(finding, today) * dayMs,
    periodStart: period.from * dayMs,
    periodEnd: (period.to + 1) * dayMs - 1,
    changePointAt: finding.changed * dayMs,
    occurrenceCount: occurrence,
    metricName: metric.name,
    metricValue: metric.value,
    metricPreviousValue: metric.previous,
    metricDelta: rounded(metric.value - metric.previous),
    metricUnit: metric.unit,
    observations: finding.seen ?? [],
  }
}
