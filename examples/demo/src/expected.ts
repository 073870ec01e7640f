// What the demo's questions in README must answer, computed from the generator alone.
import { createActivity } from './activity.ts'
import { createRecords } from './records.ts'
import { originOf, pagesOf } from './visit.ts'
import type { Company, DemoWorkspace } from './workspace.ts'

const dayMs = 86_400_000

export interface Expected {
  customers: number
  people: number
  /** Domains of customers who pay and have not used the product for 30 days before `now`; A to Z. */
  payingAndQuiet: string[]
  /** How many customers each account manager looks after, by address. */
  customersByOwner: Record<string, number>
  /** What all customers pay in a month, at the end of it or today, by `YYYY-MM`. Cents, EUR. */
  mrrCentsByMonth: Record<string, number>
  pageViews: number
  forms: number
  /** How many people came by each channel first. */
  peopleByChannel: Record<string, number>
}

/** `now`: when the questions are asked, Unix milliseconds. */
export function expectedOf(workspace: DemoWorkspace, now: number): Expected {
  const { companies } = workspace
  const people = companies.flatMap((company) => company.people)
  const byId = new Map(companies.map((company) => [company.customerId, company]))
  const billsOf = new Map<Company, { date: string; mrrCents: number; status: string }[]>()
  for (const record of createRecords(workspace)) {
    if (record.kind !== 'revenue' || !('customerId' in record.customer)) continue
    const company = byId.get(record.customer.customerId ?? '')!
    const { date, mrrCents, billingStatus = '' } = record
    billsOf.set(company, [...(billsOf.get(company) ?? []), { date, mrrCents, status: billingStatus }])
  }

  const lastUse = new Map<string, number>()
  for (const { events } of createActivity(workspace)) {
    for (const event of events) {
      if (event.type === 'identify' || event.customerId === undefined) continue
      const at = event.timestamp ?? 0
      lastUse.set(event.customerId, Math.max(lastUse.get(event.customerId) ?? 0, at))
    }
  }
  const isPaying = (company: Company): boolean => billsOf.get(company)?.at(-1)?.status === 'PAYING'
  const isQuiet = ({ customerId }: Company): boolean => (lastUse.get(customerId) ?? 0) < now - 30 * dayMs

  return {
    customers: companies.length,
    people: people.length,
    payingAndQuiet: companies
      .filter((company) => isPaying(company) && isQuiet(company))
      .map(({ domain }) => domain)
      .toSorted(),
    customersByOwner: countBy(companies, ({ ownerEmail }) => ownerEmail),
    mrrCentsByMonth: Object.fromEntries(
      lastMonths(now, 12).map(({ month, lastDay }) => [
        month,
        companies.reduce((sum, company) => {
          const bill = billsOf.get(company)?.findLast(({ date }) => date <= lastDay)
          return sum + (bill?.mrrCents ?? 0)
        }, 0),
      ]),
    ),
    pageViews: people.reduce((sum, person) => sum + pagesOf(workspace, person).length, 0),
    forms: people.length,
    peopleByChannel: countBy(people, (person) => originOf(workspace, person).split(' ')[0]!),
  }
}

function lastMonths(now: number, count: number): { month: string; lastDay: string }[] {
  const today = new Date(now).toISOString().slice(0, 10)
  const [year = 0, month = 1] = today.split('-').map(Number)
  return Array.from({ length: count }, (_, ago) => {
    const end = new Date(Date.UTC(year, month - ago, 0)).toISOString().slice(0, 10)
    return { month: end.slice(0, 7), lastDay: end < today ? end : today }
  })
}

function countBy<Item>(items: readonly Item[], key: (item: Item) => string): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const item of items) counts[key(item)] = (counts[key(item)] ?? 0) + 1
  return counts
}
