import * as v from 'valibot'
import { JsonObjectSchema } from '../json.ts'
import type { JsonObject } from '../maps.ts'
import { CountSchema, DateTimeSchema } from '../scalars.ts'
import { SourceTypeSchema, type SourceType } from '../sources.ts'
import { factStatuses, type FactStatus } from '../vocabulary.ts'

/** Where a fact came from. The same fields stand flat in the fact itself. */
export interface FactSourceMetadata {
  /** What kind of source it was found in. */
  sourceType: SourceType | null
  /** The source's id within its type. */
  sourceId: string | null
  /** When the source happened. ISO 8601, UTC. */
  sourceOccurredAt: string | null
  /** The words in the source that say it. */
  sourceQuote: string | null
  /** Where the source can be opened. */
  permalink: string | null
}

/** One piece of evidence for a fact. */
export interface FactEvidence {
  /** Names the piece of evidence. */
  id: string
  /** What kind of source it is from. */
  sourceType: SourceType | null
  /** The source's id within its type. */
  sourceId: string | null
  /** The words that say it. */
  excerpt: string | null
  /** What else is known of it: of a source by its type; of behaviour the person that was seen (`userId`, `email`, `name`) and the days. */
  metadata: JsonObject | null
}

/** Something known of a customer, with where it came from. */
export interface Fact extends FactSourceMetadata {
  /** Names the fact: for `svc_get_fact`. */
  id: string
  /** Whom it is about; null while that customer isn't known. */
  customer?: CustomerReference | null
  /** The person whom it is about; null for a fact about a whole customer. */
  person?: PersonReference | null
  /** What is held to be true, in a sentence. */
  assertion: string
  /** Why it is held to be true. */
  reasoning: string | null
  /** A {@link FactType}, or an internal one that filters refuse. */
  factType: string
  /** A {@link FactCategory}. */
  factCategory: string
  /** Where it stands; `CANDIDATE` is not confirmed yet. */
  status: FactStatus
  /** 0 to 1. */
  confidence: number
  /** How much it matters, in the words of who stated it. */
  priority: string | null
  /** How bad it is, in the words of who stated it. */
  severity: string | null
  /** When it happened. ISO 8601, UTC. */
  occurredAt: string | null
  /** When it was first found. ISO 8601, UTC. */
  detectedAt: string
  /** From when on it holds. ISO 8601, UTC. */
  validFrom: string
  /** Until when it held; null while it holds. ISO 8601, UTC. */
  validUntil: string | null
  /** When it was last found again. ISO 8601, UTC. */
  lastDetectedAt: string | null
  /** Of a measurement: begin of what was measured. ISO 8601, UTC. */
  periodStart: string | null
  /** Of a measurement: end of what was measured. ISO 8601, UTC. */
  periodEnd: string | null
  /** When the metric began to change. ISO 8601, UTC. */
  changePointDate: string | null
  /** The source that it is linked to. */
  linkedSourceRef?: {
    /** What kind of source it is. */
    sourceType: SourceType
    /** The source's id within its type. */
    sourceId: string
    /** When the source happened. ISO 8601, UTC. */
    occurredAt: string | null
    /** Where the source can be opened. */
    permalink: string | null
  } | null
  /** The same as the fields of the source beside it. */
  sourceMetadata?: FactSourceMetadata | null
  /** How many pieces of evidence there are. */
  evidenceCount: number
  /** How often it was found. */
  occurrenceCount: number
  /** What was measured. */
  metricName: string | null
  /** What came out, in `metricUnit`. */
  metricValue: number | null
  /** What came out in the period before, in `metricUnit`. */
  metricPreviousValue: number | null
  /** The change from the period before, in `metricUnit`. */
  metricDelta: number | null
  /** Such as `days` or `percent`. */
  metricUnit: string | null
  /** Given when evidence was asked for. */
  evidence?: FactEvidence[] | null
}

/** The customer that an answer is about. */
export interface CustomerReference {
  /** The customer's id. */
  id: string
  /** What it is called; null while that isn't known. */
  name: string | null
  /** Its main domain; null for one without. */
  domain: string | null
}

/** The person that a fact is about. */
export interface PersonReference {
  /** The person's id: `svc_list_users` has it. */
  id: string
  /** Their e-mail address; null while it isn't known. */
  email: string | null
  /** Their name; null while it isn't known. */
  name: string | null
}

export const CustomerReferenceSchema = v.object({
  id: v.string(),
  name: v.nullable(v.string()),
  domain: v.nullable(v.string()),
}) satisfies v.GenericSchema<CustomerReference>

const PersonReferenceSchema = v.object({
  id: v.string(),
  email: v.nullable(v.string()),
  name: v.nullable(v.string()),
}) satisfies v.GenericSchema<PersonReference>

const provenance = {
  sourceType: v.nullable(SourceTypeSchema),
  sourceId: v.nullable(v.string()),
  sourceOccurredAt: v.nullable(DateTimeSchema),
  sourceQuote: v.nullable(v.string()),
  permalink: v.nullable(v.string()),
}

export const FactSchema = v.object({
  ...provenance,
  id: v.string(),
  customer: v.optional(v.nullable(CustomerReferenceSchema)),
  person: v.optional(v.nullable(PersonReferenceSchema)),
  assertion: v.string(),
  reasoning: v.nullable(v.string()),
  factType: v.string(),
  factCategory: v.string(),
  status: v.picklist(factStatuses),
  confidence: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
  priority: v.nullable(v.string()),
  severity: v.nullable(v.string()),
  occurredAt: v.nullable(DateTimeSchema),
  detectedAt: DateTimeSchema,
  validFrom: DateTimeSchema,
  validUntil: v.nullable(DateTimeSchema),
  lastDetectedAt: v.nullable(DateTimeSchema),
  periodStart: v.nullable(DateTimeSchema),
  periodEnd: v.nullable(DateTimeSchema),
  changePointDate: v.nullable(DateTimeSchema),
  linkedSourceRef: v.optional(
    v.nullable(
      v.object({
        sourceType: SourceTypeSchema,
        sourceId: v.string(),
        occurredAt: v.nullable(DateTimeSchema),
        permalink: v.nullable(v.string()),
      }),
    ),
  ),
  sourceMetadata: v.optional(v.nullable(v.object(provenance))),
  evidenceCount: CountSchema,
  occurrenceCount: CountSchema,
  metricName: v.nullable(v.string()),
  metricValue: v.nullable(v.number()),
  metricPreviousValue: v.nullable(v.number()),
  metricDelta: v.nullable(v.number()),
  metricUnit: v.nullable(v.string()),
  evidence: v.optional(
    v.nullable(
      v.array(
        v.object({
          id: v.string(),
          sourceType: v.nullable(SourceTypeSchema),
          sourceId: v.nullable(v.string()),
          excerpt: v.nullable(v.string()),
          metadata: v.nullable(JsonObjectSchema),
        }),
      ),
    ),
  ),
}) satisfies v.GenericSchema<Fact>
