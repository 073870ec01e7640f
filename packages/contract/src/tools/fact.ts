import * as v from 'valibot'
import { JsonObjectSchema } from '../json.ts'
import { CountSchema, DateTimeSchema } from '../scalars.ts'
import { SourceTypeSchema } from '../sources.ts'
import { factStatuses } from '../vocabulary.ts'

/** The customer that an answer is about. */
export const CustomerReferenceSchema = v.object({
  /** The customer's id. */
  id: v.string(),
  /** What it is called; null while that isn't known. */
  name: v.nullable(v.string()),
  /** Its main domain; null for one without. */
  domain: v.nullable(v.string()),
})

/** The person that a fact is about. */
export const PersonReferenceSchema = v.object({
  /** The person's id: `svc_list_users` has it. */
  id: v.string(),
  /** Their e-mail address; null while it isn't known. */
  email: v.nullable(v.string()),
  /** Their name; null while it isn't known. */
  name: v.nullable(v.string()),
})

/** Where a fact came from. The same fields stand flat in the fact itself. */
export const FactSourceMetadataSchema = v.object({
  /** What kind of source it was found in. */
  sourceType: v.nullable(SourceTypeSchema),
  /** The source's id within its type. */
  sourceId: v.nullable(v.string()),
  /** When the source happened. ISO 8601, UTC. */
  sourceOccurredAt: v.nullable(DateTimeSchema),
  /** The words in the source that say it. */
  sourceQuote: v.nullable(v.string()),
  /** Where the source can be opened. */
  permalink: v.nullable(v.string()),
})

/** One piece of evidence for a fact. */
export const FactEvidenceSchema = v.object({
  /** Names the piece of evidence. */
  id: v.string(),
  /** What kind of source it is from. */
  sourceType: v.nullable(SourceTypeSchema),
  /** The source's id within its type. */
  sourceId: v.nullable(v.string()),
  /** The words that say it. */
  excerpt: v.nullable(v.string()),
  /** What else is known of it: of a source by its type; of behaviour the person that was seen (`userId`, `email`, `name`) and the days. */
  metadata: v.nullable(JsonObjectSchema),
})

/** Something known of a customer, with where it came from. */
export const FactSchema = v.object({
  ...FactSourceMetadataSchema.entries,
  /** Names the fact: for `svc_get_fact`. */
  id: v.string(),
  /** Whom it is about; null while that customer isn't known. */
  customer: v.optional(v.nullable(CustomerReferenceSchema)),
  /** The person whom it is about; null for a fact about a whole customer. */
  person: v.optional(v.nullable(PersonReferenceSchema)),
  /** What is held to be true, in a sentence. */
  assertion: v.string(),
  /** Why it is held to be true. */
  reasoning: v.nullable(v.string()),
  /** A {@link FactType}, or an internal one that filters refuse. */
  factType: v.string(),
  /** A {@link FactCategory}. */
  factCategory: v.string(),
  /** Where it stands; `CANDIDATE` is not confirmed yet. */
  status: v.picklist(factStatuses),
  /** 0 to 1. */
  confidence: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
  /** How much it matters, in the words of who stated it. */
  priority: v.nullable(v.string()),
  /** How bad it is, in the words of who stated it. */
  severity: v.nullable(v.string()),
  /** When it happened. ISO 8601, UTC. */
  occurredAt: v.nullable(DateTimeSchema),
  /** When it was first found. ISO 8601, UTC. */
  detectedAt: DateTimeSchema,
  /** From when on it holds. ISO 8601, UTC. */
  validFrom: DateTimeSchema,
  /** Until when it held; null while it holds. ISO 8601, UTC. */
  validUntil: v.nullable(DateTimeSchema),
  /** When it was last found again. ISO 8601, UTC. */
  lastDetectedAt: v.nullable(DateTimeSchema),
  /** Of a measurement: begin of what was measured. ISO 8601, UTC. */
  periodStart: v.nullable(DateTimeSchema),
  /** Of a measurement: end of what was measured. ISO 8601, UTC. */
  periodEnd: v.nullable(DateTimeSchema),
  /** When the metric began to change. ISO 8601, UTC. */
  changePointDate: v.nullable(DateTimeSchema),
  /** The source that it is linked to. */
  linkedSourceRef: v.optional(
    v.nullable(
      v.object({
        /** What kind of source it is. */
        sourceType: SourceTypeSchema,
        /** The source's id within its type. */
        sourceId: v.string(),
        /** When the source happened. ISO 8601, UTC. */
        occurredAt: v.nullable(DateTimeSchema),
        /** Where the source can be opened. */
        permalink: v.nullable(v.string()),
      }),
    ),
  ),
  /** The same as the fields of the source beside it. */
  sourceMetadata: v.optional(v.nullable(FactSourceMetadataSchema)),
  /** How many pieces of evidence there are. */
  evidenceCount: CountSchema,
  /** How often it was found. */
  occurrenceCount: CountSchema,
  /** What was measured. */
  metricName: v.nullable(v.string()),
  /** What came out, in `metricUnit`. */
  metricValue: v.nullable(v.number()),
  /** What came out in the period before, in `metricUnit`. */
  metricPreviousValue: v.nullable(v.number()),
  /** The change from the period before, in `metricUnit`. */
  metricDelta: v.nullable(v.number()),
  /** Such as `days` or `percent`. */
  metricUnit: v.nullable(v.string()),
  /** Given when evidence was asked for. */
  evidence: v.optional(v.nullable(v.array(FactEvidenceSchema))),
})
