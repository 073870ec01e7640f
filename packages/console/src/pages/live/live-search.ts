import { oneOf, textOf } from '../../app/search-text.ts'

export const liveStatuses = ['accepted', 'duplicate', 'rejected'] as const
export const liveTypes = [
  'PAGE_VIEW',
  'CUSTOM_EVENT',
  'FORM_SUBMITTED',
  'IDENTIFY',
  'SIGNED_UP',
  'SIGNED_IN',
  'ENGAGEMENT',
  'MEETING_REQUESTED',
] as const

/** Which events the live list shows, as its address says. */
export function readLiveSearch(raw: Record<string, unknown>) {
  return {
    type: oneOf(liveTypes, raw.type),
    status: oneOf(liveStatuses, raw.status),
    search: textOf(raw.search),
  }
}

/** What `readLiveSearch` reads. */
export type LiveSearch = Partial<ReturnType<typeof readLiveSearch>>
