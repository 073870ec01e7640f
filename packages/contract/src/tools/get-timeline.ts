import * as v from 'valibot'
import { excludes, listOf, needsOneOf, strictObject } from '../objects.ts'
import { JsonObjectSchema } from '../json.ts'
import { limits } from '../limits.ts'
import { CursorSchema, PaginationSchema } from '../pagination.ts'
import { DateTimeSchema, UtcDateTimeSchema, trimmedText } from '../scalars.ts'
import { SourceTypeSchema } from '../sources.ts'
import { activityWindows, channels } from '../vocabulary.ts'
import type { ToolDefinition } from './definition.ts'
import { PeopleLimitSchema, customerReference, userReference } from './people-filters.ts'

const bounds = limits.tools

/**
 * Input of `svc_get_timeline`.
 * @example {"customer": "alder-logistics.example", "timeframe": "7d"}
 */
export const GetTimelineInputSchema = v.pipe(
  strictObject({
    /** A customer: its id, your own id of it, its domain, exact name, or a person's e-mail address; 1 to 200 characters. Or give `user`. */
    customer: v.optional(customerReference(bounds.timelineCustomerLength)),
    /** One person: id, your own id or e-mail address. */
    user: v.optional(userReference()),
    /** Empty or absent: all. */
    channels: v.optional(listOf(v.picklist(channels), bounds.arrayFilterItems)),
    /** Such as `PAGE_VIEW`; case doesn't count. Empty or absent: all. */
    eventTypes: v.optional(
      listOf(v.pipe(trimmedText(bounds.arrayFilterItemLength), v.toUpperCase()), bounds.arrayFilterItems),
    ),
    /** Not together with dates. With neither, the last 30 days. */
    timeframe: v.optional(v.picklist([...activityWindows, 'all'])),
    /** Inclusive. ISO 8601, UTC. */
    startDate: v.optional(UtcDateTimeSchema),
    /** Inclusive. ISO 8601, UTC. */
    endDate: v.optional(UtcDateTimeSchema),
    /** 1 to 1,000, default 50. */
    limit: PeopleLimitSchema,
    /** `pagination.nextCursor` of the page before. */
    cursor: v.optional(CursorSchema),
  }),
  needsOneOf('customer', 'user'),
  excludes(['customer', 'user'], ['timeframe', 'startDate'], ['timeframe', 'endDate']),
  v.forward(
    v.check(
      (input) => input.customer !== undefined || input.user !== undefined,
      'is required, unless you give user: an id, domain or name of a customer',
    ),
    ['customer'],
  ),
  v.forward(
    v.check(
      (input) => input.customer === undefined || input.user === undefined,
      'can’t be combined with customer: give the one or the other',
    ),
    ['user'],
  ),
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
)

/** One thing that happened with a customer or a person. */
export const TimelineEventSchema = v.object({
  /** Names the entry. */
  id: v.string(),
  /** Such as `PAGE_VIEW`. */
  eventType: v.string(),
  /** What happened. */
  eventName: v.string(),
  /** Where it came from, broadly. */
  channel: v.picklist(channels),
  /** What it was, in a few words. */
  title: v.nullable(v.string()),
  /** A summary. */
  summary: v.nullable(v.string()),
  /** When it happened. ISO 8601, UTC. */
  occurredAt: DateTimeSchema,
  /** Name or e-mail address of the person; null while nobody is identified. */
  contact: v.nullable(v.string()),
  /** What kind of source it is from; null for an event. */
  sourceType: v.nullable(SourceTypeSchema),
  /** The source's id within its type. */
  sourceId: v.nullable(v.string()),
  /** Both: for `svc_get_source`. */
  sourceRef: v.optional(
    v.object({
      /** What kind of source it is. */
      sourceType: SourceTypeSchema,
      /** What the system that it comes from calls it. */
      sourceId: v.string(),
    }),
  ),
  /** What else is known of it: properties, address, form fields. */
  metadata: JsonObjectSchema,
})

/** Newest first. */
export const GetTimelineOutputSchema = v.object({
  /** The entries of this page, newest first. */
  events: v.array(TimelineEventSchema),
  /** What was looked at: the window that was asked for or is the default, `30d`; null where dates were given. */
  timeframe: v.optional(v.nullable(v.picklist([...activityWindows, 'all']))),
  /** Of an empty list: which filters match nothing that there is. */
  notes: v.optional(v.array(v.string())),
  /** Where the list stands. */
  pagination: PaginationSchema,
})

export const getTimelineTool = {
  name: 'svc_get_timeline',
  title: 'Get a timeline',
  description:
    'What happened with one customer or one person (user), newest first, across product, billing, support and conversation channels. Narrow it by channels, event types and time.',
  grant: 'customer_intelligence:read',
  readOnly: true,
  commandId: 'timeline.get',
  svc: {
    path: ['customers', 'timeline'],
    arguments: ['customer'],
    yields: { timeframe: ['startDate', 'endDate'] },
    // As the channels were called before.
    aliases: {
      channels: {
        SDK: 'PRODUCT',
        EMAIL: 'COMMUNICATION',
        CHAT: 'COMMUNICATION',
        CALL: 'MEETING',
        CALENDAR: 'MEETING',
        INTERNAL: 'SYSTEM',
      },
    },
  },
  input: GetTimelineInputSchema,
  output: GetTimelineOutputSchema,
} as const satisfies ToolDefinition
