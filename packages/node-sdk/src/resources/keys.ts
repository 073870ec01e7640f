import type { RequestOptions } from '../client/options.ts'
import { Resource } from './resource.ts'

/** The API key itself. */
export class KeysResource extends Resource {
  /**
   * Tells whose the key is and what it may do.
   *
   * @throws AuthenticationError when the key is unknown or disabled.
   */
  validate(options?: RequestOptions) {
    return this.request('validateApiKey', {}, options)
  }
}
