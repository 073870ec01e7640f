import * as v from 'valibot'
import { strictObject } from '../objects.ts'
import { limits } from '../limits.ts'
import { CursorSchema, PaginationSchema, type Pagination } from '../pagination.ts'
import { UtcDateTimeSchema, trimmedText } from '../scalars.ts'
import { SourceTypeInputSchema, type SourceTypeInput } from '../sources.ts'
import { beforeMessage, isOrdered } from './date-range.ts'
import type { ToolDefinition } from './definition.ts'
import { EvidenceLimitSchema, FilterTextSchema, customerReference } from './people-filters.ts'
import { SourceSchema, type Source } from './source.ts'

/**
 * Input of `svc_list_sources`. All filters must match.
 * @example {"customer": "alder-logistics.example", "sourceType": "CALL"}
 */
export interface ListSourcesInput {
  /** What kind of source; aliases are taken. */
  sourceType?: SourceTypeInput
  /** A customer: its id, your own id of it, its domain, exact name, or a person's e-mail address; 1 to 200 characters. */
  customer?: string
  /** Occurred at this time or later. ISO 8601, UTC. */
  after?: string
  /** Occurred at this time or earlier. ISO 8601, UTC. */
  before?: string
  /** Somebody who took part: e-mail address, part of the name, or their id in `svc_list_users` (or your own id of them). */
  participant?: string
  /** Provider id, such as `mail-a`. */
  provider?: string
  /** Calls only: refused together with another source type. */
  hasTranscript?: boolean
  /** 1 to 100, default 50. */
  limit?: number
  /** `pagination.nextCursor` of the page before. */
  cursor?: string
}

/** Newest first. */
export interface ListSourcesOutput {
  /** The sources of this page, newest first. */
  items: Source[]
  /** Of an empty list: which filters match nothing that there is. */
  notes?: string[]
  /** Where the list stands. */
  pagination: Pagination
}

const bounds = limits.tools

export const ListSourcesInputSchema = v.pipe(
  strictObject({
    sourceType: v.optional(SourceTypeInputSchema),
    customer: v.optional(customerReference(bounds.sourceCustomerLength)),
    after: v.optional(UtcDateTimeSchema),
    before: v.optional(UtcDateTimeSchema),
    participant: v.optional(FilterTextSchema),
    provider: v.optional(trimmedText(bounds.providerLength)),
    hasTranscript: v.optional(v.boolean()),
    limit: EvidenceLimitSchema,
    cursor: v.optional(CursorSchema),
  }),
  v.forward(
    v.check((input) => isOrdered(input), beforeMessage),
    ['before'],
  ),
  v.forward(
    v.check(
      (input) =>
        input.hasTranscript === undefined || input.sourceType === undefined || input.sourceType === 'CALL',
      'holds for calls only: leave it out, or set sourceType to CALL',
    ),
    ['hasTranscript'],
  ),
) satisfies v.GenericSchema<ListSourcesInput>

export const ListSourcesOutputSchema = v.object({
  items: v.array(SourceSchema),
  notes: v.optional(v.array(v.string())),
  pagination: PaginationSchema,
}) satisfies v.GenericSchema<ListSourcesOutput>

export const listSourcesTool = {
  name: 'svc_list_sources',
  title: 'List sources',
  description:
    'List source records (calls, e-mails, calendar events, support tickets, opportunities, chats), newest first, by type, customer, participant, provider and time.',
  grant: 'customer_intelligence:read',
  readOnly: true,
  commandId: 'source.list',
  input: ListSourcesInputSchema,
  output: ListSourcesOutputSchema,
} as const satisfies ToolDefinition
