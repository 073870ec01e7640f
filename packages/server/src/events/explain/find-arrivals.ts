import { eventKeys } from '../../customers/identity/event-keys.ts'
import { keyTexts } from '../../customers/identity/keys.ts'
import type { Position } from '../../kernel/store/ports.ts'
import { decodeRecord, type EventsRecord, type LogRecord, type StoredEvent } from '../../kernel/log/record.ts'
import type { Workspace } from '../../kernel/workspace/workspace.ts'

/** One acceptance of an event. */
export interface Arrival {
  /** Unix milliseconds. */
  receivedAt: number
  source: 'client' | 'server' | 'integration'
  /** Index in its batch. */
  index: number
  /** Its keys of people and devices: `email:…`, `visitor:…`. */
  keys: string[]
}

/** The arrivals in the log, oldest first, and how much was searched. */
export interface FoundArrivals {
  arrivals: Arrival[]
  searched: { bytes: number; whole: boolean }
}

const maxArrivals = 20

/**
 * Searches the last `bytes` of the log, and a segment more at most, for an event by its uuid (lower case). Searches
 * bytes, and decodes only records that contain the uuid.
 */
export async function findArrivals(
  workspace: Workspace,
  uuid: string,
  bytes: number,
): Promise<FoundArrivals> {
  const { log } = workspace
  const until = await log.end()
  const start = await log.startOfLast(bytes)
  const needle = Buffer.from(uuid)
  const arrivals: Arrival[] = []
  let next: Position = start
  while (next < until) {
    const page = await log.read(next, until)
    for (const { payload } of page.entries) {
      const view = Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength)
      if (arrivals.length < maxArrivals && view.includes(needle)) arrivals.push(...arrivalsIn(payload, uuid))
    }
    if (page.next === next) break
    next = page.next
  }
  return {
    arrivals: arrivals.slice(0, maxArrivals),
    searched: { bytes: until - start, whole: start === 0 },
  }
}

function arrivalsIn(payload: Uint8Array, uuid: string): Arrival[] {
  const record = decode(payload)
  if (record?.kind !== 'events') return []
  const { receivedAt, source } = record
  return record.events.flatMap((event: StoredEvent | null, index) =>
    event?.uuid === uuid ? [{ receivedAt, source, index, keys: keysOf(record, event) }] : [],
  )
}

/** Null for an undecodable record: it is quarantined. */
function decode(payload: Uint8Array): LogRecord | null {
  try {
    return decodeRecord(payload)
  } catch {
    return null
  }
}

/** None for an invalid event: it is quarantined. */
function keysOf(record: EventsRecord, event: StoredEvent): string[] {
  try {
    return keyTexts(eventKeys(record, event))
  } catch {
    return []
  }
}
