import type { ChatOptionsQuery, CreateDestinationBody, UpdateDestinationBody } from '@customer-intel/contract'
import type { RequestOptions } from '../client/options.ts'
import { Resource } from './resource.ts'

/** Destinations: where results and notifications go. */
export class DestinationsResource extends Resource {
  /** What a destination can be made of, with the channels of the connected chat app. */
  options(query: ChatOptionsQuery = {}, options?: RequestOptions) {
    return this.request('getDestinationOptions', { query }, options)
  }

  /** Every destination that is not archived. */
  list(options?: RequestOptions) {
    return this.requestList('listDestinations', {}, (data) => data.destinations, options)
  }

  create(body: CreateDestinationBody, options?: RequestOptions) {
    return this.request('createDestination', { body }, options)
  }

  /** One destination, with what uses it and its recent deliveries. */
  get(id: string, options?: RequestOptions) {
    return this.request('getDestination', { params: { id } }, options)
  }

  /** Changes the fields that are given. `isDefault: true` also enables it. */
  update(id: string, body: UpdateDestinationBody, options?: RequestOptions) {
    return this.request('updateDestination', { params: { id }, body }, options)
  }

  enable(id: string, options?: RequestOptions) {
    return this.request('enableDestination', { params: { id } }, options)
  }

  /**
   * @throws ConflictError when it is the default destination.
   */
  disable(id: string, options?: RequestOptions) {
    return this.request('disableDestination', { params: { id } }, options)
  }

  /** Disables it and takes it from the lists, for good. */
  archive(id: string, options?: RequestOptions) {
    return this.request('archiveDestination', { params: { id } }, options)
  }
}
