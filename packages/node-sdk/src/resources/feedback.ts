import type { SubmitFeedbackInput } from '@customer-intel/contract'
import type { RequestOptions } from '../client/options.ts'
import { Resource } from './resource.ts'

/** Feedback on the product itself. */
export class FeedbackResource extends Resource {
  /** Submits feedback. Who and which organization it comes from, the API key says. */
  submit(body: SubmitFeedbackInput, options?: RequestOptions) {
    return this.request('submitFeedback', { body }, options)
  }
}
