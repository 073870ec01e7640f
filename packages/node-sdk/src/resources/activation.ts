import type { PreviewActivationBody, UpdateActivationBody } from '@customer-intel/contract'
import type { RequestOptions } from '../client/options.ts'
import { Resource } from './resource.ts'

/** The event that marks a customer as activated. */
export class ActivationResource extends Resource {
  get(options?: RequestOptions) {
    return this.request('getCustomerActivation', {}, options)
  }

  /** From here on, this event marks activation; null turns it off. What was activated stays so. */
  update(body: UpdateActivationBody, options?: RequestOptions) {
    return this.request('updateCustomerActivation', { body }, options)
  }

  /** Whom an event would have activated. Changes nothing. */
  preview(body: PreviewActivationBody, options?: RequestOptions) {
    return this.request('previewCustomerActivation', { body }, options)
  }
}
