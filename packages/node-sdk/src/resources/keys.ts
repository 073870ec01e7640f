import type { RequestOptions } from '../client/options.ts'
import { callRoute } from '../client/request.ts'
import type { Send } from '../client/transport.ts'

/** The API key itself. */
export class KeysResource {
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  /**
   * Tells whose the key is and what it may do.
   *
   * @throws AuthenticationError when the key is unknown or disabled.
   */
  validate(options?: RequestOptions) {
    return callRoute(this.#send, 'validateApiKey', {}, options)
  }
}
