import * as v from 'valibot'
import { limits } from '../limits.ts'
import { IdentityKeySchema } from '../identity-key.ts'
import { JsonObjectSchema } from '../json.ts'
import { strictObject } from '../objects.ts'
import { queryInteger } from '../query-values.ts'
import { StalenessSchema } from '../staleness.ts'
import { CursorSchema, PaginationSchema } from '../pagination.ts'
import { CountSchema, DateTimeSchema, text, trimmedText } from '../scalars.ts'

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
  /** The position in the list. */
  pagination: PaginationSchema,
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
  /** Where the previous page ended. What is decided in between is neither shown twice nor skipped. */
  cursor: v.optional(CursorSchema),
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

/** The result of taking a decision back. */
export const MergeUndoneSchema = v.object({
  /** The suggestion's id. */
  proposalId: v.string(),
  /** The decision that is gone. `APPLIED`: the two are two again. */
  undone: v.picklist(['STAGED', 'REJECTED', 'APPLIED']),
})

export const evidenceKinds = [
  'shared_domain',
  'same_name',
  'shared_people',
  'stated_together',
  'different_domains',
  'different_ids',
] as const

/** One side of a suggested merge, side by side with the other. */
export const MergeSideSchema = v.object({
  ...MergePartySchema.entries,
  /** The id that you gave it; null: none. */
  externalId: v.nullable(v.string()),
  /** Its billing status; `NONE` of a person. */
  billingStatus: v.string(),
  /** Its monthly revenue in cents; null: unknown, or of several currencies. */
  mrrCents: v.nullable(v.number()),
  /** The currency, ISO 4217. */
  mrrCurrency: v.nullable(v.string()),
  /** When it was first seen. ISO 8601, UTC. */
  firstSeenAt: DateTimeSchema,
  /** Its last activity; null: none. ISO 8601, UTC. */
  lastActivityAt: v.nullable(DateTimeSchema),
  /** What was stated of it. */
  traits: JsonObjectSchema,
  /** Its keys, those of most events first; at most 200. */
  keys: v.array(IdentityKeySchema),
  /** Its people, the last active first; at most 50. */
  people: v.array(
    v.object({
      /** The person's id here. */
      userId: v.string(),
      /** Their e-mail address. */
      email: v.nullable(v.string()),
      /** Their name. */
      name: v.nullable(v.string()),
      /** Their last activity. ISO 8601, UTC. */
      lastActivityAt: v.nullable(DateTimeSchema),
    }),
  ),
})

/** Both sides of a suggested merge, and what speaks for and against it. */
export const MergeEvidenceSchema = v.object({
  /** The suggestion's id. */
  proposalId: v.string(),
  /** The one that both are after a merge; null: it doesn't exist any more. */
  survivor: v.nullable(MergeSideSchema),
  /** The other one; null: it doesn't exist any more, since they are one. */
  duplicate: v.nullable(MergeSideSchema),
  /** What speaks for it comes first. */
  evidence: v.array(
    v.object({
      /** What it is. */
      kind: v.picklist(evidenceKinds),
      /** Whether it speaks for or against the merge. */
      speaks: v.picklist(['for', 'against']),
      /** What the survivor has of it, such as a domain, a name or a key. */
      left: v.nullable(v.string()),
      /** What the duplicate has of it. */
      right: v.nullable(v.string()),
      /** Uuids of events that state it, the latest first; at most 20. `explainEvent` tells of each. */
      eventIds: v.array(v.string()),
    }),
  ),
  /** The answer lacks some of what was accepted before the request. Absent: it is current. */
  stale: v.optional(StalenessSchema),
})

/**
 * Which two are to be one.
 * @example {"left": "jane@acme.example", "right": "user:u-17", "notes": "She told us."}
 */
export const JoinIdentitiesBodySchema = strictObject({
  /** A key of a person (`jane@acme.example`, `user:u-17`), or the id of a customer here. */
  left: trimmedText(bounds.keyLength),
  /** The other one, of the same kind. */
  right: trimmedText(bounds.keyLength),
  /** Why; up to 10,000 characters. */
  notes: v.optional(text(bounds.reviewNotesLength)),
})

/**
 * Which two are to be apart.
 * @example {"left": "jane@acme.example", "right": "user:u-17", "notes": "They share a laptop."}
 */
export const SeparateIdentitiesBodySchema = strictObject({
  /** A key of a person (`jane@acme.example`, `user:u-17`), or the id of a customer here. */
  left: trimmedText(bounds.keyLength),
  /** The other one, of the same kind. */
  right: trimmedText(bounds.keyLength),
  /** Why; up to 10,000 characters. */
  notes: v.optional(text(bounds.reviewNotesLength)),
})

/** The decision as it was stored. */
export const IdentityDecisionSchema = v.object({
  /** What the two are. */
  kind: v.picklist(['people', 'customers']),
  /** The one, in its own form (`email:jane@acme.example`). */
  left: v.string(),
  /** The other one. */
  right: v.string(),
  /** Whether they are one now. */
  isOne: v.boolean(),
})

/**
 * Whose links are asked for.
 * @example {"key": "jane@acme.example"}
 */
export const IdentityLinksQuerySchema = v.object({
  /**
   * An e-mail address, a userId, a `visitor:…`, or the id of a customer here.
   * @example "jane@acme.example"
   */
  key: trimmedText(bounds.keyLength),
})

/** What was joined with a key, and why. */
export const IdentityLinksSchema = v.object({
  /** The key in its own form. */
  key: v.string(),
  /** Keys that were stated together, earliest first. */
  links: v.array(
    v.object({
      /** One key, such as `email:jane@acme.example`. */
      left: v.string(),
      /** The other key. */
      right: v.string(),
      /** Stated by a server or an integration. */
      trusted: v.boolean(),
      /** The uuid of the event that stated it first, or the record. */
      cause: v.string(),
      /** When that was. ISO 8601, UTC. */
      firstAt: DateTimeSchema,
      /** Whether the two count as one person; `former`: the address was theirs until another had it. */
      status: v.picklist(['applied', 'contradicted', 'cut', 'crowded', 'former']),
    }),
  ),
  /** Keys of them that name too much and link nobody. */
  crowdedKeys: v.array(
    v.object({
      /** Such as `visitor:…`. */
      key: v.string(),
      /** Whose statements reached the limit. */
      statedBy: v.picklist(['server', 'browser']),
      /** Which limit, such as `devicePeople`. */
      limit: v.string(),
    }),
  ),
  /** Of a customer: with which others it was made one. */
  merges: v.array(
    v.object({
      /** The id that leads to the survivor. */
      duplicate: v.string(),
      /** The one that both are. */
      survivor: v.string(),
      /** Why, such as a merge suggestion. */
      cause: v.string(),
      /** When. ISO 8601, UTC. */
      decidedAt: DateTimeSchema,
    }),
  ),
  /** The answer lacks some of what was accepted before the request. Absent: it is current. */
  stale: v.optional(StalenessSchema),
})
