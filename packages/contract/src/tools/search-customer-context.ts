import * as v from 'valibot'
import { strictObject } from '../objects.ts'
import { limits } from '../limits.ts'
import { CountSchema, DateTimeSchema, UtcDateTimeSchema, integer, trimmedText } from '../scalars.ts'
import {
  SourceTypeSchema,
  SourceTypesInputSchema,
  type SourceType,
  type SourceTypeInput,
} from '../sources.ts'
import { beforeMessage, isOrdered } from './date-range.ts'
import type { ToolDefinition } from './definition.ts'
import { CustomerReferenceSchema, FactSchema, type CustomerReference, type Fact } from './fact.ts'
import { customerReference } from './people-filters.ts'
import { SourceParticipantSchema, type SourceParticipant } from './source.ts'
/**
 * Input of `svc_search_customer_context`.
 * @example {"query": "worried about the price", "topK": 5}
 */
export interface SearchCustomerContextInput {
  /**
   * 2 to 2,000 characters once trimmed.
   * @example "worried about the price"
   */
  query: string
  /** A customer: its id, your own id of it, its domain, exact name, or a person's e-mail address. Absent or null: the whole organization. */
  customer?: string | null
  /** 1 to 50, default 20. */
  topK?: number
  /** Occurred at this time or later. ISO 8601, UTC. */
  after?: string
  /** Occurred at this time or earlier. ISO 8601, UTC. */
  before?: string
  /** Empty or absent: all. */
  sourceTypes?: SourceTypeInput[]
  /** `customer`: the best result of each customer, and in `groups` how many each has. */
  groupBy?: 'customer'
  /** Also results with one of several words only. Default: only where there are no others. */
  includeWeak?: boolean
}
/** Where a result matched. */
export interface SearchMatch {
  /** The passage that fits. */
  text: string
  /** When it was said. ISO 8601, UTC. */
  occurredAt?: string
}
/** What every result says of how it was found. */
export interface SearchHit {
  /** How well it fits; higher is better. Compares results of one search only. */
  score: number
  /** It has a single one of the query's several words, and not the telling one. Such results come behind all others, and only if `includeWeak` asks for them or there are no others. */
  weak?: boolean
  /** The query's words that it has, in any of their forms. Empty where only the meaning fits. */
  matchedWords?: string[]
  /** How many passages fit. */
  matchCount: number
  /** At most two. */
  matches: SearchMatch[]
}
/** A fact that matched. */
export interface FactSearchResult extends SearchHit {
  /** Tells it from a source. */
  kind: 'fact'
  /** The fact. */
  fact: Fact
}
/** A source record that matched. */
export interface SourceSearchResult extends SearchHit {
  /** Tells it from a fact. */
  kind: 'source'
  /** What kind of source it is. */
  sourceType: SourceType
  /** Its id within its type. */
  sourceId: string
  /** When it happened. ISO 8601, UTC. */
  occurredAt: string | null
  /** Its name. */
  title: string | null
  /** Where it can be opened. */
  permalink: string | null
  /** Which customer it is about; null while nobody is known. */
  customer?: CustomerReference | null
  /** Who took part, at most 20; svc_get_source shows all. */
  participants?: SourceParticipant[]
  /** What was said around it, of a chat. */
  context?: {
    /** The messages around it. */
    text: string /** Where they are from. */
    /** The chat that they stand in. */
    sourceRef: {
      /** Always a chat. */
      sourceType: 'CHAT' /** The chat's id. */
      /** What the chat app calls it. */
      sourceId: string
    }
  }
}
/** Of one customer, how much fits. */
export interface SearchGroup {
  /** The customer; null for what is about nobody known. */
  customer: CustomerReference | null
  /** How many of its artifacts have the query's words. */
  total: number
}
/** Best first; one result an artifact. */
export interface SearchCustomerContextOutput {
  /** The customer that was asked for; null for the whole organization. */
  customer: CustomerReference | null
  /** How many sources and facts have the query's words, without weak ones unless these are given. What is near in meaning alone isn't counted: that has no bound. */
  total: number
  /** How many are weak. */
  weakTotal: number
  /** What fits, best first; with `groupBy` the best of each customer. */
  results: (FactSearchResult | SourceSearchResult)[]
  /** With `groupBy`: one a result, in the same order. */
  groups?: SearchGroup[]
  /** With `groupBy`: of how many known customers the `total` is. */
  totalCustomers?: number
  /** What is to know of the answer: words that nothing has, and why there is no result. */
  notes?: string[]
}

const bounds = limits.tools

export const SearchCustomerContextInputSchema = v.pipe(
  strictObject({
    query: trimmedText(bounds.searchQueryMax, bounds.searchQueryMin),
    customer: v.optional(v.nullable(customerReference()), null),
    topK: v.optional(integer(1, bounds.topKMax), bounds.topKDefault),
    after: v.optional(UtcDateTimeSchema),
    before: v.optional(UtcDateTimeSchema),
    sourceTypes: v.optional(SourceTypesInputSchema),
    groupBy: v.optional(v.picklist(['customer'])),
    includeWeak: v.optional(v.boolean()),
  }),
  v.forward(
    v.check((input) => isOrdered(input), beforeMessage),
    ['before'],
  ),
) satisfies v.GenericSchema<SearchCustomerContextInput>

const found = {
  score: v.number(),
  weak: v.optional(v.boolean()),
  matchedWords: v.optional(v.array(v.string())),
  matchCount: CountSchema,
  matches: v.pipe(
    v.array(v.object({ text: v.string(), occurredAt: v.optional(DateTimeSchema) })),
    v.maxLength(2),
  ),
}

export const SearchCustomerContextOutputSchema = v.object({
  customer: v.nullable(CustomerReferenceSchema),
  total: CountSchema,
  weakTotal: CountSchema,
  groups: v.optional(
    v.array(v.object({ customer: v.nullable(CustomerReferenceSchema), total: CountSchema })),
  ),
  totalCustomers: v.optional(CountSchema),
  notes: v.optional(v.array(v.string())),
  results: v.array(
    v.variant('kind', [
      v.object({ kind: v.literal('fact'), ...found, fact: FactSchema }),
      v.object({
        kind: v.literal('source'),
        ...found,
        sourceType: SourceTypeSchema,
        sourceId: v.string(),
        occurredAt: v.nullable(DateTimeSchema),
        title: v.nullable(v.string()),
        permalink: v.nullable(v.string()),
        customer: v.optional(v.nullable(CustomerReferenceSchema)),
        participants: v.optional(v.array(SourceParticipantSchema)),
        context: v.optional(
          v.object({
            text: v.string(),
            sourceRef: v.object({ sourceType: v.literal('CHAT'), sourceId: v.string() }),
          }),
        ),
      }),
    ]),
  ),
}) satisfies v.GenericSchema<SearchCustomerContextOutput>

export const searchCustomerContextTool = {
  name: 'svc_search_customer_context',
  title: 'Search customer context',
  description:
    'Search calls, e-mails, tickets, deals, chats and facts by meaning, over one customer or all of them. Answers with whole artifacts, best first, and their total; groupBy customer counts by customer. Open one with svc_get_source or svc_get_fact.',
  grant: 'customer_intelligence:read',
  readOnly: true,
  commandId: 'customer_context.search',
  input: SearchCustomerContextInputSchema,
  output: SearchCustomerContextOutputSchema,
} as const satisfies ToolDefinition
