import * as v from 'valibot'
import { excludes, listOf, strictObject } from '../objects.ts'
import { JsonObjectSchema } from '../json.ts'
import { limits } from '../limits.ts'
import type { JsonObject } from '../maps.ts'
import { CursorSchema, PaginationSchema, type Pagination } from '../pagination.ts'
import { DateTimeSchema, UtcDateTimeSchema, trimmedText } from '../scalars.ts'
import { SourceTypeSchema, type SourceType } from '../sources.ts'
import { activityWindows, channels, type ActivityWindow, type Channel } from '../vocabulary.ts'
import type { ToolDefinition } from './definition.ts'
import { PeopleLimitSchema, customerReference } from './people-filters.ts'
/**
 * Input of `svc_get_timeline`.
 * @example {"customer": "alder-logistics.example", "timeframe": "7d"}
 */
export interface GetTimelineInput {
  /** A customer: its id, your own id of it, its domain, exact name, or a person's e-mail address; 1 to 200 characters. */
  customer: string
  /** Empty or absent: all. */
  channels?: Channel[]
  /** Such as `PAGE_VIEW`; case doesn't count. Empty or absent: all. */
  eventTypes?: string[]
  /** Not together with dates. With neither, the last 30 days. */
  timeframe?: ActivityWindow | 'all'
  /** Inclusive. ISO 8601, UTC. */
  startDate?: string
  /** Inclusive. ISO 8601, UTC. */
  endDate?: string
  /** 1 to 1,000, default 50. */
  limit?: number
  /** `pagination.nextCursor` of the page before. */
  cursor?: string
}
/** One thing that happened with a customer. */
export interface TimelineEvent {
  /** Names the entry. */
  id: string
  /** Such as `PAGE_VIEW`. */
  eventType: string
  /** What happened. */
  eventName: string
  /** Where it came from, broadly. */
  channel: Channel
  /** What it was, in a few words. */
  title: string | null
  /** A summary. */
  summary: string | null
  /** When it happened. ISO 8601, UTC. */
  occurredAt: string
  /** Name or e-mail address of the person; null while nobody is identified. */
  contact: string | null
  /** What kind of source it is from; null for an event. */
  sourceType: SourceType | null
  /** The source's id within its type. */
  sourceId: string | null
  /** Both: for `svc_get_source`. */
  sourceRef?: {
    /** What kind of source it is. */
    sourceType: SourceType /** Its id within its type. */
    /** What the system that it comes from calls it. */
    sourceId: string
  }
  /** What else is known of it: properties, address, form fields. */
  metadata: JsonObject
}
/** Newest first. */
export interface GetTimelineOutput {
  /** The entries of this page, newest first. */
  events: TimelineEvent[]
  /** What was looked at: the window that was asked for or is the default, `30d`; null where dates were given. */
  timeframe?: ActivityWindow | 'all' | null
  /** Of an empty list: which filters match nothing that there is. */
  notes?: string[]
  /** Where the list stands. */
  pagination: Pagination
}

const bounds = limits.tools

export const GetTimelineInputSchema = v.pipe(
  strictObject({
    customer: customerReference(bounds.timelineCustomerLength),
    channels: v.optional(listOf(v.picklist(channels), bounds.arrayFilterItems)),
    eventTypes: v.optional(
      listOf(v.pipe(trimmedText(bounds.arrayFilterItemLength), v.toUpperCase()), bounds.arrayFilterItems),
    ),
    timeframe: v.optional(v.picklist([...activityWindows, 'all'])),
    startDate: v.optional(UtcDateTimeSchema),
    endDate: v.optional(UtcDateTimeSchema),
    limit: PeopleLimitSchema,
    cursor: v.optional(CursorSchema),
  }),
  excludes(['timeframe', 'startDate'], ['timeframe', 'endDate']),
  v.forward(
    v.check(
      (input) =>
        input.timeframe === undefined || (input.startDate === undefined && input.endDate === undefined),
      'can’t be combined with startDate or endDate: give the one or the other',
    ),
    ['timeframe'],
  ),
  v.forward(
    v.check(
      (input) =>
        input.startDate === undefined ||
        input.endDate === undefined ||
        Date.parse(input.startDate) <= Date.parse(input.endDate),
      'must not be before startDate',
    ),
    ['endDate'],
  ),
) satisfies v.GenericSchema<GetTimelineInput>

export const TimelineEventSchema = v.object({
  id: v.string(),
  eventType: v.string(),
  eventName: v.string(),
  channel: v.picklist(channels),
  title: v.nullable(v.string()),
  summary: v.nullable(v.string()),
  occurredAt: DateTimeSchema,
  contact: v.nullable(v.string()),
  sourceType: v.nullable(SourceTypeSchema),
  sourceId: v.nullable(v.string()),
  sourceRef: v.optional(v.object({ sourceType: SourceTypeSchema, sourceId: v.string() })),
  metadata: JsonObjectSchema,
}) satisfies v.GenericSchema<TimelineEvent>

export const GetTimelineOutputSchema = v.object({
  events: v.array(TimelineEventSchema),
  timeframe: v.optional(v.nullable(v.picklist([...activityWindows, 'all']))),
  notes: v.optional(v.array(v.string())),
  pagination: PaginationSchema,
}) satisfies v.GenericSchema<GetTimelineOutput>

export const getTimelineTool = {
  name: 'svc_get_timeline',
  title: 'Get a timeline',
  description:
    'What happened with one customer, newest first, across product, billing, support and conversation channels. Narrow it by channels, event types and time.',
  grant: 'customer_intelligence:read',
  readOnly: true,
  commandId: 'timeline.get',
  input: GetTimelineInputSchema,
  output: GetTimelineOutputSchema,
} as const satisfies ToolDefinition
