import * as v from 'valibot'
import { JsonObjectSchema } from '../json.ts'
import type { JsonObject } from '../maps.ts'
import { CountSchema, DateTimeSchema } from '../scalars.ts'
import { SourceTypeSchema, type SourceType } from '../sources.ts'
import { factStatuses, type FactStatus } from '../vocabulary.ts'

/** Where a fact came from. The same fields stand flat in the fact itself. */
export interface FactSourceMetadata {
  sourceType: SourceType | null
  sourceId: string | null
  sourceOccurredAt: string | null
  sourceQuote: string | null
  permalink: string | null
}

/** One piece of evidence for a fact. */
export interface FactEvidence {
  id: string
  sourceType: SourceType | null
  sourceId: string | null
  excerpt: string | null
  metadata: JsonObject | null
}

/** Something known of a customer, with where it came from. */
export interface Fact extends FactSourceMetadata {
  id: string
  assertion: string
  reasoning: string | null
  /** A {@link FactType}, or an internal one that filters refuse. */
  factType: string
  factCategory: string
  status: FactStatus
  /** 0 to 1. */
  confidence: number
  priority: string | null
  severity: string | null
  occurredAt: string | null
  detectedAt: string
  validFrom: string
  validUntil: string | null
  lastDetectedAt: string | null
  periodStart: string | null
  periodEnd: string | null
  changePointDate: string | null
  linkedSourceRef?: {
    sourceType: SourceType
    sourceId: string
    occurredAt: string | null
    permalink: string | null
  } | null
  sourceMetadata?: FactSourceMetadata | null
  evidenceCount: number
  occurrenceCount: number
  metricName: string | null
  metricValue: number | null
  metricPreviousValue: number | null
  metricDelta: number | null
  metricUnit: string | null
  /** Given when evidence was asked for. */
  evidence?: FactEvidence[] | null
}

/** The customer that an answer is about. */
export interface CustomerReference {
  id: string
  name: string | null
  domain: string | null
}

export const CustomerReferenceSchema = v.object({
  id: v.string(),
  name: v.nullable(v.string()),
  domain: v.nullable(v.string()),
}) satisfies v.GenericSchema<CustomerReference>

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
