import * as v from 'valibot'
import { JsonObjectSchema } from '../json.ts'
import { DateTimeSchema } from '../scalars.ts'
import { enrichmentStatuses } from '../vocabulary.ts'

/** What a data provider knows of a company. */
export const EnrichmentSummarySchema = v.object({
  /** What the company is called. */
  name: v.optional(v.string()),
  /** Its main domain. */
  domain: v.optional(v.string()),
  /** Its website. */
  websiteUrl: v.optional(v.string()),
  /** What it does. */
  description: v.optional(v.string()),
  /** Where its logo is. */
  logoUrl: v.optional(v.string()),
  /** Its page in a social network. */
  socialProfileUrl: v.optional(v.string()),
  /** The year in which it began. */
  yearFounded: v.optional(v.pipe(v.number(), v.integer())),
  /** Such as `private`. */
  companyType: v.optional(v.string()),
  /** Such as `51-200`. */
  employeeCountRange: v.optional(v.string()),
  /** How many people work there. */
  headcount: v.optional(v.pipe(v.number(), v.integer())),
  /** What it works in. */
  industry: v.optional(v.string()),
  /** Finer than the industry. */
  categories: v.optional(v.array(v.string())),
  /** Whom it sells to. */
  markets: v.optional(v.array(v.string())),
  /** Where it sits. */
  headquarters: v.optional(v.string()),
  /** Who gave it money. */
  fundingSummary: v.optional(
    v.object({
      /** In all, in US dollars. */
      totalInvestmentUsd: v.optional(v.number()),
      /** Such as `Series A`. */
      lastRoundType: v.optional(v.string()),
      /** Of the last round, in US dollars. */
      lastRoundAmountUsd: v.optional(v.number()),
      /** When the last round was. */
      lastFundraiseDate: v.optional(v.string()),
      /** Who took part. */
      investors: v.optional(v.array(v.string())),
    }),
  ),
  /** Whom it is looking for. */
  hiringSummary: v.optional(
    v.object({
      /** Open positions. */
      openingsCount: v.optional(v.pipe(v.number(), v.integer())),
      /** Titles of recent openings. */
      recentTitles: v.optional(v.array(v.string())),
    }),
  ),
  /** Who follows it in social networks. */
  followerSummary: v.optional(
    v.object({
      /** How many. */
      count: v.optional(v.number()),
      /** By how much they grew, by period. */
      growth: v.optional(v.record(v.string(), v.nullable(v.number()))),
    }),
  ),
})

/** Company data from a provider, and how fresh it is. */
export const EnrichmentSchema = v.object({
  /** Whether there is something, and how old it is. */
  status: v.picklist(enrichmentStatuses),
  /** Who said it. */
  provider: v.nullable(v.string()),
  /** The company's id there. */
  providerEntityId: v.nullable(v.string()),
  /** What was said. */
  summary: v.nullable(EnrichmentSummarySchema),
  /** Why it is held to be this company. */
  match: v.nullable(JsonObjectSchema),
  /** When it was last brought. ISO 8601, UTC. */
  lastSuccessfulRefreshAt: v.nullable(DateTimeSchema),
  /** When that was last tried. ISO 8601, UTC. */
  lastAttemptAt: v.nullable(DateTimeSchema),
  /** From when on it is stale. ISO 8601, UTC. */
  expiresAt: v.nullable(DateTimeSchema),
  /** Why the last attempt failed; null when it didn't. */
  error: v.nullable(
    v.object({
      /** What kind of failure. */
      class: v.string(),
      /** What went wrong, for people. */
      message: v.string(),
      /** Whether another try may succeed. */
      retryable: v.optional(v.boolean()),
    }),
  ),
})
