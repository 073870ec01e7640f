import * as v from 'valibot'
import { strictObject } from '../objects.ts'
import { limits } from '../limits.ts'
import { CountSchema, DateTimeSchema, UtcDateTimeSchema, integer, trimmedText } from '../scalars.ts'
import { SourceTypeSchema, SourceTypesInputSchema } from '../sources.ts'
import { beforeMessage, isOrdered } from './date-range.ts'
import type { ToolDefinition } from './definition.ts'
import { CustomerReferenceSchema, FactSchema } from './fact.ts'
import { customerReference } from './people-filters.ts'
import { SourceParticipantSchema } from './source.ts'

const bounds = limits.tools

/**
 * Input of `svc_search_customer_context`.
 * @example {"query": "worried about the price", "topK": 5}
 */
export const SearchCustomerContextInputSchema = v.pipe(
  strictObject({
    /**
     * 2 to 2,000 characters once trimmed.
     * @example "worried about the price"
     */
    query: trimmedText(bounds.searchQueryMax, bounds.searchQueryMin),
    /** A customer: its id, your own id of it, its domain, exact name, or a person's e-mail address. Absent or null: the whole organization. */
    customer: v.optional(v.nullable(customerReference()), null),
    /** 1 to 50, default 20. */
    topK: v.optional(integer(1, bounds.topKMax), bounds.topKDefault),
    /** Occurred at this time or later. ISO 8601, UTC. */
    after: v.optional(UtcDateTimeSchema),
    /** Occurred at this time or earlier. ISO 8601, UTC. */
    before: v.optional(UtcDateTimeSchema),
    /** Empty or absent: all. */
    sourceTypes: v.optional(SourceTypesInputSchema),
    /** `customer`: the best result of each customer, and in `groups` how many each has. */
    groupBy: v.optional(v.picklist(['customer'])),
    /** Also results with one of several words only. Default: only where there are no others. */
    includeWeak: v.optional(v.boolean()),
  }),
  v.forward(
    v.check((input) => isOrdered(input), beforeMessage),
    ['before'],
  ),
)

/** Where a result matched. */
export const SearchMatchSchema = v.object({
  /** The passage that fits. */
  text: v.string(),
  /** When it was said. ISO 8601, UTC. */
  occurredAt: v.optional(DateTimeSchema),
})

/** What every result says of how it was found. */
export const SearchHitSchema = v.object({
  /** How well it fits; higher is better. Compares results of one search only. */
  score: v.number(),
  /** It has a single one of the query's several words, and not the telling one. Such results come behind all others, and only if `includeWeak` asks for them or there are no others. */
  weak: v.optional(v.boolean()),
  /** The query's words that it has, in any of their forms. Empty where only the meaning fits. */
  matchedWords: v.optional(v.array(v.string())),
  /** How many passages fit. */
  matchCount: CountSchema,
  /** At most two. */
  matches: v.pipe(v.array(SearchMatchSchema), v.maxLength(2)),
})

/** Of one customer, how much fits. */
export const SearchGroupSchema = v.object({
  /** The customer; null for what is about nobody known. */
  customer: v.nullable(CustomerReferenceSchema),
  /** How many of its artifacts have the query's words. */
  total: CountSchema,
})

/** A fact that matched. */
export const FactSearchResultSchema = v.object({
  /** Tells it from a source. */
  kind: v.literal('fact'),
  ...SearchHitSchema.entries,
  /** The fact. */
  fact: FactSchema,
})

/** A source record that matched. */
export const SourceSearchResultSchema = v.object({
  /** Tells it from a fact. */
  kind: v.literal('source'),
  ...SearchHitSchema.entries,
  /** What kind of source it is. */
  sourceType: SourceTypeSchema,
  /** Its id within its type. */
  sourceId: v.string(),
  /** When it happened. ISO 8601, UTC. */
  occurredAt: v.nullable(DateTimeSchema),
  /** Its name. */
  title: v.nullable(v.string()),
  /** Where it can be opened. */
  permalink: v.nullable(v.string()),
  /** Which customer it is about; null while nobody is known. */
  customer: v.optional(v.nullable(CustomerReferenceSchema)),
  /** Who took part, at most 20; svc_get_source shows all. */
  participants: v.optional(v.array(SourceParticipantSchema)),
  /** What was said around it, of a chat. */
  context: v.optional(
    v.object({
      /** The messages around it. */
      text: v.string(),
      /** The chat that they stand in. */
      sourceRef: v.object({
        /** Always a chat. */
        sourceType: v.literal('CHAT'),
        /** What the chat app calls it. */
        sourceId: v.string(),
      }),
    }),
  ),
})

/** Best first; one result an artifact. */
export const SearchCustomerContextOutputSchema = v.object({
  /** The customer that was asked for; null for the whole organization. */
  customer: v.nullable(CustomerReferenceSchema),
  /** How many sources and facts have the query's words, without weak ones unless these are given. What is near in meaning alone isn't counted: that has no bound. */
  total: CountSchema,
  /** How many are weak. */
  weakTotal: CountSchema,
  /** With `groupBy`: one a result, in the same order. */
  groups: v.optional(v.array(SearchGroupSchema)),
  /** With `groupBy`: of how many known customers the `total` is. */
  totalCustomers: v.optional(CountSchema),
  /** What is to know of the answer: words that nothing has, and why there is no result. */
  notes: v.optional(v.array(v.string())),
  /** What fits, best first; with `groupBy` the best of each customer. */
  results: v.array(v.variant('kind', [FactSearchResultSchema, SourceSearchResultSchema])),
})

export const searchCustomerContextTool = {
  name: 'svc_search_customer_context',
  title: 'Search customer context',
  description:
    'Search calls, e-mails, tickets, deals, chats and facts by meaning, over one customer or all of them. Answers with whole artifacts, best first, and their total; groupBy customer counts by customer. Open one with svc_get_source or svc_get_fact.',
  grant: 'customer_intelligence:read',
  readOnly: true,
  commandId: 'customer_context.search',
  svc: { path: ['search'], arguments: ['query'] },
  input: SearchCustomerContextInputSchema,
  output: SearchCustomerContextOutputSchema,
} as const satisfies ToolDefinition
