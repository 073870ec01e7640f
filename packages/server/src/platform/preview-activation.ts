import { commandSucceeded } from './command-succeeded.ts'
import type { RouteHandler } from './route-handler.ts'

const dayMs = 86_400_000

/** `POST /api/activation/preview`: whom an event name would have activated. Counts everything, and changes nothing. */
export const previewActivation: RouteHandler<'previewCustomerActivation'> = {
  async run({ body: { eventName, lookbackDays, exampleLimit } }, { workspace, requestId, clock }) {
    await workspace.readModels.fresh()
    const until = new Date(clock())
    const from = new Date(until.getTime() - lookbackDays * dayMs)
    const found = await workspace.readModels.findActivationMatches({ eventName, from, until, exampleLimit })
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
    return commandSucceeded(
      'customer_activation.preview',
      requestId,
      { preview },
      { resources: [{ type: 'customer_activation', id: 'default' }] },
    )
  },
}
