import type { ActivityWindow, CustomerSection, GetCustomerOutput } from '@customer-intel/contract'
import { windowStart } from './activity-window.ts'
import { describeEvent } from './describe-event.ts'
import { customerNotFound, requireCustomer } from './find-customer.ts'
import type { CustomerReads } from './reads/customer-reads.ts'
import { defineTool } from '../kernel/operations/tool.ts'

/** Maximal number of contacts and events in a profile; the list tools return all. */
const contactsShown = 100
const eventsShown = 20

export const getCustomer = defineTool('svc_get_customer', async (input, { workspace, clock }) => {
  const reads = workspace.readModels
  const since = windowStart(input.timeframe, clock())
  // If it was merged into another customer meanwhile, the reference leads to that one.
  const profile = (await readProfile(reads, input, since)) ?? (await readProfile(reads, input, since))
  if (profile === null) throw customerNotFound()
  return profile
})

/** Null when the customer was deleted or merged before everything was read. */
async function readProfile(
  reads: CustomerReads,
  input: { customer: string; include: readonly CustomerSection[]; timeframe: ActivityWindow },
  since: Date,
): Promise<GetCustomerOutput | null> {
  const { id: customerId } = await requireCustomer(reads, input.customer)
  const asked = [...new Set(input.include)]
  const [found, ...added] = await Promise.all([
    reads.getCustomer(customerId),
    ...asked.map((section) => sections[section](reads, customerId, since)),
  ])
  if (found === null) return null
  const { contactCount, currentMrr, currency, mrrCalculationStatus, ...customer } = found
  const looksBack = asked.includes('recentTimeline') || asked.includes('behaviorMetrics')
  return Object.assign(
    { customer, ...(looksBack && { timeframe: input.timeframe }) },
    ...added,
  ) as GetCustomerOutput
}

type Section = (reads: CustomerReads, customerId: string, since: Date) => Promise<Partial<GetCustomerOutput>>

const sections: Record<CustomerSection, Section> = {
  async users(reads, customerId) {
    const contacts = await reads.listContacts(customerId, contactsShown)
    return {
      users: contacts.map(({ customerId: of, customerName, customerDomain, ...contact }) => contact),
    }
  },
  async revenue(reads, customerId) {
    const revenue = await reads.getRevenue(customerId)
    return revenue === null ? {} : { revenue }
  },
  async recentTimeline(reads, customerId, since) {
    const { items } = await reads.listTimeline({
      of: { customerId },
      from: since,
      limit: eventsShown,
      after: null,
    })
    return {
      recentTimeline: items.map((entry) => ({
        type: entry.eventType,
        title: describeEvent(entry).title,
        contact: entry.contact,
        occurredAt: entry.occurredAt,
      })),
    }
  },
  async behaviorMetrics(reads, customerId, since) {
    return { behaviorMetrics: await reads.getBehaviorMetrics(customerId, since) }
  },
  // This server has no provider of company data.
  enrichment: async () => ({
    enrichment: {
      status: 'MISSING',
      provider: null,
      providerEntityId: null,
      summary: null,
      match: null,
      lastSuccessfulRefreshAt: null,
      lastAttemptAt: null,
      expiresAt: null,
      error: null,
    },
  }),
}
