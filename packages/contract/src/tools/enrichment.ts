import * as v from 'valibot'
import { JsonObjectSchema } from '../json.ts'
import type { JsonObject } from '../maps.ts'
import { DateTimeSchema } from '../scalars.ts'
import { enrichmentStatuses, type EnrichmentStatus } from '../vocabulary.ts'

/** What a data provider knows of a company. */
export interface EnrichmentSummary {
  name?: string
  domain?: string
  websiteUrl?: string
  description?: string
  logoUrl?: string
  socialProfileUrl?: string
  yearFounded?: number
  companyType?: string
  employeeCountRange?: string
  headcount?: number
  industry?: string
  categories?: string[]
  markets?: string[]
  headquarters?: string
  fundingSummary?: {
    totalInvestmentUsd?: number
    lastRoundType?: string
    lastRoundAmountUsd?: number
    lastFundraiseDate?: string
    investors?: string[]
  }
  hiringSummary?: { openingsCount?: number; recentTitles?: string[] }
  followerSummary?: { count?: number; growth?: Record<string, number | null> }
}

/** Company data from a provider, and how fresh it is. */
export interface Enrichment {
  status: EnrichmentStatus
  provider: string | null
  providerEntityId: string | null
  summary: EnrichmentSummary | null
  match: JsonObject | null
  lastSuccessfulRefreshAt: string | null
  lastAttemptAt: string | null
  expiresAt: string | null
  error: { class: string; message: string; retryable?: boolean } | null
}

const EnrichmentSummarySchema = v.object({
  name: v.optional(v.string()),
  domain: v.optional(v.string()),
  websiteUrl: v.optional(v.string()),
  description: v.optional(v.string()),
  logoUrl: v.optional(v.string()),
  socialProfileUrl: v.optional(v.string()),
  yearFounded: v.optional(v.pipe(v.number(), v.integer())),
  companyType: v.optional(v.string()),
  employeeCountRange: v.optional(v.string()),
  headcount: v.optional(v.pipe(v.number(), v.integer())),
  industry: v.optional(v.string()),
  categories: v.optional(v.array(v.string())),
  markets: v.optional(v.array(v.string())),
  headquarters: v.optional(v.string()),
  fundingSummary: v.optional(
    v.object({
      totalInvestmentUsd: v.optional(v.number()),
      lastRoundType: v.optional(v.string()),
      lastRoundAmountUsd: v.optional(v.number()),
      lastFundraiseDate: v.optional(v.string()),
      investors: v.optional(v.array(v.string())),
    }),
  ),
  hiringSummary: v.optional(
    v.object({
      openingsCount: v.optional(v.pipe(v.number(), v.integer())),
      recentTitles: v.optional(v.array(v.string())),
    }),
  ),
  followerSummary: v.optional(
    v.object({
      count: v.optional(v.number()),
      growth: v.optional(v.record(v.string(), v.nullable(v.number()))),
    }),
  ),
}) satisfies v.GenericSchema<EnrichmentSummary>

export const EnrichmentSchema = v.object({
  status: v.picklist(enrichmentStatuses),
  provider: v.nullable(v.string()),
  providerEntityId: v.nullable(v.string()),
  summary: v.nullable(EnrichmentSummarySchema),
  match: v.nullable(JsonObjectSchema),
  lastSuccessfulRefreshAt: v.nullable(DateTimeSchema),
  lastAttemptAt: v.nullable(DateTimeSchema),
  expiresAt: v.nullable(DateTimeSchema),
  error: v.nullable(v.object({ class: v.string(), message: v.string(), retryable: v.optional(v.boolean()) })),
}) satisfies v.GenericSchema<Enrichment>
