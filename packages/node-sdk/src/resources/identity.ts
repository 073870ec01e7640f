import type { ListMergeSuggestionsQuery, MergeSuggestion, ReviewMergeBody } from '@customer-intel/contract'
import type { RequestOptions } from '../client/options.ts'
import { callList, callRoute } from '../client/request.ts'
import type { Send } from '../client/transport.ts'

/** Customers that may be one and the same: a person decides. */
export class IdentityResource {
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  /** Merge suggestions, with their evidence and impact. At most `limit` of them; there are no further pages. */
  listMergeSuggestions(query: ListMergeSuggestionsQuery = {}, options?: RequestOptions) {
    const list = { items: (data: { suggestions: MergeSuggestion[] }) => data.suggestions, options }
    return callList(this.#send, 'listIdentityMergeSuggestions', { query }, list)
  }

  getMergeSuggestion(id: string, options?: RequestOptions) {
    return callRoute(this.#send, 'getIdentityMergeSuggestion', { params: { id } }, options)
  }

  /** Accepts a suggestion: the merge is done in the background. */
  queueMergeSuggestion(id: string, body: ReviewMergeBody = {}, options?: RequestOptions) {
    return callRoute(this.#send, 'queueIdentityMergeSuggestion', { params: { id }, body }, options)
  }

  rejectMergeSuggestion(id: string, body: ReviewMergeBody = {}, options?: RequestOptions) {
    return callRoute(this.#send, 'rejectIdentityMergeSuggestion', { params: { id }, body }, options)
  }

  /** What became of an event, why, and which contact and customer it belongs to. Needs the grant `events:explain`. */
  explainEvent(uuid: string, options?: RequestOptions) {
    return callRoute(this.#send, 'explainEvent', { params: { uuid } }, options)
  }
}
