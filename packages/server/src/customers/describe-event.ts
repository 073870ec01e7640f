import { shortened, type SourceType } from '@customer-intel/contract'
import type { TimelineEntry } from './reads/customer-reads.ts'

export interface EventDescription {
  /** The event, in a few words. */
  title: string
  /** Details in one line; null when the title says everything. */
  summary: string | null
}

/** Describes an event for people. Unknown types use the event's name. */
export function describeEvent(entry: TimelineEntry): EventDescription {
  switch (entry.eventType) {
    case 'PAGE_VIEW':
      return { title: `Viewed ${entry.pageTitle ?? entry.path}`, summary: entry.url }
    case 'FORM_SUBMITTED':
      return describeForm(entry)
    case 'ENGAGEMENT':
      return describeEngagement(entry)
    case 'MEETING_REQUESTED':
      return describeMeeting(entry)
    case 'IDENTIFY':
      return { title: entry.contact ? `Identified as ${entry.contact}` : 'Identified', summary: null }
    case 'SIGNED_UP':
      return { title: 'Signed up', summary: null }
    case 'SIGNED_IN':
      return { title: 'Signed in', summary: null }
    case 'CUSTOM_EVENT':
      return { title: entry.eventName, summary: listProperties(entry.properties) }
    default:
      return describeSourceEvent(entry)
  }
}

/** Titles of activity types for sources and for the service's own events. */
const sourceTitles: Record<string, string> = {
  CALL_COMPLETED: 'Call',
  CALL_MISSED: 'Missed call',
  EMAIL_SENT: 'E-mail sent',
  EMAIL_RECEIVED: 'E-mail received',
  SUPPORT_TICKET: 'Support ticket',
  CRM_DEAL_UPDATED: 'Deal',
  BILLING_UPDATED: 'Billing',
  MEETING: 'Meeting',
  CHAT_MESSAGE: 'Chat',
  AUTOMATION_RUN: 'Automation',
  SIGNAL_OCCURRENCE: 'Signal',
}

function describeSourceEvent({
  eventType,
  eventName,
  pageTitle,
  properties,
}: TimelineEntry): EventDescription {
  const words = sourceTitles[eventType]
  if (words === undefined) return { title: eventName, summary: listProperties(properties) }
  const summary = readText(properties, 'summary')
  return {
    title: pageTitle === null ? words : `${words}: ${pageTitle}`,
    summary: summary === null ? null : shorten(summary),
  }
}

/** The source behind an event of the timeline; null for an ingested event. */
export function sourceOfEvent(entry: TimelineEntry): { sourceType: SourceType; sourceId: string } | null {
  const { sourceType, sourceId } = entry.properties
  if (!(entry.eventType in sourceTitles) || typeof sourceType !== 'string' || typeof sourceId !== 'string')
    return null
  return { sourceType: sourceType as SourceType, sourceId }
}

function describeForm({ properties, path }: TimelineEntry): EventDescription {
  const formId = readText(properties, 'formId')
  return { title: formId ? `Submitted form ${formId}` : 'Submitted a form', summary: `On ${path}` }
}

function describeEngagement({ properties, pageTitle, path }: TimelineEntry): EventDescription {
  const activeMs = properties['activeTimeMs']
  const seconds = typeof activeMs === 'number' ? Math.round(activeMs / 1000) : null
  return {
    title: `Spent time on ${pageTitle ?? path}`,
    summary: seconds === null ? null : `Active for ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`,
  }
}

function describeMeeting({ properties }: TimelineEntry): EventDescription {
  const meetingType = readText(properties, 'eventType')
  const startTime = readText(properties, 'startTime')
  const invitee = readText(properties, 'inviteeName') ?? readText(properties, 'inviteeEmail')
  const parts = [startTime ? `For ${startTime}` : null, invitee ? `with ${invitee}` : null].filter(Boolean)
  return {
    title: meetingType ? `Requested a meeting: ${meetingType}` : 'Requested a meeting',
    summary: parts.length > 0 ? parts.join(' ') : null,
  }
}

const summaryLength = 300

/** `plan: pro, seats: 5` */
function listProperties(properties: Record<string, unknown>): string | null {
  const parts = Object.entries(properties)
    .filter(
      ([, value]) => typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean',
    )
    .map(([name, value]) => `${name}: ${String(value)}`)
  if (parts.length === 0) return null
  const text = parts.join(', ')
  return shorten(text)
}

function shorten(text: string): string {
  return shortened(text, summaryLength)
}

function readText(properties: Record<string, unknown>, name: string): string | null {
  const value = properties[name]
  return typeof value === 'string' && value.trim() !== '' ? value : null
}
