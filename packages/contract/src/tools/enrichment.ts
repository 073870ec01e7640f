import * as v from 'valibot'
import { JsonObjectSchema } from '../json.ts'
import type { JsonObject } from '../maps.ts'
import { DateTimeSchema } from '../scalars.ts'
import { enrichmentStatuses, type EnrichmentStatus } from '../vocabulary.ts'
/** What a data provider knows of a company. */
export interface EnrichmentSummary {
  /** What the company is called. */
  name?: string
  /** Its main domain. */
  domain?: string
  /** Its website. */
  websiteUrl?: string
  /** What it does. */
  description?: string
  /** Where its logo is. */
  logoUrl?: string
  /** Its page in a social network. */
  socialProfileUrl?: string
  /** The year in which it began. */
  yearFounded?: number
  /** Such as `private`. */
  companyType?: string
  /** Such as `51-200`. */
  employeeCountRange?: string
  /** How many people work there. */
  headcount?: number
  /** What it works in. */
  industry?: string
  /** Finer than the industry. */
  categories?: string[]
  /** Whom it sells to. */
  markets?: string[]
  /** Where it sits. */
  headquarters?: string
  /** Who gave it money. */
  fundingSummary?: {
    /** In all, in US dollars. */
    totalInvestmentUsd?: number
    /** Such as `Series A`. */
    lastRoundType?: string
    /** Of the last round, in US dollars. */
    lastRoundAmountUsd?: number
    /** When the last round was. */
    lastFundraiseDate?: string
    /** Who took part. */
    investors?: string[]
  }
  /** Whom it is looking for. */
  hiringSummary?: {
    /** Open positions. */
    openingsCount?: number /** Titles of the newest of them. */
    /** Titles of recent openings. */
    recentTitles?: string[]
  }
  /** Who follows it in social networks. */
  followerSummary?: {
    /** How many. */
    count?: number /** How that changed, by period. */
    /** By how much they grew, by period. */
    growth?: Record<string, number | null>
  }
}
/** Company data from a provider, and how fresh it is. */
export interface Enrichment {
  /** Whether there is something, and how old it is. */
  status: EnrichmentStatus
  /** Who said it. */
  provider: string | null
  /** The company's id there. */
  providerEntityId: string | null
  /** What was said. */
  summary: EnrichmentSummary | null
  /** Why it is held to be this company. */
  match: JsonObject | null
  /** When it was last brought. ISO 8601, UTC. */
  lastSuccessfulRefreshAt: string | null
  /** When that was last tried. ISO 8601, UTC. */
  lastAttemptAt: string | null
  /** From when on it is stale. ISO 8601, UTC. */
  expiresAt: string | null
  /** Why the last attempt failed; null when it didn't. */
  error: {
    /** What kind of failure. */
    class: string /** For people. */
    /** What went wrong, for people. */
    message: string /** Whether it is tried again. */
    /** Whether another try may succeed. */
    retryable?: boolean
  } | null
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
