import type { MergeSuggestion } from '@customer-intel/contract'
import type { Documents } from '../store/ports.ts'
import { openSharedDocument, type SharedDocument } from '../store/shared-document.ts'

/** What somebody decided about a suggestion, and what became of it. */
export interface MergeReview {
  /** `APPLIED`: the two are one. `FAILED`: they couldn't be made one, and why stands in `problem`. */
  status: 'REJECTED' | 'STAGED' | 'APPLIED' | 'FAILED'
  reviewNotes: string | null
  /** ISO 8601, as the other times. */
  reviewedAt: string
  /** The name of the API key. */
  reviewedByName: string
  /** Of a rejection it is done at once. */
  job: { id: string; isRunning: boolean; createdAt: string; updatedAt: string }
  /** The suggestion as it was decided about: once two are one, nothing tells of the duplicate. */
  seen: Pick<
    MergeSuggestion,
    'survivor' | 'duplicate' | 'confidence' | 'explanation' | 'impact' | 'createdAt'
  >
  /** Of people: the keys that are joined. */
  link: { left: string; right: string } | null
  problem: string | null
}

/** By the suggestion's id. */
export type MergeReviews = SharedDocument<Record<string, MergeReview>>

export function openMergeReviews(documents: Documents): MergeReviews {
  return openSharedDocument<Record<string, MergeReview>>(documents, 'merge-reviews', {})
}
