import { partOf } from '../../kernel/workspace/part.ts'
import type { MergeSuggestion } from '@customer-intel/contract'
import { openSharedDocument } from '../../kernel/store/shared-document.ts'

/** A decision about a suggestion, and its result. */
export interface MergeReview {
  /** `APPLIED`: the two are merged. `FAILED`: they couldn't be, see `problem`. */
  status: 'REJECTED' | 'STAGED' | 'APPLIED' | 'FAILED'
  reviewNotes: string | null
  /** ISO 8601, as the other times. */
  reviewedAt: string
  /** The name of the API key. */
  reviewedByName: string
  /** For a rejection it is done at once. */
  job: { id: string; isRunning: boolean; createdAt: string; updatedAt: string }
  /** The suggestion at the time of the decision: after the merge the duplicate is gone. */
  seen: Pick<
    MergeSuggestion,
    'survivor' | 'duplicate' | 'confidence' | 'explanation' | 'impact' | 'createdAt'
  >
  /** For people: the keys that are linked. */
  link: { left: string; right: string } | null
  problem: string | null
}

/** Decisions about merge suggestions, by the suggestion's id. */
export const mergeReviewsOf = partOf((workspace) =>
  openSharedDocument<Record<string, MergeReview>>(workspace.documents, 'merge-reviews', {}),
)
