import type { LogChange } from '../store/ports.ts'
import { encodeRecord, type LogRecord, parseRecord } from '../log/record.ts'
import { createRecordEraser, type ErasedCounts } from './erase-from-record.ts'
import { createMask } from './mask.ts'
import { eventsOf, type Person } from './person.ts'
import { shortenNumbers } from '../log/shorten-numbers.ts'

/** The change that takes a person out of the log, and what it has taken out so far. */
export function createLogEraser(person: Person): LogChange & { readonly counts: Readonly<ErasedCounts> } {
  const { erase, counts } = createRecordEraser(person)
  const browserEvents = eventsOf(person, { trusted: false })
  const serverEvents = eventsOf(person, { trusted: true })
  const mask = createMask(person)
  /** Whether bytes speak of them; `batch`: in which they stand, where that can be read. */
  const isUnwanted = (bytes: Uint8Array, batch?: LogRecord): boolean => {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8').toLowerCase()
    if (mask.mentions(text)) return true
    const source = batch?.kind === 'events' ? batch.source : undefined
    return [...text.matchAll(uuids)].some(
      ([uuid]) =>
        (source !== 'client' && serverEvents.has(uuid)) ||
        ((source === 'client' || source === undefined) && browserEvents.has(uuid)),
    )
  }
  /** As `erase`; where something in a batch is odd, item by item, and by its bytes what can't be read at all. */
  const eraseItems = (batch: LogRecord): LogRecord | null => {
    try {
      return erase(batch)
    } catch {
      let head: LogRecord | null = null
      const items = itemsOf(batch)
      const kept = items.flatMap((item) => {
        try {
          const left = erase(withItems(batch, [item]))
          head ??= left
          return left === null ? [] : itemsOf(left)
        } catch {
          return isUnwanted(Buffer.from(JSON.stringify(item)), batch) ? [] : [item]
        }
      })
      if (items.length === 0) return isUnwanted(encodeRecord(batch)) ? null : batch
      head ??= isUnwanted(encodeRecord(withItems(batch, []))) ? null : batch
      return head === null || kept.length === 0 ? null : withItems(head, kept)
    }
  }
  return {
    counts,
    isUnwanted: (payload) => isUnwanted(payload),
    payload(payload) {
      const record = parse(payload)
      // Nobody can read it, so nothing can be masked in it: where it speaks of them it goes as a whole.
      if (record === null) return isUnwanted(payload) ? null : payload
      const erased = eraseItems(record)
      if (erased === null) return null
      if (erased === record && !(isAsSent(payload) && isUnwanted(payload))) return payload
      const encoded = encodeRecord(erased)
      // A number that a caller wrote as 1e20 may read 100000000000000000000 here.
      return encoded.length <= payload.length ? encoded : shortenNumbers(encoded)
    },
  }
}

/**
 * Former versions kept a batch's body as it came. A name may come twice in it: the earlier value is read by nobody, and
 * stands in the bytes all the same.
 */
function isAsSent(payload: Uint8Array): boolean {
  return Buffer.from(payload.buffer, payload.byteOffset, payload.length).subarray(0, 14).equals(asSent)
}

const asSent = Buffer.from('{"kind":"sent"')

function itemsOf(batch: LogRecord): readonly unknown[] {
  const items: unknown =
    batch.kind === 'events' ? batch.events : batch.kind === 'records' ? batch.records : []
  return Array.isArray(items) ? items : []
}

function withItems(batch: LogRecord, items: readonly unknown[]): LogRecord {
  return { ...batch, [batch.kind]: items }
}

/** Null where the projection can't read it either. */
function parse(payload: Uint8Array): LogRecord | null {
  try {
    return parseRecord(payload)
  } catch {
    return null
  }
}

const uuids = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g
