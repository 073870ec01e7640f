import type { ProviderId } from '@customer-intel/contract'
import { sourceKey } from '../kernel/log/record-key.ts'
import { encodeRecord, type LogRecord, parseRecord, type StoredRecord } from '../kernel/log/record.ts'
import { shortenJson } from '../kernel/log/shorten-json.ts'
import type { LogChange } from '../kernel/store/ports.ts'

/** What a remover has found so far. */
export interface FoundOfOrigin {
  /** Keys of the provider's sources. */
  sources: ReadonlySet<string>
  /** Records and events of the provider, counted as often as they are in the log. */
  count: number
}

/**
 * The change that removes a provider's data from the log: records, the marks of its syncs, events, and the facts that
 * were extracted from its sources. `sources`: keys that are known from an earlier run.
 */
export function createOriginRemover(
  provider: ProviderId,
  sources: Iterable<string> = [],
): LogChange & { readonly found: FoundOfOrigin } {
  const found = { sources: new Set(sources), count: 0 }

  function isOurs(record: StoredRecord): boolean {
    switch (record.kind) {
      case 'source':
        return record.provider === provider
      case 'extraction':
        return found.sources.has(sourceKey(record.sourceType, record.sourceId))
      case 'customer':
      case 'user':
      case 'authEvent':
      case 'member':
        return record.origin === provider
      case 'billing':
        return record.origin.startsWith(`${provider}/`)
      default:
        return false
    }
  }

  function note(records: readonly StoredRecord[]): void {
    for (const record of records) {
      if (record.kind === 'source') found.sources.add(sourceKey(record.sourceType, record.sourceId))
      if (record.kind !== 'deletion') found.count += 1
    }
  }

  /** The same object when nothing is removed; null when everything is. */
  function without(record: LogRecord): LogRecord | null {
    if (record.kind === 'events') {
      if (record.origin !== provider) return record
      found.count += record.events.length
      return null
    }
    if (record.kind !== 'records') return record
    const { records, sync } = record
    if (sync?.provider === provider) {
      note(records)
      return null
    }
    const ours = records.filter(isOurs)
    if (ours.length === 0) return record
    note(ours)
    const gone = new Set(ours)
    return ours.length === records.length && sync === undefined
      ? null
      : { ...record, records: records.filter((one) => !gone.has(one)) }
  }

  return {
    found,
    isUnwanted: () => false,
    payload(payload) {
      const record = parse(payload)
      const left = record === null ? null : withoutOrKept(record, without)
      if (record === null || left === record) return payload
      if (left === null) return null
      const encoded = encodeRecord(left)
      return encoded.length <= payload.length ? encoded : shortenJson(encoded)
    },
  }
}

/** What can't be read belongs to no provider. */
function withoutOrKept(
  record: LogRecord,
  without: (record: LogRecord) => LogRecord | null,
): LogRecord | null {
  try {
    return without(record)
  } catch {
    return record
  }
}

/** Null for an undecodable record: it is in quarantine. */
function parse(payload: Uint8Array): LogRecord | null {
  try {
    return parseRecord(payload)
  } catch {
    return null
  }
}
