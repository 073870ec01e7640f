import type { RecordInput, RevenueRecordInput, SourceRecordInput } from '@customer-intel/contract'
import { createConversations } from './conversations.ts'
import { type Company, type DemoWorkspace, dateOf, days, noonOf } from './workspace.ts'

const plans = [
  { plan: 'Team', seatCents: 1_900 },
  { plan: 'Business', seatCents: 3_400 },
  { plan: 'Enterprise', seatCents: 5_200 },
] as const
const trialDays = 14
const monthDays = 30

/** What the other systems of the demo's company know: members, accounts, people, bills, deals and conversations. */
export function* createRecords(workspace: DemoWorkspace): Generator<RecordInput> {
  yield* workspace.members
  for (const company of workspace.companies) {
    const { customerId, domain, name, ownerEmail, industry, people } = company
    yield {
      kind: 'customer',
      customerId,
      domain,
      name,
      ownerEmail,
      traits: { industry, segment: people.length > 20 ? 'mid-market' : 'small business' },
    }
    for (const { userId, email, name: personName, job } of people) {
      yield {
        kind: 'user',
        userId,
        email,
        name: personName,
        customer: { customerId },
        traits: { job },
      }
    }
    yield* createRevenue(workspace, company)
    yield* createDeals(workspace, company)
    yield* createConversations(workspace, company)
  }
}

/** A trial, then a bill each month; what it is depends on how many people there are. */
function* createRevenue(workspace: DemoWorkspace, company: Company): Generator<RevenueRecordInput> {
  const { customerId, story, startDay, endDay } = company
  const customer = { customerId }
  const { plan, seatCents } = planOf(workspace, company)
  const base = { kind: 'revenue' as const, customer, currency: 'EUR', plan }
  yield {
    ...base,
    date: dateOf(workspace, startDay),
    mrrCents: 0,
    billingStatus: 'TRIALING',
    activeSubscriptions: 0,
  }
  const until = endDay ?? days
  for (let day = startDay + trialDays; day < until; day += monthDays) {
    const mrrCents = seatCents * seatsOn(company, day)
    const isUnpaid = story === 'pastDue' && day + monthDays >= until
    yield {
      ...base,
      date: dateOf(workspace, day),
      mrrCents,
      billingStatus: isUnpaid ? 'PAST_DUE' : 'PAYING',
      activeSubscriptions: 1,
      paidCents: isUnpaid ? 0 : mrrCents,
    }
  }
  if (endDay === null) return
  yield {
    ...base,
    date: dateOf(workspace, endDay),
    mrrCents: 0,
    billingStatus: 'CHURNED',
    activeSubscriptions: 0,
  }
}

/** The first contract, a renewal each year, and what is being talked about now. */
function* createDeals(workspace: DemoWorkspace, company: Company): Generator<SourceRecordInput> {
  const { story, startDay, endDay } = company
  const end = endDay ?? days
  yield deal(workspace, company, { name: 'New business', day: Math.max(0, startDay - 5), stage: 'won' })
  for (let day = startDay + 335; day < end; day += 365) {
    yield deal(workspace, company, { name: 'Renewal', day, stage: day + 30 < end ? 'won' : 'negotiation' })
  }
  if (endDay !== null) yield deal(workspace, company, { name: 'Renewal', day: endDay - 1, stage: 'lost' })
  if (story === 'growing') {
    yield deal(workspace, company, { name: 'Expansion', day: days - 9, stage: 'proposal' })
  }
}

function deal(
  workspace: DemoWorkspace,
  company: Company,
  { name, day, stage }: { name: string; day: number; stage: string },
): SourceRecordInput {
  const { customerId, ownerEmail, people } = company
  const { plan, seatCents } = planOf(workspace, company)
  const owner = workspace.members.find(({ email }) => email === ownerEmail)!
  const seats = Math.max(1, seatsOn(company, day))
  return {
    kind: 'source',
    sourceType: 'OPPORTUNITY',
    sourceId: `deal-${customerId}-${name.toLowerCase().replace(' ', '-')}-${day}`,
    occurredAt: new Date(noonOf(workspace, day)).toISOString(),
    title: `${company.name}: ${name}`,
    summary: `${name} of the plan ${plan} for ${seats} people.`,
    provider: 'crm',
    customer: { customerId },
    participants: [
      { email: owner.email, name: owner.name, role: 'owner' },
      { email: people[0]!.email, name: people[0]!.name, role: 'contact' },
    ],
    record: { stage, amountCents: seatCents * seats * 12, currency: 'EUR', plan, seats },
  }
}

function planOf({ random }: DemoWorkspace, { domain, people }: Company): (typeof plans)[number] {
  if (people.length > 25) return plans[2]
  return random.fork(`${domain}/plan`).chance(0.4) ? plans[1] : plans[0]
}

function seatsOn({ people }: Company, day: number): number {
  return people.filter(({ joinDay }) => joinDay <= day).length
}
