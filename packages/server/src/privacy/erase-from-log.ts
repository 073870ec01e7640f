import type { LogChange } from '../store/ports.ts'
import { decodeRecord, encodeRecord } from '../log/record.ts'
import { createRecordEraser, type ErasedCounts } from './erase-from-record.ts'
import { keysOf, type Person } from './person.ts'
import { shortenNumbers } from './shorten-numbers.ts'

/** The change that takes a person out of the log, and what it has taken out so far. */
export function createLogEraser(person: Person): LogChange & { readonly counts: Readonly<ErasedCounts> } {
  const { erase, counts } = createRecordEraser(person)
  const events = new Set(person.events)
  const needles = [...keysOf(person, 'email'), ...keysOf(person, 'user').filter((id) => id.length >= 6)]
    .concat(person.publicIds, person.names)
    .map((text) => text.toLowerCase())
  return {
    counts,
    payload(payload) {
      const record = decodeRecord(payload)
      const erased = erase(record)
      if (erased === null || erased === record) return erased === null ? null : payload
      const encoded = encodeRecord(erased)
      // A number that a caller wrote as 1e20 may read 100000000000000000000 here.
      return encoded.length <= payload.length ? encoded : shortenNumbers(encoded)
    },
    isUnwanted(bytes) {
      const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8').toLowerCase()
      if (needles.some((needle) => text.includes(needle))) return true
      return [...text.matchAll(uuids)].some(([uuid]) => events.has(uuid))
    },
  }
}

const uuids = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g
