import { activationResource } from './activation.ts'
import { defineCommand } from '../kernel/operations/command.ts'

const dayMs = 86_400_000

/** `POST /api/activation/preview`: whom an event name would have activated. Exact counts; changes nothing. */
export const previewActivation = defineCommand('previewCustomerActivation', async ({ body }, context) => {
  const { clock } = context
  const { eventName, lookbackDays, exampleLimit } = body
  const reads = await context.fresh()
  const until = new Date(clock())
  const from = new Date(until.getTime() - lookbackDays * dayMs)
  const found = await reads.findActivationMatches({ eventName, from, until, exampleLimit })
  const preview = {
    eventName,
    evaluatedFrom: from.toISOString(),
    evaluatedTo: until.toISOString(),
    evaluatedEventCount: found.eventCount,
    matchedCustomerCount: found.customerCount,
    alreadyActivatedCustomerCount: found.activatedCustomerCount,
    wouldActivateCustomerCount: found.customerCount - found.activatedCustomerCount,
    evaluatedContactOccurrenceCount: found.contactEventCount,
    matchedContactCount: found.contactCount,
    alreadyActivatedContactCount: found.activatedContactCount,
    wouldActivateContactCount: found.contactCount - found.activatedContactCount,
    contactTruncated: false,
    customerTruncated: false,
    truncated: found.examples.length < found.customerCount,
    examples: found.examples,
  }
  return { data: { preview }, resources: [activationResource] }
})
