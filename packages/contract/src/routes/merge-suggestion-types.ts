import * as v from 'valibot'
import { limits } from '../limits.ts'
import { strictObject } from '../objects.ts'
import { queryInteger } from '../query-values.ts'
import { CountSchema, DateTimeSchema, text } from '../scalars.ts'

const suggestionStatuses = ['suggested', 'processing', 'merged', 'rejected'] as const
const confidences = ['HIGH', 'MEDIUM', 'LOW'] as const
const jobStatuses = ['QUEUED', 'RUNNING', 'COMPLETED', 'FAILED'] as const

export type MergeSuggestionStatus = (typeof suggestionStatuses)[number]
export type MergeConfidence = (typeof confidences)[number]
export type MergeJobStatus = (typeof jobStatuses)[number]

/** One side of a suggested merge: a customer, or a person where two people may be one. */
export interface MergeParty {
  /** The customer's id, or the person's. */
  id: string
  /** What it is called; null when nobody said. */
  name: string | null
  /** The company domain; null when there is none. */
  domain: string | null
  /** A person is an individual. */
  type: 'COMPANY' | 'INDIVIDUAL'
  /** `PROVISIONAL`: nobody of it is known yet and nothing happened. `MERGED`: it is the other one now. */
  status: 'PROVISIONAL' | 'ACTIVE' | 'CHURNED' | 'MERGED' | null
  /** E-mail addresses, user ids, devices, customer ids and domains that it is known by. */
  identifierCount: number
  /** People of it. */
  contactCount: number
}

/** What a merge moves from the duplicate to the survivor. */
export interface MergeImpact {
  /** Keys that the duplicate is known by. */
  identifiers: number
  /** People. */
  users: number
  /** Events in its timeline. */
  activities: number
  /** Browsers. */
  visitors: number
  /** Days of revenue and of changes of what is paid. */
  billingEvents: number
  /** Facts about it. */
  facts: number
  /** Support tickets. */
  supportTickets: number
  /** Calls. */
  calls: number
  /** Always 0: everybody of the workspace sees every customer. */
  accessEntries: number
  /** Events of product activity among its activities. */
  analyticsEvents: number
  /** Traits that were stated of it. */
  analyticsDimensions: number
}

/** Two customers, or two people, that may be one: for a person to decide. */
export interface MergeSuggestion {
  /** Follows from the pair. */
  id: string
  /** Where it stands, for people. */
  status: MergeSuggestionStatus
  /** `STAGED`: accepted and about to be merged. `STALE`: nothing speaks for it any more, or one of the two is gone. */
  proposalStatus: 'PROPOSED' | 'STAGED' | 'STALE' | 'REJECTED' | 'APPLIED'
  /** How much speaks for it. */
  confidence: MergeConfidence
  /** The one that both are after a merge. */
  survivor: MergeParty
  /** The one whose id leads to the survivor after a merge. */
  duplicate: MergeParty
  /** What the reviewer noted. */
  reviewNotes: string | null
  /** When it was accepted or rejected. */
  reviewedAt: string | null
  /** The name of the API key by which it was reviewed. */
  reviewedByName: string | null
  /** When the two became one. */
  appliedAt: string | null
  /** The name of the API key by which it was accepted. */
  appliedByName: string | null
  /** Since when there are the two. */
  createdAt: string
  /** The evidence, in sentences: what speaks for it, then what speaks against it. */
  explanation: string[]
  /** What the merge moves. */
  impact: MergeImpact
  /** The work that the last review began. */
  latestJob: {
    /** Its id. */
    id: string
    /** How far it is. */
    status: MergeJobStatus
    /** When it was asked for. */
    createdAt: string
    /** When it last got further. */
    updatedAt: string
  } | null
  /** Whether it can be accepted as it stands. */
  canMerge: boolean
  /** Whether it can be rejected as it stands. */
  canReject: boolean
}

/** Suggestions of merges. */
export interface MergeSuggestionList {
  /** What can be decided first, the surest before the others; then what was decided, the newest first. */
  suggestions: MergeSuggestion[]
  /** Whether the caller's key may accept and reject. */
  canManageIdentityMerges: boolean
}

/** One suggestion of a merge. */
export interface MergeSuggestionFound {
  /** The suggestion as it stands. */
  suggestion: MergeSuggestion
  /** Whether the caller's key may accept and reject. */
  canManageIdentityMerges: boolean
}

