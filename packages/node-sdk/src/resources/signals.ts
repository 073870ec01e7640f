import type { SignalBody } from '@customer-intel/contract'
import type { RequestOptions } from '../client/options.ts'
import { callList, callRoute } from '../client/request.ts'
import type { Send } from '../client/transport.ts'

/** Signals: what in the stream of events deserves attention. */
export class SignalsResource {
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  /** What a signal can be made of: kinds, conditions, and a catalog of ready ones. */
  options(options?: RequestOptions) {
    return callRoute(this.#send, 'getSignalOptions', {}, options)
  }

  /** Every signal that is not archived. */
  list(options?: RequestOptions) {
    return callList(this.#send, 'listSignals', {}, { items: (data) => data.signals, options })
  }

  create(body: SignalBody, options?: RequestOptions) {
    return callRoute(this.#send, 'createSignal', { body }, options)
  }

  get(id: string, options?: RequestOptions) {
    return callRoute(this.#send, 'getSignal', { params: { id } }, options)
  }

  /** Replaces a signal: the body is a whole one. */
  update(id: string, body: SignalBody, options?: RequestOptions) {
    return callRoute(this.#send, 'updateSignal', { params: { id }, body }, options)
  }

  /** Takes it from the lists, for good. */
  archive(id: string, options?: RequestOptions) {
    return callRoute(this.#send, 'archiveSignal', { params: { id } }, options)
  }
}
