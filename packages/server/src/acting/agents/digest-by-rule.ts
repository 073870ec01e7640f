import { shortened } from '@customer-intel/contract'
import type { StoredFact } from '../../facts/fact-read-types.ts'
import type { StoredCustomer } from '../../customers/reads/customer-reads.ts'
import { escapeMarkdown, flatten } from '../notifications/escape-markdown.ts'
import { localDay } from './local-time.ts'
import type { Dossier } from './read-dossiers.ts'

/** A text for people. */
export interface Digest {
  /** Plain, one line. */
  title: string
  /** Names and texts of customers are escaped. */
  markdown: string
}

const titleLength = 160
const textLength = 300
const factsShown = 4

/**
 * Summarises these customers, in order, with numbers and quotes: by rule, the same for the same data. Days are those of
 * `timezone`. Pure.
 */
export function digestByRule(agentName: string, dossiers: readonly Dossier[], timezone: string): Digest {
  const [first] = dossiers
  const whom = dossiers.length === 1 && first ? displayNameOf(first.customer) : `${dossiers.length} customers`
  return {
    title: shortened(flatten(`${agentName}: ${whom}`), titleLength),
    markdown: [
      ...dossiers.map((dossier) => describe(dossier, timezone)),
      '_Made by rule, without a language model._',
    ].join('\n\n'),
  }
}

/** A customer's display name. Plain text. */
export function displayNameOf({ name, domain }: Pick<StoredCustomer, 'name' | 'domain'>): string {
  const called = flatten(name ?? domain ?? '')
  return called === '' ? 'a customer without a name' : shortened(called, 120)
}

/** A customer's display name in bold, with its domain. Markdown. */
export function headingOf(customer: Pick<StoredCustomer, 'name' | 'domain'>): string {
  const { name, domain } = customer
  const beside = name !== null && domain !== null && name !== domain ? ` (${quoted(domain)})` : ''
  return `**${escapeMarkdown(displayNameOf(customer))}**${beside}`
}

function describe({ customer, facts, reasons, metrics, events }: Dossier, timezone: string): string {
  const dayOf = (at: string | null | undefined): string => (at ? localDay(at, timezone) : 'never')
  const lines = [
    ...reasons.map((reason) => `Why: ${quoted(reason)}`),
    `Account: ${accountOf(customer)}`,
    `Last 30 days: ${count(metrics.activityCount, 'activity', 'activities')} by ${count(metrics.activeUsers, 'person', 'people')}; last in the product ${dayOf(customer.lastProductActivityAt)}, last contact ${dayOf(customer.lastContactAt)}`,
    ...facts.slice(0, factsShown).map(factOf),
  ]
  if (facts.length > factsShown) lines.push(count(facts.length - factsShown, 'more fact', 'more facts'))
  if (events.length > 0)
    lines.push(
      `Lately: ${events.map(({ title, occurredAt }) => `${quoted(title)} (${dayOf(occurredAt)})`).join('; ')}`,
    )
  return [headingOf(customer), ...lines.map((line) => `- ${line}`)].join('\n')
}

function accountOf({ billingStatus, currentMrr, currency, owner }: StoredCustomer): string {
  const paid =
    currentMrr === null
      ? ''
      : `, ${(currentMrr / 100).toFixed(2)}${currency === null || currency === undefined ? '' : ` ${quoted(currency)}`} a month`
  const looksAfter = owner === null ? ', nobody looks after it' : `, looked after by ${quoted(owner.name)}`
  return `${billingStatus.toLowerCase().replace('_', ' ')}${paid}${looksAfter}`
}

function factOf({ assertion, metricName, metricValue, metricPreviousValue, metricUnit }: StoredFact): string {
  if (metricName === null || metricValue === null) return quoted(assertion)
  const isMoney = metricUnit?.startsWith('cents') === true
  const amount = (value: number) => (isMoney ? (value / 100).toFixed(2) : String(value))
  const before = metricPreviousValue === null ? '' : `${amount(metricPreviousValue)} → `
  const unit = quoted(isMoney ? metricUnit.slice('cents'.length) : (metricUnit ?? ''))
  const measured = `${before}${amount(metricValue)}${unit === '' ? '' : ` ${unit}`}`
  return `${quoted(assertion)} (${quoted(metricName.replaceAll('_', ' '))}: ${measured})`
}

function quoted(text: string): string {
  return escapeMarkdown(shortened(flatten(text), textLength))
}

function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`
}
