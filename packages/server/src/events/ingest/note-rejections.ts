import { isUuid, limits } from '@customer-intel/contract'
import type { Rejection, Rejections } from '../rejections.ts'

/** Rejections of a batch's events, by index; without the events that have no uuid, since nobody can ask for them. */
export function listRejections(
  payload: unknown,
  errors: readonly { index: number; message: string }[],
  now: number,
): Rejection[] {
  if (errors.length === 0) return []
  const at = new Date(now).toISOString()
  const events = eventsOf(payload)
  return errors.flatMap(({ index, message }) => {
    const uuid = uuidOf(events[index])
    return uuid === null ? [] : [{ at, index, uuid, reason: withoutNames(message) }]
  })
}

/** Records all events of a batch that was rejected as a whole. */
export function noteRefusedBatch(
  rejections: Rejections,
  payload: unknown,
  message: string,
  now: number,
): void {
  const errors = eventsOf(payload)
    .slice(0, limits.ingest.eventsPerRequest)
    .map((_, index) => ({ index, message: `The whole batch was refused: ${message}` }))
  for (const rejection of listRejections(payload, errors, now)) rejections.note(rejection)
}

/** Messages never repeat values, but may repeat field names: only simple names are kept. */
function withoutNames(message: string): string {
  return message.replace(/\["(?:[^"\\]|\\.)*"\]/g, '[…]')
}

function eventsOf(payload: unknown): readonly unknown[] {
  if (typeof payload !== 'object' || payload === null || !('events' in payload)) return []
  return Array.isArray(payload.events) ? payload.events : []
}

function uuidOf(event: unknown): string | null {
  if (typeof event !== 'object' || event === null || !('uuid' in event)) return null
  return isUuid(event.uuid) ? event.uuid.toLowerCase() : null
}
