import * as v from 'valibot'
import { strictObject } from '../objects.ts'
import { limits } from '../limits.ts'
import { CursorSchema, PaginationSchema } from '../pagination.ts'
import { UtcDateTimeSchema, trimmedText } from '../scalars.ts'
import { SourceTypeInputSchema } from '../sources.ts'
import { beforeMessage, isOrdered } from './date-range.ts'
import type { ToolDefinition } from './definition.ts'
import { EvidenceLimitSchema, FilterTextSchema, customerReference } from './people-filters.ts'
import { SourceSchema } from './source.ts'

const bounds = limits.tools

/**
 * Input of `svc_list_sources`. All filters must match.
 * @example {"customer": "alder-logistics.example", "sourceType": "CALL"}
 */
export const ListSourcesInputSchema = v.pipe(
  strictObject({
    /** What kind of source; aliases are taken. */
    sourceType: v.optional(SourceTypeInputSchema),
    /** A customer: its id, your own id of it, its domain, exact name, or a person's e-mail address; 1 to 200 characters. */
    customer: v.optional(customerReference(bounds.sourceCustomerLength)),
    /** Occurred at this time or later. ISO 8601, UTC. */
    after: v.optional(UtcDateTimeSchema),
    /** Occurred at this time or earlier. ISO 8601, UTC. */
    before: v.optional(UtcDateTimeSchema),
    /** Somebody who took part: e-mail address, part of the name, or their id in `svc_list_users` (or your own id of them). */
    participant: v.optional(FilterTextSchema),
    /** Provider id, such as `mail-a`. */
    provider: v.optional(trimmedText(bounds.providerLength)),
    /** Calls only: refused together with another source type. */
    hasTranscript: v.optional(v.boolean()),
    /** 1 to 100, default 50. */
    limit: EvidenceLimitSchema,
    /** `pagination.nextCursor` of the page before. */
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
)

/** Newest first. */
export const ListSourcesOutputSchema = v.object({
  /** The sources of this page, newest first. */
  items: v.array(SourceSchema),
  /** Of an empty list: which filters match nothing that there is. */
  notes: v.optional(v.array(v.string())),
  /** Where the list stands. */
  pagination: PaginationSchema,
})

export const listSourcesTool = {
  name: 'svc_list_sources',
  title: 'List sources',
  description:
    'List source records (calls, e-mails, calendar events, support tickets, opportunities, chats), newest first, by type, customer, participant, provider and time.',
  grant: 'customer_intelligence:read',
  readOnly: true,
  commandId: 'source.list',
  svc: { path: ['sources', 'list'] },
  input: ListSourcesInputSchema,
  output: ListSourcesOutputSchema,
} as const satisfies ToolDefinition
