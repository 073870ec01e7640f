import type { ListCustomersInput } from '@customer-intel/node-sdk'

/** A word of an input of the API. */
type Word<Name extends keyof ListCustomersInput> = NonNullable<ListCustomersInput[Name]> & string

export const billingStatuses = [
  'NONE',
  'TRIALING',
  'PAYING',
  'PAST_DUE',
  'CHURNED',
] as const satisfies Word<'billingStatus'>[]
export const activityWindows = ['7d', '14d', '30d', '90d'] as const satisfies Word<'hasActivityInLast'>[]
export const mrrStatuses = [
  'calculated',
  'mixed_currency',
  'unavailable',
] as const satisfies Word<'mrrCalculationStatus'>[]
export const customerOrders = [
  'last_activity_at',
  'last_product_activity_at',
  'last_contact_at',
  'first_seen_at',
  'name',
  'mrr_cents',
] as const satisfies Word<'orderBy'>[]
export const factTypes = [
  'CHURN_RISK',
  'CHAMPION_RISK',
  'EXPANSION',
  'QUIET_ACCOUNT',
  'CORE_ACTION_DECAY',
  'REQUIREMENTS',
  'SENTIMENT',
  'COMPETITIVE',
  'BUDGET',
  'DECISION_MAKER',
  'TIMELINE',
  'STRATEGY',
  'COMPANY_CHANGE',
  'FUNDING_REVENUE',
  'TECHNOLOGY',
  'PRODUCT_USAGE',
  'CONTACT_INFO',
  'CONTACT_PREFERENCE',
  'CUSTOM',
] as const satisfies NonNullable<ListCustomersInput['factTypes']>[number][]
/** Columns of the list, in their order. */
export const customerColumns = [
  'name',
  'domain',
  'billing',
  'mrr',
  'people',
  'owner',
  'product',
  'contact',
  'activity',
  'activated',
  'seen',
] as const
