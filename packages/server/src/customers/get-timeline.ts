import type { ResolvedToolInput, TimelineEvent } from '@customer-intel/contract'
import { windowStart } from './activity-window.ts'
import { describeEvent, sourceOfEvent } from './describe-event.ts'
import { explainNothing } from './explain-nothing.ts'
import { notOneCustomer } from './find-customer.ts'
import { notOneUser } from './find-user.ts'
import { openPage } from '../kernel/operations/page.ts'
import type { TimelineEntry } from './reads/customer-reads.ts'
import { defineTool } from '../kernel/operations/tool.ts'

export const getTimeline = defineTool('svc_get_timeline', async (input, { workspace, clock }) => {
  const { limit, after, close } = openPage('svc_get_timeline', input, workspace)
  const now = clock()
  const of = input.user === undefined ? { customer: input.customer ?? '' } : { user: input.user }
  const list = async (narrow: Filters, page = { limit: 1, after: null as typeof after }) => {
    const match = await workspace.readModels.findTimeline(of, {
      ...period({ ...narrow, timeframe: narrow.timeframe ?? 'all' }, now),
      channels: narrow.channels,
      eventTypes: narrow.eventTypes,
      ...page,
    })
    if (match.kind === 'users') throw notOneUser(match.candidates)
    if (match.kind !== 'found') throw notOneCustomer(match)
    return match.timeline
  }
  const timeframe = hasDates(input) ? undefined : (input.timeframe ?? defaultTimeframe)
  const filters = {
    channels: input.channels,
    eventTypes: input.eventTypes,
    startDate: input.startDate,
    endDate: input.endDate,
    timeframe: timeframe === 'all' ? undefined : timeframe,
  }
  const page = await list(filters, { limit, after })
  return {
    events: page.items.map(toTimelineEvent),
    timeframe: timeframe ?? null,
    ...(await explainNothing({
      page,
      filters,
      what: `event of this ${input.user === undefined ? 'customer' : 'person'}`,
      list,
    })),
    pagination: close(page),
  }
})

const defaultTimeframe = '30d'

type Filters = Pick<
  ResolvedToolInput<'svc_get_timeline'>,
  'channels' | 'eventTypes' | 'timeframe' | 'startDate' | 'endDate'
>

function hasDates(input: { startDate?: string | undefined; endDate?: string | undefined }): boolean {
  return input.startDate !== undefined || input.endDate !== undefined
}

/** The given dates, else the timeframe. */
function period(
  input: { timeframe: string; startDate?: string | undefined; endDate?: string | undefined },
  now: number,
): { from?: Date; until?: Date } {
  const { timeframe, startDate, endDate } = input
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
