/** The closed lists of words that the API uses, in one place. */

export const billingStatuses = ['NONE', 'TRIALING', 'PAYING', 'PAST_DUE', 'CHURNED'] as const
/** Where an account stands with its bill. */
export type BillingStatus = (typeof billingStatuses)[number]

export const journeyStages = ['DISCOVERED', 'SIGNED_UP', 'ACTIVATED', 'ENGAGED', 'INACTIVE'] as const
/** How far a person has come. */
export type JourneyStage = (typeof journeyStages)[number]

export const channels = [
  'PRODUCT',
  'COMMUNICATION',
  'MEETING',
  'CRM',
  'BILLING',
  'SUPPORT',
  'IDENTITY',
  'DOCUMENT',
  'SYSTEM',
] as const
/** Where an event came from, broadly. */
export type Channel = (typeof channels)[number]

export const factStatuses = ['ACTIVE', 'ACKNOWLEDGED', 'RESOLVED', 'SNOOZED', 'CANDIDATE'] as const
export type FactStatus = (typeof factStatuses)[number]

/** Fact types that a filter takes. Answers may hold further, internal ones. */
export const factTypes = [
  'CUSTOM',
  'COMPANY_CHANGE',
  'FUNDING_REVENUE',
  'TECHNOLOGY',
  'STRATEGY',
  'COMPETITIVE',
  'SENTIMENT',
  'CHAMPION_RISK',
  'EXPANSION',
  'CHURN_RISK',
  'TIMELINE',
  'BUDGET',
  'DECISION_MAKER',
  'REQUIREMENTS',
  'PRODUCT_USAGE',
  'CONTACT_INFO',
  'CONTACT_PREFERENCE',
] as const
export type FactType = (typeof factTypes)[number]

/** Fact types that may stand in an answer and that no record states. */
export const internalFactTypes = [
  'TRACKING_GAP',
  'SCHEMA_DRIFT',
  'INGESTION_LAG',
  'ACTIVATION_RATE_DROP',
  'FUNNEL_DROPOFF',
  'CORE_ACTION_DECAY',
  'CADENCE_BREAK',
  'QUIET_ACCOUNT',
  'CHAMPION_AT_RISK',
  'SEGMENT_DIVERGENCE',
] as const

export const factCategories = ['MEMORY', 'CUSTOM'] as const
export type FactCategory = (typeof factCategories)[number]

/** The types and categories that facts of this server have, whoever states them: what filters take. */
export const anyFactTypes = [...factTypes, 'QUIET_ACCOUNT', 'CORE_ACTION_DECAY'] as const
export type AnyFactType = (typeof anyFactTypes)[number]
export const anyFactCategories = [...factCategories, 'CHURN', 'JOURNEY'] as const
export type AnyFactCategory = (typeof anyFactCategories)[number]

export const activityWindows = ['7d', '14d', '30d', '90d'] as const
/** A number of days back from now. */
export type ActivityWindow = (typeof activityWindows)[number]

export const mrrCalculationStatuses = ['calculated', 'mixed_currency', 'unavailable'] as const
export type MrrCalculationStatus = (typeof mrrCalculationStatuses)[number]

export const analyticsViews = [
  'activity',
  'customers',
  'users',
  'revenue',
  'facts',
  'opportunities',
  'sources',
] as const
/** A view that `svc_query` may read. */
export type AnalyticsView = (typeof analyticsViews)[number]

export const enrichmentStatuses = [
  'MISSING',
  'FRESH',
  'STALE',
  'FAILED',
  'NO_MATCH',
  'INPUT_CHANGED',
] as const
export type EnrichmentStatus = (typeof enrichmentStatuses)[number]

export const severities = ['low', 'medium', 'high'] as const
export type Severity = (typeof severities)[number]

export const orderDirections = ['asc', 'desc'] as const
export type OrderDirection = (typeof orderDirections)[number]

export const deliveryStatuses = [
  'PENDING_ENQUEUE',
  'ENQUEUED',
  'ACCEPTED_BY_PROVIDER',
  'FAILED',
  'SKIPPED',
] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

/** How what happened is called in `activity.event_type` and in timelines: events first, then what sources bring, then what the service did and noticed. */
export const activityEventTypes = [
  'PAGE_VIEW',
  'CUSTOM_EVENT',
  'FORM_SUBMITTED',
  'IDENTIFY',
  'SIGNED_UP',
  'SIGNED_IN',
  'ENGAGEMENT',
  'MEETING_REQUESTED',
  'CALL_COMPLETED',
  'CALL_MISSED',
  'CHAT_MESSAGE',
  'CRM_DEAL_UPDATED',
  'BILLING_UPDATED',
  'EMAIL_RECEIVED',
  'EMAIL_SENT',
  'MEETING',
  'SUPPORT_TICKET',
  'AUTOMATION_RUN',
  'SIGNAL_OCCURRENCE',
] as const
export type ActivityEventType = (typeof activityEventTypes)[number]

/** `PRODUCT`: somebody used the product or the website. `CONTACT`: they and the workspace were in touch. */
export type ActivityKind = 'PRODUCT' | 'CONTACT'

/**
 * What counts as activity, for every answer alike. Product activity decides who is active, engaged or inactive;
 * contact is counted beside it. What is neither (who somebody is, a deal that was edited, what is paid) is nobody's activity.
 */
const activityKinds: Record<ActivityEventType, ActivityKind | null> = {
  PAGE_VIEW: 'PRODUCT',
  CUSTOM_EVENT: 'PRODUCT',
  FORM_SUBMITTED: 'PRODUCT',
  IDENTIFY: null,
  SIGNED_UP: null,
  SIGNED_IN: null,
  ENGAGEMENT: 'PRODUCT',
  MEETING_REQUESTED: 'PRODUCT',
  CALL_COMPLETED: 'CONTACT',
  CALL_MISSED: 'CONTACT',
  CHAT_MESSAGE: 'CONTACT',
  CRM_DEAL_UPDATED: null,
  BILLING_UPDATED: null,
  EMAIL_RECEIVED: 'CONTACT',
  EMAIL_SENT: 'CONTACT',
  MEETING: 'CONTACT',
  SUPPORT_TICKET: 'CONTACT',
  AUTOMATION_RUN: null,
  SIGNAL_OCCURRENCE: null,
}

/** Null for what is nobody's activity. */
export function activityKind(eventType: ActivityEventType): ActivityKind | null {
  return activityKinds[eventType]
}

/** The event types of a kind of activity. */
export function eventTypesOf(kind: ActivityKind): ActivityEventType[] {
  return activityEventTypes.filter((type) => activityKinds[type] === kind)
}
