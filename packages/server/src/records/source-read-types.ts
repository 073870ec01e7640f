import type { SourceType } from '@customer-intel/contract'
import type { Page, PageEnd } from '../kernel/sql/page.ts'

/** Reads about sources. Implemented in SQL elsewhere. */
export interface SourceReads {
  /** With its text and its whole record. Null when there is none. */
  findSource(sourceType: SourceType, sourceId: string): Promise<SourceEntry | null>
  /** The sources with these keys (`CALL:c-17`), in any order, without texts and records. */
  findSources(sourceKeys: readonly string[]): Promise<SourceEntry[]>
  /** Newest first, without texts; a record of more than {@link listedRecordLength} characters is skipped. */
  listSources(query: SourceQuery): Promise<Page<SourceEntry>>
  /** E-mail addresses of the organization's members, in lower case. */
  listMemberEmails(): Promise<string[]>
}

/** The longest record that lists include, in characters of JSON. */
export const listedRecordLength = 20_000

/** All filters must match. */
export interface SourceQuery {
  sourceType?: SourceType | undefined
  customerId?: string | undefined
  /** Inclusive. */
  from?: Date | undefined
  /** Inclusive. */
  until?: Date | undefined
  /** An e-mail address, or part of a name, case-insensitive. */
  participant?: string | undefined
  provider?: string | undefined
  /** Calls only: with a text or a transcript in the record, or without both. */
  hasTranscript?: boolean | undefined
  limit: number
  after: PageEnd | null
}

/** Times are ISO 8601 with `Z`. */
export interface SourceEntry {
  sourceType: SourceType
  sourceId: string
  occurredAt: string
  title: string | null
  text: string | null
  summary: string | null
  permalink: string | null
  provider: string | null
  customer: { id: string; name: string | null; domain: string | null } | null
  participants: SourceEntryParticipant[]
  /** As received. */
  record: Record<string, unknown>
}

export interface SourceEntryParticipant {
  email: string | null
  name: string | null
  role: string | null
  /** As the record states it; null: by the address. */
  affiliation: 'internal' | null
  /** The contact with this address, also a former address. */
  userId: string | null
}
