import type { PreviewActivationBody, UpdateActivationBody } from '@customer-intel/contract'
import type { RequestOptions } from '../client/options.ts'
import { callRoute } from '../client/request.ts'
import type { Send } from '../client/transport.ts'

/** The event that marks a customer as activated. */
export class ActivationResource {
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  get(options?: RequestOptions) {
    return callRoute(this.#send, 'getCustomerActivation', {}, options)
  }

  /** From here on, this event marks activation; null turns it off. What was activated stays so. */
  update(body: UpdateActivationBody, options?: RequestOptions) {
    return callRoute(this.#send, 'updateCustomerActivation', { body }, options)
  }

  /** Whom an event would have activated. Changes nothing. */
  preview(body: PreviewActivationBody, options?: RequestOptions) {
    return callRoute(this.#send, 'previewCustomerActivation', { body }, options)
  }
}
