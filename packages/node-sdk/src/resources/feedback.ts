import type { SubmitFeedbackInput } from '@customer-intel/contract'
import type { RequestOptions } from '../client/options.ts'
import { callRoute } from '../client/request.ts'
import type { Send } from '../client/transport.ts'

/** Feedback on the product itself. */
export class FeedbackResource {
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  /** Submits feedback. Who and which organization it comes from, the API key says. */
  submit(body: SubmitFeedbackInput, options?: RequestOptions) {
    return callRoute(this.#send, 'submitFeedback', { body }, options)
  }
}
