import * as v from 'valibot'
import { JsonObjectSchema } from '../json.ts'
import type { JsonObject } from '../maps.ts'
import { DateTimeSchema } from '../scalars.ts'
import { SourceTypeSchema, type SourceType } from '../sources.ts'
import { CustomerReferenceSchema, type CustomerReference } from './fact.ts'

/** Someone who took part in a source record. */
export interface SourceParticipant {
  /** Their e-mail address. */
  email: string | null
  /** Their name. */
  name: string | null
  /** What they did in it, such as `organizer`. */
  role: string
  /** `internal`: of the workspace. */
  affiliation: 'internal' | 'external' | 'unknown' | null
  /** The person's id here; null while nobody is known by that address. */
  resolvedUserId: string | null
}

/** A record that facts and search results rest on: a call, an e-mail, a ticket, a deal. */
export interface Source {
  /** What kind of source it is. */
  sourceType: SourceType
  /** Its id within its type. */
  sourceId: string
  /** When it happened. ISO 8601, UTC. */
  occurredAt: string | null
  /** Its name. */
  title: string | null
  /** A summary. */
  summary: string | null
  /** Where it can be opened. */
  permalink: string | null
  /** Id of the integration it came from. */
  provider: string | null
  /** Which customer it is about. */
  customer: CustomerReference | null
  /** Who took part. */
  participants: SourceParticipant[]
  /** What only this source type has: transcript, thread, ticket, deal fields. */
  record: JsonObject
}

export const SourceParticipantSchema = v.object({
  email: v.nullable(v.string()),
  name: v.nullable(v.string()),
  role: v.string(),
  affiliation: v.nullable(v.picklist(['internal', 'external', 'unknown'])),
  resolvedUserId: v.nullable(v.string()),
}) satisfies v.GenericSchema<SourceParticipant>

export const SourceSchema = v.object({
  sourceType: SourceTypeSchema,
  sourceId: v.string(),
  occurredAt: v.nullable(DateTimeSchema),
  title: v.nullable(v.string()),
  summary: v.nullable(v.string()),
  permalink: v.nullable(v.string()),
  provider: v.nullable(v.string()),
  customer: v.nullable(CustomerReferenceSchema),
  participants: v.array(SourceParticipantSchema),
  record: JsonObjectSchema,
}) satisfies v.GenericSchema<Source>
