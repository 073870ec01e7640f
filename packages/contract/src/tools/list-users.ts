import * as v from 'valibot'
import { excludes, strictObject } from '../objects.ts'
import { CursorSchema, PaginationSchema, type Pagination } from '../pagination.ts'
import { CountSchema, DateTimeSchema } from '../scalars.ts'
import { journeyStages, type JourneyStage, type OrderDirection } from '../vocabulary.ts'
import type { ToolDefinition } from './definition.ts'
import {
  FilterTextSchema,
  OrderDirectionSchema,
  PeopleLimitSchema,
  SearchSchema,
  TraitFiltersSchema,
  activityPairMessage,
  excludesActivityPair,
  type TraitFilters,
} from './people-filters.ts'

const userOrders = [
  'last_activity_at',
  'last_product_activity_at',
  'last_contact_at',
  'first_seen_at',
  'email',
] as const

/**
 * Input of `svc_list_users`. All filters must match; none given lists everyone.
 * @example {"journeyStage": "ENGAGED", "hasActivityInLast": "14d"}
 */
export interface ListUsersInput {
  /** How far the person has come. */
  journeyStage?: JourneyStage
  /** A customer: its id, your own id of it, its domain, exact name, or a person's e-mail address. */
  customerId?: string
  /** Traits that the person must have. */
  traitFilters?: TraitFilters
  /** Product activity in that window (contact with us does not count). A number of days, hours or minutes: `14d`, `36h`, `90m`; at most 36,500 days. */
  hasActivityInLast?: string
  /** No product activity in that window, or none at all. Not together with `hasActivityInLast`. */
  noActivityInLast?: string
  /** Part of the e-mail address or the name, in any case. */
  search?: string
  /** 1 to 1,000, default 50. */
  limit?: number
  /** `pagination.nextCursor` of the page before. */
  cursor?: string
  /** Default `last_activity_at`. */
  orderBy?: (typeof userOrders)[number]
  /** Default `desc`. */
  orderDirection?: OrderDirection
}

/** A person, as lists tell of them. */
export interface User {
  /** The person's id. */
  id: string
  /** Their e-mail address. */
  email: string | null
  /** Their name. */
  name: string | null
  /** The customer they belong to. */
  customerId: string
  /** What that is called. */
  customerName: string | null
  /** Its main domain. */
  customerDomain: string | null
  /** How far they have come. */
  journeyStage: JourneyStage
  /** When they last used the product or the website; null when never. ISO 8601, UTC. */
  lastProductActivityAt?: string | null
  /** The last mail, call, meeting, ticket or chat with them; null when there was none. ISO 8601, UTC. */
  lastContactAt?: string | null
  /** The later of the two; null without either. ISO 8601, UTC. */
  lastActivityAt: string | null
  /** Whole days since `lastActivityAt`; null when never active. */
  daysSinceActivity: number | null
}

export interface ListUsersOutput {
  /** The people of this page. */
  items: User[]
  /** Of an empty list: which filters match nothing that there is. */
  notes?: string[]
  /** Where the list stands. */
  pagination: Pagination
}

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

export const ListUsersInputSchema = v.pipe(
  strictObject({
    journeyStage: v.optional(v.picklist(journeyStages)),
    customerId: v.optional(FilterTextSchema),
    traitFilters: v.optional(TraitFiltersSchema),
    hasActivityInLast: v.optional(SpanSchema),
    noActivityInLast: v.optional(SpanSchema),
    search: v.optional(SearchSchema),
    limit: PeopleLimitSchema,
    cursor: v.optional(CursorSchema),
    orderBy: v.optional(v.picklist(userOrders), 'last_activity_at'),
    orderDirection: OrderDirectionSchema,
  }),
  excludes(['hasActivityInLast', 'noActivityInLast']),
  v.forward(
    v.check((input) => excludesActivityPair(input), activityPairMessage),
    ['noActivityInLast'],
  ),
) satisfies v.GenericSchema<ListUsersInput>

export const UserSchema = v.object({
  id: v.string(),
  email: v.nullable(v.string()),
  name: v.nullable(v.string()),
  customerId: v.string(),
  customerName: v.nullable(v.string()),
  customerDomain: v.nullable(v.string()),
  journeyStage: v.picklist(journeyStages),
  lastProductActivityAt: v.optional(v.nullable(DateTimeSchema)),
  lastContactAt: v.optional(v.nullable(DateTimeSchema)),
  lastActivityAt: v.nullable(DateTimeSchema),
  daysSinceActivity: v.nullable(CountSchema),
}) satisfies v.GenericSchema<User>

export const ListUsersOutputSchema = v.object({
  items: v.array(UserSchema),
  notes: v.optional(v.array(v.string())),
  pagination: PaginationSchema,
}) satisfies v.GenericSchema<ListUsersOutput>

export const listUsersTool = {
  name: 'svc_list_users',
  title: 'List users',
  description:
    'Browse and filter the people at customers by journey stage, recency of product activity (contact with us is told apart in lastContactAt), customer, traits, or part of the e-mail address or name.',
  grant: 'customer_intelligence:read',
  readOnly: true,
  commandId: 'user.list',
  input: ListUsersInputSchema,
  output: ListUsersOutputSchema,
} as const satisfies ToolDefinition
