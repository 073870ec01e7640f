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
  /** Its name; null when unknown. */
  name: string | null
  /** The company domain; null when there is none. */
  domain: string | null
  /** A person is an individual. */
  type: 'COMPANY' | 'INDIVIDUAL'
  /** `PROVISIONAL`: without known people and events. `MERGED`: it was merged into the other one. */
  status: 'PROVISIONAL' | 'ACTIVE' | 'CHURNED' | 'MERGED' | null
  /** Number of its e-mail addresses, user ids, devices, customer ids and domains. */
  identifierCount: number
  /** People of it. */
  contactCount: number
}

/** What a merge moves from the duplicate to the survivor. */
export interface MergeImpact {
  /** Keys of the duplicate. */
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
  /** Its state, for people. */
  status: MergeSuggestionStatus
  /** `STAGED`: accepted and about to be merged. `STALE`: there is no evidence any more, or one of the two no longer exists. */
  proposalStatus: 'PROPOSED' | 'STAGED' | 'STALE' | 'REJECTED' | 'APPLIED'
  /** Strength of the evidence. */
  confidence: MergeConfidence
  /** The one that both are after a merge. */
  survivor: MergeParty
  /** The one whose id leads to the survivor after a merge. */
  duplicate: MergeParty
  /** The reviewer's notes. */
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
  /** The evidence, in sentences: supporting first, then contradicting. */
  explanation: string[]
  /** What the merge moves. */
  impact: MergeImpact
  /** The job of the last review. */
  latestJob: {
    /** Its id. */
    id: string
    /** Its status. */
    status: MergeJobStatus
    /** When it was requested. */
    createdAt: string
    /** When its status last changed. */
    updatedAt: string
  } | null
  /** Whether it can be accepted as it stands. */
  canMerge: boolean
  /** Whether it can be rejected as it stands. */
  canReject: boolean
}

/** Suggestions of merges. */
export interface MergeSuggestionList {
  /** Open ones first, most certain first; then decided ones, newest first. */
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
  /** Only those with this status. */
  status?: MergeSuggestionStatus
  /** Only those with this confidence. */
  confidence?: MergeConfidence
  /** 1 to 100, default 50. */
  limit?: number
}

/** A reviewer's notes. */
export interface ReviewMergeBody {
  /**
   * Why; up to 10,000 characters.
   * @example "Asked them: it is one company."
   */
  reviewNotes?: string
}

/** The result of a review. */
export interface MergeReview {
  /** The suggestion's id. */
  proposalId: string
  /** Its job; a rejection is done at once. */
  jobId?: string
  /** What was decided. */
  status: 'STAGED' | 'REJECTED'
  /** The job's status. */
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
