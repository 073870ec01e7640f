import type { TimelineEvent } from '@customer-intel/contract'
import { windowStart } from '../customers/activity-window.ts'
import { describeEvent, sourceOfEvent } from '../customers/describe-event.ts'
import { requireCustomer } from '../customers/find-customer.ts'
import { openPage } from '../customers/page.ts'
import type { TimelineEntry } from '../store/customer-reads.ts'
import { defineTool } from './tool.ts'

export const getTimeline = defineTool('svc_get_timeline', async (input, { workspace, clock }) => {
  const { limit, after, close } = openPage('svc_get_timeline', input, workspace)
  const { customerId } = await requireCustomer(workspace.readModels, input.customer)
  const page = await workspace.readModels.listTimeline({
    customerId,
    ...period(input, clock()),
    channels: input.channels,
    eventTypes: input.eventTypes,
    limit,
    after,
  })
  return { events: page.items.map(toTimelineEvent), pagination: close(page) }
})

/** The dates where they were given, else the timeframe; without either, the last 30 days. */
function period(
  input: { timeframe?: string | undefined; startDate?: string | undefined; endDate?: string | undefined },
  now: number,
): { from?: Date; until?: Date } {
  const { timeframe = '30d', startDate, endDate } = input
  if (startDate !== undefined || endDate !== undefined) {
    return {
      ...(startDate === undefined ? {} : { from: new Date(startDate) }),
      ...(endDate === undefined ? {} : { until: new Date(endDate) }),
    }
  }
  return timeframe === 'all' ? {} : { from: windowStart(timeframe, now) }
}

function toTimelineEvent(entry: TimelineEntry): TimelineEvent {
  const sourceRef = sourceOfEvent(entry)
  return {
    id: entry.eventId,
    eventType: entry.eventType,
    eventName: entry.eventName,
    channel: entry.channel,
    ...describeEvent(entry),
    occurredAt: entry.occurredAt,
    contact: entry.contact,
    sourceType: sourceRef?.sourceType ?? null,
    sourceId: sourceRef?.sourceId ?? null,
    ...(sourceRef === null ? {} : { sourceRef }),
    metadata: entry.properties,
  }
}
