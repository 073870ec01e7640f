import * as v from 'valibot'
import { limits } from '../limits.ts'
import { trimmedText } from '../scalars.ts'

export const providerIds = [
  'crm-a',
  'crm-b',
  'chat-app',
  'calls-a',
  'calls-b',
  'calendar-a',
  'mail-a',
  'analytics-a',
  'billing-a',
  'auth-analytics-a',
  'auth-analytics-b',
  'support-a',
] as const
/** The public id of a provider. */
export type ProviderId = (typeof providerIds)[number]

export const integrationCategories = [
  'crm',
  'communication',
  'calls',
  'calendar',
  'analytics',
  'billing',
  'support',
] as const
export type IntegrationCategory = (typeof integrationCategories)[number]

/** How a provider may be written: lower case, with `-` for blanks and `_`. Aliases are resolved by the server. */
export function normalizeProvider(value: string): string {
  return value
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-')
}

/** A provider in a request, by its id or alias; comes out normalized. Whether there is one by that name, the server knows. */
export const ProviderInputSchema = v.pipe(
  trimmedText(limits.integrations.providerLength),
  v.transform(normalizeProvider),
)

export const ProviderIdSchema = v.picklist(providerIds)
export const IntegrationCategorySchema = v.picklist(integrationCategories)
export const ConnectionStateSchema = v.picklist(['connected', 'not_connected'])
