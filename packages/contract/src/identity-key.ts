import * as v from 'valibot'
import { CountSchema, DateTimeSchema } from './scalars.ts'

/** A key by which a person or a customer is known, with when it was stated. */
export const IdentityKeySchema = v.object({
  /** What it is. */
  kind: v.picklist(['email', 'userId', 'customerId', 'domain', 'visitor', 'fingerprint']),
  /** Its value. */
  value: v.string(),
  /** When it was first stated. ISO 8601, UTC. */
  firstSeenAt: DateTimeSchema,
  /** When it was last stated. ISO 8601, UTC. */
  lastSeenAt: DateTimeSchema,
  /** Events that have it. */
  events: CountSchema,
  /** The event that stated it first, for `explainEvent`; null where a record did. */
  eventId: v.nullable(v.string()),
})
