import type { PersonItem } from '@customer-intel/contract'

/** A contact and the keys that name it, or somebody who works here. */
export interface KnownPerson {
  /** Empty for whom no contact belongs to. */
  userId: string
  /** `email:…`, `user:…`. */
  keys: string[]
}

/** Where in the read models a person left traces. */
export interface Footprint {
  /** Public ids of them and of the INDIVIDUAL customer that they are, former ones included. */
  publicIds: string[]
  /** Names that were stated of them, in full or in parts. */
  names: string[]
  /** The sources in which they took part, or that are about them. */
  sources: {
    sourceKey: string
    /** As the record names it. */
    customer: Record<string, string> | null
    participants: { email?: string; name?: string }[]
  }[]
  /** E-mail addresses of the people who work here. */
  members: string[]
}

export interface PersonItemPage {
  items: PersonItem[]
  /** Where the next page begins; null after the last. */
  next: string | null
}

/** What is known of one person, to export or to erase it. */
export interface PersonReads {
  /** Whom an e-mail address, a userId or a public id (also a former one) names; null when nobody. */
  findPerson(reference: string): Promise<KnownPerson | null>
  readFootprint(person: KnownPerson): Promise<Footprint>
  /** A contact's events behind `after` (0: from the start), in order; at most `limit`. `trusted`: a server sent it. */
  listEventIds(
    userId: string,
    options: { after: number; limit: number },
  ): Promise<{ events: { uuid: string; trusted: boolean }[]; last: number }>
  /** All that is known of a person, in pages of a few thousand; `from`: `next` of the page before, else null. */
  readPersonItems(person: KnownPerson, from: string | null): Promise<PersonItemPage>
}
