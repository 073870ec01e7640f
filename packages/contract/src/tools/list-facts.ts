import * as v from 'valibot'
import { listOf, strictObject } from '../objects.ts'
import { limits } from '../limits.ts'
import { CursorSchema, PaginationSchema } from '../pagination.ts'
import { UtcDateTimeSchema } from '../scalars.ts'
import { SourceTypesInputSchema } from '../sources.ts'
import { anyFactCategories, anyFactTypes, factStatuses, internalFactTypes } from '../vocabulary.ts'
import { beforeMessage, isOrdered } from './date-range.ts'
import type { ToolDefinition } from './definition.ts'
import { CustomerReferenceSchema, FactSchema } from './fact.ts'
import { EvidenceLimitSchema, customerReference } from './people-filters.ts'

/** They may stand in an answer, and no filter takes them. */
const answersOnlyFactTypes = /* #__PURE__ */ internalFactTypes.filter(
  (type) => !anyFactTypes.some((one) => one === type),
)

const filter = <const Values extends readonly string[]>(values: Values) =>
  v.optional(listOf(v.picklist(values), limits.tools.arrayFilterItems))

/**
 * Input of `svc_list_facts`. An empty list filters nothing.
 * @example {"customer": "alder-logistics.example", "status": ["ACTIVE"]}
 */
export const ListFactsInputSchema = v.pipe(
  strictObject({
    /** A customer: its id, your own id of it, its domain, exact name, or a person's e-mail address. Absent: of all customers. */
    customer: v.optional(customerReference()),
    /** Any of these. Empty or absent: all. */
    status: filter(factStatuses),
    /** From any of these. Empty or absent: all. */
    sourceTypes: v.optional(SourceTypesInputSchema),
    /** Any of these. Empty or absent: all. */
    factTypes: filter(anyFactTypes),
    /** Any of these. Empty or absent: all. */
    factCategories: filter(anyFactCategories),
    /** Occurred at this time or later. ISO 8601, UTC. */
    after: v.optional(UtcDateTimeSchema),
    /** Occurred at this time or earlier. ISO 8601, UTC. */
    before: v.optional(UtcDateTimeSchema),
    /** 1 to 100, default 50. */
    limit: EvidenceLimitSchema,
    /** `pagination.nextCursor` of the page before. */
    cursor: v.optional(CursorSchema),
  }),
  v.forward(
    v.check((input) => isOrdered(input), beforeMessage),
    ['before'],
  ),
)

export const ListFactsOutputSchema = v.object({
  /** The customer that was asked for; null for all of them: each fact names its own. */
  customer: v.nullable(CustomerReferenceSchema),
  /** The facts of this page. */
  facts: v.array(FactSchema),
  /** Of an empty list: which filters match nothing that there is. */
  notes: v.optional(v.array(v.string())),
  /** Where the list stands. */
  pagination: PaginationSchema,
})

export const listFactsTool = {
  name: 'svc_list_facts',
  title: 'List facts',
  description:
    'Browse what is known of one customer, or of all of them without customer: facts with their provenance, filtered by status, type, category, source type and time.',
  grant: 'customer_intelligence:read',
  readOnly: true,
  commandId: 'fact.list',
  svc: {
    path: ['facts', 'list'],
    arguments: ['customer'],
    answersOnly: { factTypes: answersOnlyFactTypes },
  },
  input: ListFactsInputSchema,
  output: ListFactsOutputSchema,
} as const satisfies ToolDefinition
