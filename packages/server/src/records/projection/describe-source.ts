import { type ActivityEventType, type Channel, cutText } from '@customer-intel/contract'
import { normalizeEmail } from '../../customers/identity/keys.ts'
import { type JsonText, toJsonText } from '../../kernel/log/json-text.ts'
import type { SourceRecord } from '../../kernel/log/record.ts'
import type { InternalPeople } from '../../customers/identity/internal-people.ts'

/** A source in `activity`. */
export interface Occurrence {
  eventType: ActivityEventType
  eventName: string
  channel: Channel
  title: string | null
  /** JSON object: `sourceType`, `sourceId`, and other short fields. */
  properties: JsonText
}

/** Describes a source as an event of the timeline. Pure. */
export function describeStatedSource(source: SourceRecord, internal: InternalPeople): Occurrence {
  const { eventType, channel } = kindOf(source, internal)
  return {
    eventType,
    eventName: eventType.toLowerCase(),
    channel,
    title: source.title ?? null,
    properties: toJsonText({
      sourceType: source.sourceType,
      sourceId: source.sourceId,
      provider: source.provider,
      permalink: source.permalink,
      summary: source.summary && cutText(source.summary, 1000),
    }),
  }
}

function kindOf(source: SourceRecord, internal: InternalPeople): Pick<Occurrence, 'eventType' | 'channel'> {
  switch (source.sourceType) {
    case 'CALL': {
      const missed = /miss|no.?answer|voicemail/i.test(
        text(source, 'status') ?? text(source, 'outcome') ?? '',
      )
      return { eventType: missed ? 'CALL_MISSED' : 'CALL_COMPLETED', channel: 'MEETING' }
    }
    case 'EMAIL':
      return {
        eventType: isOutgoing(source, internal) ? 'EMAIL_SENT' : 'EMAIL_RECEIVED',
        channel: 'COMMUNICATION',
      }
    case 'SUPPORT_TICKET':
      return { eventType: 'SUPPORT_TICKET', channel: 'SUPPORT' }
    case 'OPPORTUNITY':
      return { eventType: 'CRM_DEAL_UPDATED', channel: 'CRM' }
    case 'CALENDAR_EVENT':
      return { eventType: 'MEETING', channel: 'MEETING' }
    case 'CHAT':
      return { eventType: 'CHAT_MESSAGE', channel: 'COMMUNICATION' }
  }
}

/** By the direction that the record states, else by the sender. */
function isOutgoing(source: SourceRecord, internal: InternalPeople): boolean {
  const direction = text(source, 'direction')
  if (direction !== null && /^(out|sent)/i.test(direction)) return true
  if (direction !== null && /^(in|received)/i.test(direction)) return false
  const sender = source.participants?.find(
    ({ role }) => role !== undefined && /^(from|sender|author)$/i.test(role),
  )
  const email = normalizeEmail(sender?.email)
  return sender?.affiliation === 'internal' || (email !== null && internal.has(email))
}

function text({ record }: SourceRecord, name: string): string | null {
  const value = record?.[name]
  return typeof value === 'string' ? value : null
}
