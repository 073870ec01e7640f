import type { Automation, AutomationRun, ListedDelivery, SkippedRun } from '@customer-intel/node-sdk'
import { client } from '../../app/client.ts'

/** What became of one message about a customer, or why there was none. */
export interface MessageLine {
  id: string
  at: string
  /** A message on its way, a run that was skipped, or one that failed before it had a message. */
  delivery?: ListedDelivery
  skipped?: SkippedRun
  failed?: AutomationRun
  automation?: Automation
  /** The event that led to it, where it was one. */
  eventId: string | null
}

/** How many of each are looked at. */
const most = 100

/** All that was sent about a customer or held back, newest first, and the automations that did neither. */
export async function findMessages(
  customer: string,
  signal: AbortSignal,
): Promise<{ lines: MessageLine[]; others: Automation[] }> {
  const [{ items }, { automations }] = await Promise.all([
    client.destinations.listDeliveries({ customer, limit: most }, { signal }),
    client.automations.list({ signal }),
  ])
  const ofAutomations = await Promise.all(
    automations.map(async (automation) => {
      const [skipped, { runs }] = await Promise.all([
        client.automations.listSkipped(automation.id, { customer, limit: most }, { signal }),
        client.automations.listRuns(automation.id, { limit: most }, { signal }),
      ])
      return { automation, skipped: skipped.items, runs }
    }),
  )
  const runs = new Map(ofAutomations.flatMap((one) => one.runs.map((run) => [run.id, run] as const)))
  const lines: MessageLine[] = [
    ...items.map((delivery) => ({
      id: delivery.id,
      at: delivery.sentAt,
      delivery,
      automation: automations.find(({ id }) => id === delivery.automationId),
      eventId: runs.get(delivery.runId ?? '')?.eventProcessedId ?? null,
    })),
    ...ofAutomations.flatMap(({ automation, skipped }) =>
      skipped.map((run) => ({
        id: run.id,
        at: run.skippedAt,
        skipped: run,
        automation,
        eventId: run.eventId,
      })),
    ),
    ...ofAutomations.flatMap(({ automation, runs: all }) =>
      all
        .filter(
          ({ status, deliveries, occurrences }) =>
            status === 'FAILED' &&
            deliveries.length === 0 &&
            occurrences.some(({ customerId }) => customerId === customer),
        )
        .map((run) => ({
          id: run.id,
          at: run.matchedAt,
          failed: run,
          automation,
          eventId: run.eventProcessedId,
        })),
    ),
  ]
  return {
    lines: lines.toSorted((left, right) => right.at.localeCompare(left.at)),
    others: automations.filter(({ id }) => lines.every(({ automation }) => automation?.id !== id)),
  }
}
