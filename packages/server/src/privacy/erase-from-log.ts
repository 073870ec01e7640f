import type { LogChange } from '../kernel/store/ports.ts'
import { encodeRecord, isSpelledOddly, type LogRecord, parseRecord } from '../kernel/log/record.ts'
import { createRecordEraser, type ErasedCounts } from './erase-from-record.ts'
import { createMask } from './mask.ts'
import { eventsOf, type Person } from './person.ts'
import { shortenJson } from '../kernel/log/shorten-json.ts'

/** The change that erases a person from the log, with counts of what was erased so far. */
export function createLogEraser(person: Person): LogChange & { readonly counts: Readonly<ErasedCounts> } {
  const { erase, counts } = createRecordEraser(person)
  const browserEvents = eventsOf(person, { trusted: false })
  const serverEvents = eventsOf(person, { trusted: true })
  const mask = createMask(person)
  /** Whether bytes contain the person; `batch`: the decoded record around them, if there is one. */
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
  /** Like `erase`; if a batch has unknown parts, item by item, and by bytes for what can't be decoded at all. */
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
      // It can't be decoded, so nothing can be masked in it: if it contains the person, it is deleted as a whole.
      if (record === null) return isUnwanted(payload) ? null : payload
      const erased = eraseItems(record)
      if (erased === null) return null
      if (erased === record && !isSpelledOddly(payload)) return payload
      const encoded = encodeRecord(erased)
      // A number written as 1e20 may be encoded as 100000000000000000000.
      return encoded.length <= payload.length ? encoded : shortenJson(encoded)
    },
  }
}

function itemsOf(batch: LogRecord): readonly unknown[] {
  const items: unknown =
    batch.kind === 'events' ? batch.events : batch.kind === 'records' ? batch.records : []
  return Array.isArray(items) ? items : []
}

function withItems(batch: LogRecord, items: readonly unknown[]): LogRecord {
  return { ...batch, [batch.kind]: items }
}

/** Null if the projection can't decode it either. */
function parse(payload: Uint8Array): LogRecord | null {
  try {
    return parseRecord(payload)
  } catch {
    return null
  }
}

const uuids = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g
