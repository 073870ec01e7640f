import type { Row } from '../../kernel/sql/define-table.ts'
import type { eventTables } from '../event-tables.ts'
import type { ActivityEventType } from '@customer-intel/contract'
import { type JsonText, toJsonText } from '../../kernel/log/json-text.ts'
import type { StoredEvent } from '../../kernel/log/record.ts'
import { attribution } from '../../customers/projection/attribution.ts'
import type { PendingEvent } from './pending-event.ts'

/** The name of each event type in `activity`. */
export const activityTypes = {
  pageview: 'PAGE_VIEW',
  custom: 'CUSTOM_EVENT',
  form: 'FORM_SUBMITTED',
  identify: 'IDENTIFY',
  engagement: 'ENGAGEMENT',
  calendar: 'MEETING_REQUESTED',
} as const satisfies Record<StoredEvent['type'], ActivityEventType>

/** An event in `activity`. */
export interface EventRow {
  eventType: ActivityEventType
  eventName: string
  channel: 'PRODUCT' | 'IDENTITY' | 'MEETING'
  title: string | null
  /** JSON object: a custom event's own properties; for other events the fields of their type, and where they happened. */
  properties: JsonText
}

export function eventRow(event: StoredEvent): EventRow {
  switch (event.type) {
    case 'pageview':
      return row(event, 'pageview', 'PRODUCT', event.title ?? null, {
        url: event.url,
        path: event.path,
        title: event.title,
        referrer: event.referrer,
        utm: event.utm,
      })
    case 'custom':
      return row(event, event.eventName ?? '', 'PRODUCT', null, event.properties ?? {})
    case 'form':
      return row(event, 'form', 'PRODUCT', event.formId ?? null, {
        formId: event.formId,
        formFields: event.formFields,
        url: event.url,
        path: event.path,
        utm: event.utm,
      })
    case 'identify':
      return row(event, 'identify', 'IDENTITY', null, {
        traits: event.traits,
        customerId: event.customerId,
      })
    case 'engagement':
      return row(event, 'engagement', 'PRODUCT', null, {
        activeTimeMs: event.activeTimeMs,
        totalTimeMs: event.totalTimeMs,
        url: event.url,
        path: event.path,
      })
    case 'calendar':
      return row(event, 'calendar', 'MEETING', event.eventType ?? null, {
        provider: event.provider,
        eventType: event.eventType,
        startTime: event.startTime,
        endTime: event.endTime,
        duration: event.duration,
        isRecurring: event.isRecurring,
        inviteeName: event.inviteeName,
      })
  }
}

function row(
  event: StoredEvent,
  eventName: string,
  channel: EventRow['channel'],
  title: string | null,
  properties: object,
): EventRow {
  return {
    eventType: activityTypes[event.type],
    eventName,
    channel,
    title,
    properties: toJsonText(properties),
  }
}

/** The row of `events`. */
export function storedEvent(
  sequence: number,
  subject: number,
  pending: PendingEvent,
): Row<typeof eventTables.events> {
  const { event, record, keys, at, activation } = pending
  const { eventType, eventName, channel, title, properties } = eventRow(event)
  return {
    sequence,
    event_id: event.uuid,
    subject,
    event_type: eventType,
    event_name: eventName,
    event_channel: channel,
    occurred_at: at,
    received_at: record.receivedAt,
    sent_at: event.sentTimestamp,
    source: record.source,
    attribution: attribution(event),
    activation,
    visitor_id: keys.visitor,
    session_id: event.sessionId ?? record.sessionId,
    url: event.url,
    path: event.path,
    referrer: event.referrer,
    utm_source: event.utm?.source,
    utm_medium: event.utm?.medium,
    utm_campaign: event.utm?.campaign,
    device: record.device,
    browser: record.browser,
    os: record.os,
    country: record.country,
    title,
    properties,
  }
}
