import type { PersonItem } from '@customer-intel/contract'

/** A contact with its keys, or a member of the organization. */
export interface KnownPerson {
  /** Empty without a contact. */
  userId: string
  /** `email:…`, `user:…`. */
  keys: string[]
}

/** Where in the read models a person occurs. */
export interface Footprint {
  /** Public ids of them, and of the customer (INDIVIDUAL) that consists of them, former ids included. */
  publicIds: string[]
  /** Names that were stated for them, in full or in parts. */
  names: string[]
  /** The sources that they took part in, or that are about them. */
  sources: {
    sourceKey: string
    /** As in the record. */
    customer: Record<string, string> | null
    participants: { email?: string; name?: string }[]
  }[]
  /** E-mail addresses of the organization's members. */
  members: string[]
}

export interface PersonItemPage {
  items: PersonItem[]
  /** Start of the next page; null after the last one. */
  next: string | null
}

/** Reads about one person, for export and erasure. */
export interface PersonReads {
  /** The person with an e-mail address, a userId or a public id (also a former one); null when there is none. */
  findPerson(reference: string): Promise<KnownPerson | null>
  readFootprint(person: KnownPerson): Promise<Footprint>
  /** A contact's events after `after` (0: from the start), in order; at most `limit`. `trusted`: sent by a server. */
  listEventIds(
    userId: string,
    options: { after: number; limit: number },
  ): Promise<{ events: { uuid: string; trusted: boolean }[]; last: number }>
  /**
   * Everything that is known of a person, in pages of a few thousand items; `from`: `next` of the previous page, or null.
   */
  readPersonItems(person: KnownPerson, from: string | null): Promise<PersonItemPage>
}
