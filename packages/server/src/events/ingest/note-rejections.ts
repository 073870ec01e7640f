import {
  cutText,
  ingestSources,
  type IngestSource,
  isJsonObject,
  isStorable,
  isUuid,
  limits,
} from '@customer-intel/contract'
import type { KeptRejection, Rejections } from '../rejections.ts'
import type { RejectedEvent } from './accept.ts'

/** Who sent what was rejected; absent: by an API key, or this server itself. */
export interface Sender {
  publicKey: string
  origin: string | null
}

const eventNameLength = 120

/** Rejections of a batch's events, by index. */
export function listRejections(
  payload: unknown,
  errors: readonly RejectedEvent[],
  { now, sender }: { now: number; sender: Sender | undefined },
): KeptRejection[] {
  if (errors.length === 0) return []
  const events = eventsOf(payload)
  const common = commonOf(payload, now, sender)
  return errors.map(({ index, kind, field, message }) => ({
    ...common,
    ...namesOf(events[index]),
    index,
    kind,
    field: field && withoutNames(field),
    reason: withoutNames(message),
  }))
}

/** Records all events of a batch that was rejected as a whole; the batch itself if it has none. */
export function noteRefusedBatch(
  rejections: Rejections,
  payload: unknown,
  refusal: { kind: 'invalid_batch' | 'unauthorized_source'; field: string | null; message: string },
  { now, sender }: { now: number; sender: Sender | undefined },
): void {
  const { kind, field, message } = refusal
  const events = eventsOf(payload).slice(0, limits.ingest.eventsPerRequest)
  const reason = `The whole batch was refused: ${withoutNames(message)}`
  const common = {
    ...commonOf(payload, now, sender),
    kind,
    field: field && withoutNames(field),
    reason,
  }
  if (events.length === 0) rejections.note({ ...common, uuid: null, index: null, eventName: null })
  for (const [index, event] of events.entries()) rejections.note({ ...common, ...namesOf(event), index })
}

/** Records a request whose events weren't looked at. */
export function noteRefusedRequest(
  rejections: Rejections,
  kind: 'origin_not_allowed' | 'rate_limited' | 'unreadable',
  message: string,
  { now, sender }: { now: number; sender: Sender },
): void {
  rejections.note({
    ...commonOf(null, now, sender),
    uuid: null,
    index: null,
    eventName: null,
    kind,
    field: kind === 'origin_not_allowed' ? 'origin' : null,
    reason: message,
  })
}

function commonOf(payload: unknown, now: number, sender: Sender | undefined) {
  return {
    at: new Date(now).toISOString(),
    origin: sender?.origin == null ? null : cutText(sender.origin, limits.rejections.originLength),
    publicKey: sender?.publicKey ?? null,
    source: sourceOf(payload),
  }
}

/** What sends events without a source is a browser. */
function sourceOf(payload: unknown): IngestSource | null {
  if (!isJsonObject(payload)) return null
  return ingestSources.find((source) => source === (payload['source'] ?? 'client')) ?? null
}

/** Messages never repeat values, but may repeat field names: only simple names are kept. */
function withoutNames(message: string): string {
  return message.replace(/\["(?:[^"\\]|\\.)*"\]/g, '[…]')
}

function eventsOf(payload: unknown): readonly unknown[] {
  return isJsonObject(payload) && Array.isArray(payload['events']) ? payload['events'] : []
}

function namesOf(event: unknown): { uuid: string | null; eventName: string | null } {
  if (!isJsonObject(event)) return { uuid: null, eventName: null }
  const { uuid, eventName, type } = event
  const name = typeof eventName === 'string' && eventName !== '' ? eventName : type
  // An address in a name would outlive the erasure of its owner.
  const isKept = typeof name === 'string' && isStorable(name) && !name.includes('@')
  return {
    uuid: isUuid(uuid) ? uuid.toLowerCase() : null,
    eventName: isKept ? cutText(name, eventNameLength) : null,
  }
}
