import type { TimelineEvent } from '@customer-intel/contract'
import { windowStart } from '../customers/activity-window.ts'
import { describeEvent, sourceOfEvent } from '../customers/describe-event.ts'
import { notOneCustomer } from '../customers/find-customer.ts'
import { openPage } from '../customers/page.ts'
import type { TimelineEntry } from '../read-models/reads/customer-reads.ts'
import { defineTool } from './tool.ts'

export const getTimeline = defineTool('svc_get_timeline', async (input, { workspace, clock }) => {
  const { limit, after, close } = openPage('svc_get_timeline', input, workspace)
  const match = await workspace.readModels.findTimeline(input.customer, {
    ...period(input, clock()),
    channels: input.channels,
    eventTypes: input.eventTypes,
    limit,
    after,
  })
  if (match.kind !== 'found') throw notOneCustomer(match)
  return {
    events: match.timeline.items.map(toTimelineEvent),
    timeframe: hasDates(input) ? null : (input.timeframe ?? defaultTimeframe),
    pagination: close(match.timeline),
  }
})

const defaultTimeframe = '30d'

function hasDates(input: { startDate?: string | undefined; endDate?: string | undefined }): boolean {
  return input.startDate !== undefined || input.endDate !== undefined
}

/** The dates where they were given, else the timeframe; without either, the last 30 days. */
function period(
  input: { timeframe?: string | undefined; startDate?: string | undefined; endDate?: string | undefined },
  now: number,
): { from?: Date; until?: Date } {
  const { timeframe = defaultTimeframe, startDate, endDate } = input
  if (hasDates(input)) {
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
