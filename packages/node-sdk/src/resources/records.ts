import type { ImportRecordsBody } from '@customer-intel/contract'
import type { RequestOptions } from '../client/options.ts'
import { callRoute } from '../client/request.ts'
import type { Send } from '../client/transport.ts'

/** What your other systems know: sources, facts, customers, users, members, revenue. */
export class RecordsResource {
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  /**
   * Brings in 1 to 1,000 records. A record with the key of an earlier one replaces it. Records that are refused stand
   * in `errors`, by index; the others are stored.
   */
  import(body: ImportRecordsBody, options?: RequestOptions) {
    return callRoute(this.#send, 'importRecords', { body }, options)
  }
}
