import * as v from 'valibot'
import { JsonObjectSchema } from '../json.ts'
import { DateTimeSchema } from '../scalars.ts'
import { SourceTypeSchema } from '../sources.ts'
import { CustomerReferenceSchema } from './fact.ts'

/** Someone who took part in a source record. */
export const SourceParticipantSchema = v.object({
  /** Their e-mail address. */
  email: v.nullable(v.string()),
  /** Their name. */
  name: v.nullable(v.string()),
  /** What they did in it, such as `organizer`. */
  role: v.string(),
  /** `internal`: of the workspace. */
  affiliation: v.nullable(v.picklist(['internal', 'external', 'unknown'])),
  /** The person's id here; null while nobody is known by that address. */
  resolvedUserId: v.nullable(v.string()),
})

/** A record that facts and search results rest on: a call, an e-mail, a ticket, a deal. */
export const SourceSchema = v.object({
  /** What kind of source it is. */
  sourceType: SourceTypeSchema,
  /** Its id within its type. */
  sourceId: v.string(),
  /** When it happened. ISO 8601, UTC. */
  occurredAt: v.nullable(DateTimeSchema),
  /** Its name. */
  title: v.nullable(v.string()),
  /** A summary. */
  summary: v.nullable(v.string()),
  /** Where it can be opened. */
  permalink: v.nullable(v.string()),
  /** Id of the integration it came from. */
  provider: v.nullable(v.string()),
  /** Which customer it is about. */
  customer: v.nullable(CustomerReferenceSchema),
  /** Who took part. */
  participants: v.array(SourceParticipantSchema),
  /** What only this source type has: transcript, thread, ticket, deal fields. */
  record: JsonObjectSchema,
})
