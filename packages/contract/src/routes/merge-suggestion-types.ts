import * as v from 'valibot'
import { limits } from '../limits.ts'
import { strictObject } from '../objects.ts'
import { queryInteger } from '../query-values.ts'
import { CountSchema, DateTimeSchema, text } from '../scalars.ts'

export const suggestionStatuses = ['suggested', 'processing', 'merged', 'rejected'] as const
export const confidences = ['HIGH', 'MEDIUM', 'LOW'] as const
export const jobStatuses = ['QUEUED', 'RUNNING', 'COMPLETED', 'FAILED'] as const

export type MergeSuggestionStatus = (typeof suggestionStatuses)[number]
export type MergeConfidence = (typeof confidences)[number]
export type MergeJobStatus = (typeof jobStatuses)[number]

const bounds = limits.identity

/** One side of a suggested merge: a customer, or a person where two people may be one. */
export const MergePartySchema = v.object({
  /** The customer's id, or the person's. */
  id: v.string(),
  /** Its name; null when unknown. */
  name: v.nullable(v.string()),
  /** The company domain; null when there is none. */
  domain: v.nullable(v.string()),
  /** A person is an individual. */
  type: v.picklist(['COMPANY', 'INDIVIDUAL']),
  /** `PROVISIONAL`: without known people and events. `MERGED`: it was merged into the other one. */
  status: v.nullable(v.picklist(['PROVISIONAL', 'ACTIVE', 'CHURNED', 'MERGED'])),
  /** Number of its e-mail addresses, user ids, devices, customer ids and domains. */
  identifierCount: CountSchema,
  /** People of it. */
  contactCount: CountSchema,
})

/** What a merge moves from the duplicate to the survivor. */
export const MergeImpactSchema = v.object({
  /** Keys of the duplicate. */
  identifiers: CountSchema,
  /** People. */
  users: CountSchema,
  /** Events in its timeline. */
  activities: CountSchema,
  /** Browsers. */
  visitors: CountSchema,
  /** Days of revenue and of changes of what is paid. */
  billingEvents: CountSchema,
  /** Facts about it. */
  facts: CountSchema,
  /** Support tickets. */
  supportTickets: CountSchema,
  /** Calls. */
  calls: CountSchema,
  /** Always 0: everybody of the workspace sees every customer. */
  accessEntries: CountSchema,
  /** Events of product activity among its activities. */
  analyticsEvents: CountSchema,
  /** Traits that were stated of it. */
  analyticsDimensions: CountSchema,
})

/** Two customers, or two people, that may be one: for a person to decide. */
export const MergeSuggestionSchema = v.object({
  /** Follows from the pair. */
  id: v.string(),
  /** Its state, for people. */
  status: v.picklist(suggestionStatuses),
  /** `STAGED`: accepted and about to be merged. `STALE`: there is no evidence any more, or one of the two no longer exists. */
  proposalStatus: v.picklist(['PROPOSED', 'STAGED', 'STALE', 'REJECTED', 'APPLIED']),
  /** Strength of the evidence. */
  confidence: v.picklist(confidences),
  /** The one that both are after a merge. */
  survivor: MergePartySchema,
  /** The one whose id leads to the survivor after a merge. */
  duplicate: MergePartySchema,
  /** The reviewer's notes. */
  reviewNotes: v.nullable(v.string()),
  /** When it was accepted or rejected. */
  reviewedAt: v.nullable(DateTimeSchema),
  /** The name of the API key by which it was reviewed. */
  reviewedByName: v.nullable(v.string()),
  /** When the two became one. */
  appliedAt: v.nullable(DateTimeSchema),
  /** The name of the API key by which it was accepted. */
  appliedByName: v.nullable(v.string()),
  /** Since when there are the two. */
  createdAt: DateTimeSchema,
  /** The evidence, in sentences: supporting first, then contradicting. */
  explanation: v.array(v.string()),
  /** What the merge moves. */
  impact: MergeImpactSchema,
  /** The job of the last review. */
  latestJob: v.nullable(
    v.object({
      /** Its id. */
      id: v.string(),
      /** Its status. */
      status: v.picklist(jobStatuses),
      /** When it was requested. */
      createdAt: DateTimeSchema,
      /** When its status last changed. */
      updatedAt: DateTimeSchema,
    }),
  ),
  /** Whether it can be accepted as it stands. */
  canMerge: v.boolean(),
  /** Whether it can be rejected as it stands. */
  canReject: v.boolean(),
})

/** Suggestions of merges. */
export const MergeSuggestionListSchema = v.object({
  /** Open ones first, most certain first; then decided ones, newest first. */
  suggestions: v.array(MergeSuggestionSchema),
  /** Whether the caller's key may accept and reject. */
  canManageIdentityMerges: v.boolean(),
})

/** One suggestion of a merge. */
export const MergeSuggestionFoundSchema = v.object({
  /** The suggestion as it stands. */
  suggestion: MergeSuggestionSchema,
  /** Whether the caller's key may accept and reject. */
  canManageIdentityMerges: v.boolean(),
})

/** Narrows the list. */
export const ListMergeSuggestionsQuerySchema = v.object({
  /** Only those with this status. */
  status: v.optional(v.picklist(suggestionStatuses)),
  /** Only those with this confidence. */
  confidence: v.optional(v.picklist(confidences)),
  /** 1 to 100, default 50. */
  limit: v.optional(queryInteger(1, bounds.listMax), bounds.listDefault),
})

/** A reviewer's notes. */
export const ReviewMergeBodySchema = v.optional(
  strictObject({
    /**
     * Why; up to 10,000 characters.
     * @example "Asked them: it is one company."
     */
    reviewNotes: v.optional(text(bounds.reviewNotesLength)),
  }),
  {},
)

/** The result of a review. */
export const MergeReviewSchema = v.object({
  /** The suggestion's id. */
  proposalId: v.string(),
  /** Its job; a rejection is done at once. */
  jobId: v.optional(v.string()),
  /** What was decided. */
  status: v.picklist(['STAGED', 'REJECTED']),
  /** The job's status. */
  jobStatus: v.optional(v.picklist(jobStatuses)),
})
