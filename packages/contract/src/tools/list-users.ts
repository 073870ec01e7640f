import * as v from 'valibot'
import { excludes, strictObject } from '../objects.ts'
import { CursorSchema, PaginationSchema } from '../pagination.ts'
import { CountSchema, DateTimeSchema } from '../scalars.ts'
import { journeyStages } from '../vocabulary.ts'
import type { ToolDefinition } from './definition.ts'
import {
  FilterTextSchema,
  OrderDirectionSchema,
  PeopleLimitSchema,
  SearchSchema,
  TraitFiltersSchema,
  activityPairMessage,
  excludesActivityPair,
} from './people-filters.ts'

const userOrders = [
  'last_activity_at',
  'last_product_activity_at',
  'last_contact_at',
  'first_seen_at',
  'email',
] as const

const msPerUnit = { d: 86_400_000, h: 3_600_000, m: 60_000 }

/** Milliseconds of a span such as `14d`, `36h` or `90m`; null when it is none, or longer than 36,500 days. */
export function parseSpanMs(span: string): number | null {
  const match = /^(\d{1,9})([dhm])$/.exec(span)
  if (!match) return null
  const ms = Number(match[1]) * msPerUnit[match[2] === 'd' ? 'd' : match[2] === 'h' ? 'h' : 'm']
  return ms <= 36_500 * msPerUnit.d ? ms : null
}

const SpanSchema = v.pipe(
  v.string(),
  v.check(
    (span) => parseSpanMs(span) !== null,
    'must be a number of days, hours or minutes of at most 36500 days, such as 14d, 36h or 90m',
  ),
)

/**
 * Input of `svc_list_users`. All filters must match; none given lists everyone.
 * @example {"journeyStage": "ENGAGED", "hasActivityInLast": "14d"}
 */
export const ListUsersInputSchema = v.pipe(
  strictObject({
    /** How far the person has come. */
    journeyStage: v.optional(v.picklist(journeyStages)),
    /** A customer: its id, your own id of it, its domain, exact name, or a person's e-mail address. */
    customerId: v.optional(FilterTextSchema),
    /** Traits that the person must have. */
    traitFilters: v.optional(TraitFiltersSchema),
    /** Product activity in that window (contact with us does not count). A number of days, hours or minutes: `14d`, `36h`, `90m`; at most 36,500 days. */
    hasActivityInLast: v.optional(SpanSchema),
    /** No product activity in that window, or none at all. Not together with `hasActivityInLast`. */
    noActivityInLast: v.optional(SpanSchema),
    /** Part of the e-mail address or the name, in any case. */
    search: v.optional(SearchSchema),
    /** 1 to 1,000, default 50. */
    limit: PeopleLimitSchema,
    /** `pagination.nextCursor` of the page before. */
    cursor: v.optional(CursorSchema),
    /** Default `last_activity_at`. */
    orderBy: v.optional(v.picklist(userOrders), 'last_activity_at'),
    /** Default `desc`. */
    orderDirection: OrderDirectionSchema,
  }),
  excludes(['hasActivityInLast', 'noActivityInLast']),
  v.forward(
    v.check((input) => excludesActivityPair(input), activityPairMessage),
    ['noActivityInLast'],
  ),
)

/** A person, as lists tell of them. */
export const UserSchema = v.object({
  /** The person's id. */
  id: v.string(),
  /** Their e-mail address. */
  email: v.nullable(v.string()),
  /** Their name. */
  name: v.nullable(v.string()),
  /** The customer they belong to. */
  customerId: v.string(),
  /** What that is called. */
  customerName: v.nullable(v.string()),
  /** Its main domain. */
  customerDomain: v.nullable(v.string()),
  /** How far they have come. */
  journeyStage: v.picklist(journeyStages),
  /** When they last used the product or the website; null when never. ISO 8601, UTC. */
  lastProductActivityAt: v.optional(v.nullable(DateTimeSchema)),
  /** The last mail, call, meeting, ticket or chat with them; null when there was none. ISO 8601, UTC. */
  lastContactAt: v.optional(v.nullable(DateTimeSchema)),
  /** The later of the two; null without either. ISO 8601, UTC. */
  lastActivityAt: v.nullable(DateTimeSchema),
  /** Whole days since `lastActivityAt`; null when never active. */
  daysSinceActivity: v.nullable(CountSchema),
})

export const ListUsersOutputSchema = v.object({
  /** The people of this page. */
  items: v.array(UserSchema),
  /** Of an empty list: which filters match nothing that there is. */
  notes: v.optional(v.array(v.string())),
  /** Where the list stands. */
  pagination: PaginationSchema,
})

export const listUsersTool = {
  name: 'svc_list_users',
  title: 'List users',
  description:
    'Browse and filter the people at customers by journey stage, recency of product activity (contact with us is apart, in lastContactAt), customer, traits, or part of the e-mail address or name.',
  grant: 'customer_intelligence:read',
  readOnly: true,
  commandId: 'user.list',
  svc: {
    path: ['users', 'list'],
    flags: { noActivityInLast: 'noActivityIn', hasActivityInLast: 'hasActivityIn', traitFilters: 'trait' },
  },
  input: ListUsersInputSchema,
  output: ListUsersOutputSchema,
} as const satisfies ToolDefinition
