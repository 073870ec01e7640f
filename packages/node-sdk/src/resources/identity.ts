import type { ListMergeSuggestionsQuery, ReviewMergeBody } from '@customer-intel/contract'
import type { RequestOptions } from '../client/options.ts'
import { Resource } from './resource.ts'

/** Customers that may be one and the same: a person decides. */
export class IdentityResource extends Resource {
  /** Merge suggestions, with their evidence and impact. At most `limit` of them; there are no further pages. */
  listMergeSuggestions(query: ListMergeSuggestionsQuery = {}, options?: RequestOptions) {
    return this.requestList('listIdentityMergeSuggestions', { query }, (data) => data.suggestions, options)
  }

  getMergeSuggestion(id: string, options?: RequestOptions) {
    return this.request('getIdentityMergeSuggestion', { params: { id } }, options)
  }

  /** Accepts a suggestion: the merge is done in the background. */
  queueMergeSuggestion(id: string, body: ReviewMergeBody = {}, options?: RequestOptions) {
    return this.request('queueIdentityMergeSuggestion', { params: { id }, body }, options)
  }

  rejectMergeSuggestion(id: string, body: ReviewMergeBody = {}, options?: RequestOptions) {
    return this.request('rejectIdentityMergeSuggestion', { params: { id }, body }, options)
  }

  /** What became of an event, why, and which contact and customer it belongs to. Needs the grant `events:explain`. */
  explainEvent(uuid: string, options?: RequestOptions) {
    return this.request('explainEvent', { params: { uuid } }, options)
  }
}
