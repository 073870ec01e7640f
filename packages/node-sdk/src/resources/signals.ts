import type { SignalBody } from '@customer-intel/contract'
import type { RequestOptions } from '../client/options.ts'
import { Resource } from './resource.ts'

/** Signals: what in the stream of events deserves attention. */
export class SignalsResource extends Resource {
  /** What a signal can be made of: kinds, conditions, and a catalog of ready ones. */
  options(options?: RequestOptions) {
    return this.request('getSignalOptions', {}, options)
  }

  /** Every signal that is not archived. */
  list(options?: RequestOptions) {
    return this.requestList('listSignals', {}, (data) => data.signals, options)
  }

  create(body: SignalBody, options?: RequestOptions) {
    return this.request('createSignal', { body }, options)
  }

  get(id: string, options?: RequestOptions) {
    return this.request('getSignal', { params: { id } }, options)
  }

  /** Replaces a signal: the body is a whole one. */
  update(id: string, body: SignalBody, options?: RequestOptions) {
    return this.request('updateSignal', { params: { id }, body }, options)
  }

  /** Takes it from the lists, for good. */
  archive(id: string, options?: RequestOptions) {
    return this.request('archiveSignal', { params: { id } }, options)
  }
}
