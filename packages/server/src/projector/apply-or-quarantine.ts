import { recordKey } from '../kernel/log/record-key.ts'
import { decodeRecord, type LogRecord } from '../kernel/log/record.ts'
import type { LogEntry, Position } from '../kernel/store/ports.ts'
import { describeFault, isFaultOfTheWorld } from '../kernel/read-models/faults.ts'
import { gather } from './micro-batch.ts'
import type { Projector } from './projector.ts'
import type { Quarantined } from './quarantine.ts'

/**
 * Applies a batch of the log. A batch that can't be applied is halved until the faulty event or record is found; that one
 * is quarantined with the reason, and everything else is applied. `next` is the position after the batch. Returns what was
 * quarantined. Rejects, with part of the batch applied at most, when the cause isn't in the data (no memory, no disk, no
 * engine): then try again later.
 */
export async function applyOrQuarantine(
  projector: Projector,
  entries: readonly LogEntry[],
  next: Position,
): Promise<Quarantined[]> {
  try {
    await projector.apply(entries, next)
    return []
  } catch (error) {
    if (isFaultOfTheWorld(error)) throw error
  }
  const items = entries.flatMap(itemsOf)
  // Items that can't even be decoded are found without the engine.
  for (const item of items) item.fault = faultOf(() => gather(joinItems([item]), null))

  async function applyItems(start: number, end: number): Promise<void> {
    const part = items.slice(start, end)
    const sound = part.filter(({ fault }) => fault === null)
    const quarantined = part.filter(({ fault }) => fault !== null).map(toQuarantined)
    try {
      // After a kill in between, the entry is applied again: its events are duplicates then, and its records unchanged.
      await projector.applyRecords(joinItems(sound), items[end]?.position ?? next, quarantined)
    } catch (error) {
      if (isFaultOfTheWorld(error) || sound.length === 0) throw error
      if (sound.length === 1) {
        sound[0]!.fault = toError(error)
        return applyItems(start, end)
      }
      const middle = Math.ceil((start + end) / 2)
      await applyItems(start, middle)
      await applyItems(middle, end)
    }
  }

  await applyItems(0, items.length)
  return items.filter(({ fault }) => fault !== null).map(toQuarantined)
}

function faultOf(work: () => unknown): Error | null {
  try {
    work()
    return null
  } catch (error) {
    return toError(error)
  }
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}

/**
 * The smallest unit that can be applied by itself: an event, a record, a sync's mark, or a log entry without any of
 * these.
 */
interface Item {
  position: Position
  /** Throws when the entry can't be decoded. */
  read: () => LogRecord
  /** Index in the entry's list; a sync's mark comes after the last one; null for a whole entry. */
  index: number | null
  /** Why it can't be applied, once known. */
  fault: Error | null
}

function itemsOf({ position, payload }: LogEntry): Item[] {
  let record: LogRecord
  try {
    record = decodeRecord(payload)
  } catch {
    return [{ position, read: () => decodeRecord(payload), index: null, fault: null }]
  }
  const length = lengthOf(record)
  if (length === 0) return [{ position, read: () => record, index: null, fault: null }]
  return Array.from({ length }, (_, index) => ({ position, read: () => record, index, fault: null }))
}

function lengthOf(record: LogRecord): number {
  if (record.kind === 'events') return record.events.length
  if (record.kind !== 'records' || record.records.length === 0) return 0
  return record.records.length + (record.sync === undefined ? 0 : 1)
}

/** Joins items, in order, into the records they came from. */
function joinItems(items: readonly Item[]): LogRecord[] {
  const records: LogRecord[] = []
  for (let start = 0; start < items.length;) {
    const { position, read } = items[start]!
    const end = items.findIndex((item, index) => index > start && item.position !== position)
    const together = items.slice(start, end < 0 ? items.length : end)
    records.push(withItems(read(), together))
    start += together.length
  }
  return records
}

function withItems(record: LogRecord, items: readonly Item[]): LogRecord {
  const pick = <Value>(list: readonly Value[]): Value[] =>
    items.flatMap(({ index }) => (index! < list.length ? [list[index!]!] : []))
  if (items[0]!.index === null) return record
  if (record.kind === 'events') return { ...record, events: pick(record.events) }
  if (record.kind === 'records') {
    const { sync, ...rest } = record
    const hasMark = items.some(({ index }) => index === record.records.length)
    return { ...rest, records: pick(record.records), ...(hasMark && sync !== undefined && { sync }) }
  }
  return record
}

function toQuarantined({ position, read, index, fault }: Item): Quarantined {
  const quarantined = { position, index, at: Date.now() }
  if (index === null) return { ...quarantined, name: null, reason: describeFault(fault) }
  const record = read()
  if (record.kind === 'events') {
    const event: unknown = record.events[index]
    const uuid = typeof event === 'object' && event !== null && 'uuid' in event ? event.uuid : null
    return {
      ...quarantined,
      name: typeof uuid === 'string' ? uuid : null,
      reason: describeFault(fault, event),
    }
  }
  return { ...quarantined, name: nameOf(record, index), reason: describeFault(fault) }
}

function nameOf(record: LogRecord, index: number): string | null {
  try {
    const key: unknown = record.kind === 'records' ? recordKey(record.records[index]!) : null
    return typeof key === 'string' ? key : null
  } catch {
    return null
  }
}
