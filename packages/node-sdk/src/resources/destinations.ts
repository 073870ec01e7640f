import type { ChatOptionsQuery, CreateDestinationBody, UpdateDestinationBody } from '@customer-intel/contract'
import type { RequestOptions } from '../client/options.ts'
import { callList, callRoute } from '../client/request.ts'
import type { Send } from '../client/transport.ts'

/** Destinations: where results and notifications go. */
export class DestinationsResource {
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  /** What a destination can be made of, with the channels of the connected chat app. */
  options(query: ChatOptionsQuery = {}, options?: RequestOptions) {
    return callRoute(this.#send, 'getDestinationOptions', { query }, options)
  }

  /** Every destination that is not archived. */
  list(options?: RequestOptions) {
    return callList(this.#send, 'listDestinations', {}, { items: (data) => data.destinations, options })
  }

  create(body: CreateDestinationBody, options?: RequestOptions) {
    return callRoute(this.#send, 'createDestination', { body }, options)
  }

  /** One destination, with what uses it and its recent deliveries. */
  get(id: string, options?: RequestOptions) {
    return callRoute(this.#send, 'getDestination', { params: { id } }, options)
  }

  /** Changes the fields that are given. `isDefault: true` also enables it. */
  update(id: string, body: UpdateDestinationBody, options?: RequestOptions) {
    return callRoute(this.#send, 'updateDestination', { params: { id }, body }, options)
  }

  enable(id: string, options?: RequestOptions) {
    return callRoute(this.#send, 'enableDestination', { params: { id } }, options)
  }

  /**
   * @throws ConflictError when it is the default destination.
   */
  disable(id: string, options?: RequestOptions) {
    return callRoute(this.#send, 'disableDestination', { params: { id } }, options)
  }

  /** Disables it and takes it from the lists, for good. */
  archive(id: string, options?: RequestOptions) {
    return callRoute(this.#send, 'archiveDestination', { params: { id } }, options)
  }
}
