import * as v from 'valibot'
import { strictObject } from '../objects.ts'
import type { CommandSuccess } from '../command-envelope.ts'
import { limits } from '../limits.ts'
import { queryInteger } from '../query-values.ts'
import { CountSchema, DateTimeSchema, text } from '../scalars.ts'
import { commandRoute, type RouteDefinition } from './definition.ts'
import { IdParamsSchema, type IdParams } from './params.ts'

const suggestionStatuses = ['suggested', 'processing', 'merged', 'rejected'] as const
const confidences = ['HIGH', 'MEDIUM', 'LOW'] as const
const jobStatuses = ['QUEUED', 'RUNNING', 'COMPLETED', 'FAILED'] as const

export type MergeSuggestionStatus = (typeof suggestionStatuses)[number]
export type MergeConfidence = (typeof confidences)[number]
export type MergeJobStatus = (typeof jobStatuses)[number]

/** One side of a suggested merge. */
export interface MergeParty {
  id: string
  name: string | null
  domain: string | null
  type: 'COMPANY' | 'INDIVIDUAL'
  status: 'PROVISIONAL' | 'ACTIVE' | 'CHURNED' | 'MERGED' | null
  identifierCount: number
  contactCount: number
}

/** What a merge would move. */
export interface MergeImpact {
  identifiers: number
  users: number
  activities: number
  visitors: number
  billingEvents: number
  facts: number
  supportTickets: number
  calls: number
  accessEntries: number
  analyticsEvents: number
  analyticsDimensions: number
}

/** Two customers that may be one, for a person to decide. */
export interface MergeSuggestion {
  id: string
  status: MergeSuggestionStatus
  proposalStatus: 'PROPOSED' | 'STAGED' | 'STALE' | 'REJECTED' | 'APPLIED'
  confidence: MergeConfidence
  survivor: MergeParty
  duplicate: MergeParty
  reviewNotes: string | null
  reviewedAt: string | null
  reviewedByName: string | null
  appliedAt: string | null
  appliedByName: string | null
  createdAt: string
  /** The evidence, in sentences. */
  explanation: string[]
  impact: MergeImpact
  latestJob: { id: string; status: MergeJobStatus; createdAt: string; updatedAt: string } | null
  canMerge: boolean
  canReject: boolean
}

export interface ListMergeSuggestionsQuery {
  status?: MergeSuggestionStatus
  confidence?: MergeConfidence
  /** 1 to 100, default 50. */
  limit?: number
}

export interface ReviewMergeBody {
  /** Up to 10,000 characters. */
  reviewNotes?: string
}

/** What became of a review. */
export interface MergeReview {
  proposalId: string
  jobId?: string
  status: 'STAGED' | 'REJECTED'
  jobStatus?: MergeJobStatus
}

export interface IdentityRouteInputs {
  listIdentityMergeSuggestions: { query?: ListMergeSuggestionsQuery }
  getIdentityMergeSuggestion: { params: IdParams }
  queueIdentityMergeSuggestion: { params: IdParams; body?: ReviewMergeBody }
  rejectIdentityMergeSuggestion: { params: IdParams; body?: ReviewMergeBody }
}

export interface IdentityRouteOutputs {
  listIdentityMergeSuggestions: CommandSuccess<{
    suggestions: MergeSuggestion[]
    canManageIdentityMerges: boolean
  }>
  getIdentityMergeSuggestion: CommandSuccess<{
    suggestion: MergeSuggestion
    canManageIdentityMerges: boolean
  }>
  queueIdentityMergeSuggestion: CommandSuccess<MergeReview>
  rejectIdentityMergeSuggestion: CommandSuccess<MergeReview>
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

export const identityRoutes = {
  listIdentityMergeSuggestions: commandRoute({
    operation: 'listIdentityMergeSuggestions',
    method: 'GET',
    path: '/api/identity/merge-suggestions',
    summary: 'List customers that may be one',
    tag: 'identity',
    grant: 'identity:read',
    commandId: 'identity.mergeSuggestion.list',
    query: ListMergeSuggestionsQuerySchema,
    data: v.object({
      suggestions: v.array(MergeSuggestionSchema),
      canManageIdentityMerges: v.boolean(),
    }),
    failures: [400, 404],
    idempotent: true,
  }),
  getIdentityMergeSuggestion: commandRoute({
    operation: 'getIdentityMergeSuggestion',
    method: 'GET',
    path: '/api/identity/merge-suggestions/{id}',
    summary: 'Get a merge suggestion',
    tag: 'identity',
    grant: 'identity:read',
    commandId: 'identity.mergeSuggestion.get',
    params: IdParamsSchema,
    data: v.object({ suggestion: MergeSuggestionSchema, canManageIdentityMerges: v.boolean() }),
    failures: [404],
    idempotent: true,
  }),
  queueIdentityMergeSuggestion: commandRoute({
    operation: 'queueIdentityMergeSuggestion',
    method: 'POST',
    path: '/api/identity/merge-suggestions/{id}/queue',
    summary: 'Accept a merge suggestion',
    tag: 'identity',
    grant: 'identity:write',
    commandId: 'identity.mergeSuggestion.queue',
    params: IdParamsSchema,
    body: ReviewMergeBodySchema,
    data: MergeReviewSchema,
    failures: [404, 409],
    idempotent: false,
  }),
  rejectIdentityMergeSuggestion: commandRoute({
    operation: 'rejectIdentityMergeSuggestion',
    method: 'POST',
    path: '/api/identity/merge-suggestions/{id}/reject',
    summary: 'Reject a merge suggestion',
    tag: 'identity',
    grant: 'identity:write',
    commandId: 'identity.mergeSuggestion.reject',
    params: IdParamsSchema,
    body: ReviewMergeBodySchema,
    data: MergeReviewSchema,
    failures: [404, 409],
    idempotent: false,
  }),
} as const satisfies { [Name in keyof IdentityRouteInputs]: RouteDefinition & { operation: Name } }