/** Narrows the list. */
export interface ListMergeSuggestionsQuery {
  /** Only those that stand there. */
  status?: MergeSuggestionStatus
  /** Only those of which it is so sure. */
  confidence?: MergeConfidence
  /** 1 to 100, default 50. */
  limit?: number
}

/** What the reviewer says. */
export interface ReviewMergeBody {
  /**
   * Why; up to 10,000 characters.
   * @example "Asked them: it is one company."
   */
  reviewNotes?: string
}

/** What became of a review. */
export interface MergeReview {
  /** The suggestion's id. */
  proposalId: string
  /** The work that it began; of a rejection it is done at once. */
  jobId?: string
  /** What was decided. */
  status: 'STAGED' | 'REJECTED'
  /** How far that work is. */
  jobStatus?: MergeJobStatus
}

const bounds = limits.identity

const MergePartySchema = v.object({
  id: v.string(),
  name: v.nullable(v.string()),
  domain: v.nullable(v.string()),
  type: v.picklist(['COMPANY', 'INDIVIDUAL']),
  status: v.nullable(v.picklist(['PROVISIONAL', 'ACTIVE', 'CHURNED', 'MERGED'])),
  identifierCount: CountSchema,
  contactCount: CountSchema,
}) satisfies v.GenericSchema<MergeParty>

const MergeImpactSchema = v.object({
  identifiers: CountSchema,
  users: CountSchema,
  activities: CountSchema,
  visitors: CountSchema,
  billingEvents: CountSchema,
  facts: CountSchema,
  supportTickets: CountSchema,
  calls: CountSchema,
  accessEntries: CountSchema,
  analyticsEvents: CountSchema,
  analyticsDimensions: CountSchema,
}) satisfies v.GenericSchema<MergeImpact>

export const MergeSuggestionSchema = v.object({
  id: v.string(),
  status: v.picklist(suggestionStatuses),
  proposalStatus: v.picklist(['PROPOSED', 'STAGED', 'STALE', 'REJECTED', 'APPLIED']),
  confidence: v.picklist(confidences),
  survivor: MergePartySchema,
  duplicate: MergePartySchema,
  reviewNotes: v.nullable(v.string()),
  reviewedAt: v.nullable(DateTimeSchema),
  reviewedByName: v.nullable(v.string()),
  appliedAt: v.nullable(DateTimeSchema),
  appliedByName: v.nullable(v.string()),
  createdAt: DateTimeSchema,
  explanation: v.array(v.string()),
  impact: MergeImpactSchema,
  latestJob: v.nullable(
    v.object({
      id: v.string(),
      status: v.picklist(jobStatuses),
      createdAt: DateTimeSchema,
      updatedAt: DateTimeSchema,
    }),
  ),
  canMerge: v.boolean(),
  canReject: v.boolean(),
}) satisfies v.GenericSchema<MergeSuggestion>

export const MergeSuggestionListSchema = v.object({
  suggestions: v.array(MergeSuggestionSchema),
  canManageIdentityMerges: v.boolean(),
}) satisfies v.GenericSchema<MergeSuggestionList>

export const MergeSuggestionFoundSchema = v.object({
  suggestion: MergeSuggestionSchema,
  canManageIdentityMerges: v.boolean(),
}) satisfies v.GenericSchema<MergeSuggestionFound>

export const ListMergeSuggestionsQuerySchema = v.object({
  status: v.optional(v.picklist(suggestionStatuses)),
  confidence: v.optional(v.picklist(confidences)),
  limit: v.optional(queryInteger(1, bounds.listMax), bounds.listDefault),
}) satisfies v.GenericSchema<ListMergeSuggestionsQuery>

export const ReviewMergeBodySchema = v.optional(
  strictObject({ reviewNotes: v.optional(text(bounds.reviewNotesLength)) }),
  {},
) satisfies v.GenericSchema<ReviewMergeBody | undefined>

export const MergeReviewSchema = v.object({
  proposalId: v.string(),
  jobId: v.optional(v.string()),
  status: v.picklist(['STAGED', 'REJECTED']),
  jobStatus: v.optional(v.picklist(jobStatuses)),
}) satisfies v.GenericSchema<MergeReview>
