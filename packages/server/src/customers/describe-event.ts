import type { TimelineEntry } from '../store/customer-reads.ts'

export interface EventDescription {
  /** What happened, in a few words. */
  title: string
  /** More about it, in one line; null when the title says all. */
  summary: string | null
}

/** Says what an event was, for people. Unknown types fall back on the event's name. */
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
    default:
      return { title: entry.eventName, summary: listProperties(entry.properties) }
  }
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
  return text.length > summaryLength ? `${text.slice(0, summaryLength - 1)}…` : text
}

function readText(properties: Record<string, unknown>, name: string): string | null {
  const value = properties[name]
  return typeof value === 'string' && value.trim() !== '' ? value : null
}
