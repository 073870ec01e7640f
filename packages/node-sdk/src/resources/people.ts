import type { ErasePersonBody, ExportPersonBody } from '@customer-intel/contract'
import type { RequestOptions } from '../client/options.ts'
import { Resource } from './resource.ts'

/** One person: everything that is known of them, and their erasure. */
export class PeopleResource extends Resource {
  /** A page of everything that is known of a person; pass its `nextCursor` on until that is null. */
  export(body: ExportPersonBody, options?: RequestOptions) {
    return this.request('exportPerson', { body }, options)
  }

  /** Begins to erase a person, for good; ask {@link PeopleResource.getErasure} until it is `DONE`. */
  erase(body: ErasePersonBody, options?: RequestOptions) {
    return this.request('erasePerson', { body }, options)
  }

  /** How far an erasure is, and its receipt. */
  getErasure(id: string, options?: RequestOptions) {
    return this.request('getErasure', { params: { id } }, options)
  }
}
