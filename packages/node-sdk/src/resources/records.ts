import type { ImportRecordsBody } from '@customer-intel/contract'
import type { RequestOptions } from '../client/options.ts'
import { Resource } from './resource.ts'

/** What your other systems know: sources, facts, customers, users, members, revenue. */
export class RecordsResource extends Resource {
  /**
   * Brings in 1 to 1,000 records. A record with the key of an earlier one replaces it. Records that are refused stand
   * in `errors`, by index; the others are stored.
   */
  import(body: ImportRecordsBody, options?: RequestOptions) {
    return this.request('importRecords', { body }, options)
  }
}
