import * as v from 'valibot'
import { listOf, strictObject } from '../objects.ts'
import { limits } from '../limits.ts'
import { CursorSchema, PaginationSchema, type Pagination } from '../pagination.ts'
import { UtcDateTimeSchema } from '../scalars.ts'
import { SourceTypesInputSchema, type SourceTypeInput } from '../sources.ts'
import {
  anyFactCategories,
  anyFactTypes,
  factStatuses,
  type AnyFactCategory,
  type AnyFactType,
  type FactStatus,
} from '../vocabulary.ts'
import { beforeMessage, isOrdered } from './date-range.ts'
import type { ToolDefinition } from './definition.ts'
import { CustomerReferenceSchema, FactSchema, type CustomerReference, type Fact } from './fact.ts'
import { EvidenceLimitSchema, customerReference } from './people-filters.ts'

/**
 * Input of `svc_list_facts`. An empty list filters nothing.
 * @example {"customer": "alder-logistics.example", "status": ["ACTIVE"]}
 */
export interface ListFactsInput {
  /** A customer: its id, your own id of it, its domain, exact name, or a person's e-mail address. Absent: of all customers. */
  customer?: string
  /** Any of these. Empty or absent: all. */
  status?: FactStatus[]
  /** From any of these. Empty or absent: all. */
  sourceTypes?: SourceTypeInput[]
  /** Any of these. Empty or absent: all. */
  factTypes?: AnyFactType[]
  /** Any of these. Empty or absent: all. */
  factCategories?: AnyFactCategory[]
  /** Occurred at this time or later. ISO 8601, UTC. */
  after?: string
  /** Occurred at this time or earlier. ISO 8601, UTC. */
  before?: string
  /** 1 to 100, default 50. */
  limit?: number
  /** `pagination.nextCursor` of the page before. */
  cursor?: string
}

export interface ListFactsOutput {
  /** The customer that was asked for; null for all of them: each fact names its own. */
  customer: CustomerReference | null
  /** The facts of this page. */
  facts: Fact[]
  /** Of an empty list: which filters match nothing that there is. */
  notes?: string[]
  /** Where the list stands. */
  pagination: Pagination
}

const filter = <const Values extends readonly string[]>(values: Values) =>
  v.optional(listOf(v.picklist(values), limits.tools.arrayFilterItems))

export const ListFactsInputSchema = v.pipe(
  strictObject({
    customer: v.optional(customerReference()),
    status: filter(factStatuses),
    sourceTypes: v.optional(SourceTypesInputSchema),
    factTypes: filter(anyFactTypes),
    factCategories: filter(anyFactCategories),
    after: v.optional(UtcDateTimeSchema),
    before: v.optional(UtcDateTimeSchema),
    limit: EvidenceLimitSchema,
    cursor: v.optional(CursorSchema),
  }),
  v.forward(
    v.check((input) => isOrdered(input), beforeMessage),
    ['before'],
  ),
) satisfies v.GenericSchema<ListFactsInput>

export const ListFactsOutputSchema = v.object({
  customer: v.nullable(CustomerReferenceSchema),
  facts: v.array(FactSchema),
  notes: v.optional(v.array(v.string())),
  pagination: PaginationSchema,
}) satisfies v.GenericSchema<ListFactsOutput>

export const listFactsTool = {
  name: 'svc_list_facts',
  title: 'List facts',
  description:
    'Browse what is known of one customer, or of all of them without customer: facts with their provenance, filtered by status, type, category, source type and time.',
  grant: 'customer_intelligence:read',
  readOnly: true,
  commandId: 'fact.list',
  input: ListFactsInputSchema,
  output: ListFactsOutputSchema,
} as const satisfies ToolDefinition
