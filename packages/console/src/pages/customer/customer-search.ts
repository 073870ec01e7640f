import { oneOf, someOf } from '../../app/search-text.ts'

export const customerTabs = [
  'overview',
  'timeline',
  'people',
  'revenue',
  'messages',
  'sources',
  'keys',
] as const
export const channels = [
  'PRODUCT',
  'COMMUNICATION',
  'MEETING',
  'SUPPORT',
  'CRM',
  'BILLING',
  'IDENTITY',
  'DOCUMENT',
  'SYSTEM',
] as const
export const timeframes = ['7d', '30d', '90d', 'all'] as const

/** Which view of a customer, as its address says. */
export function readCustomerSearch(raw: Record<string, unknown>) {
  return {
    tab: oneOf(customerTabs, raw.tab),
    channels: someOf(channels, raw.channels),
    time: oneOf(timeframes, raw.time),
  }
}
