import type { Lease, Log, Position } from '../store/ports.ts'
import { encodeRecords, type StoredRecord } from './record.ts'

export interface AppendRecordsOptions {
  /** Unix milliseconds. */
  receivedAt: number
  /** The append is refused once this lease is lost. Default: none is needed. */
  lease?: Lease
  /** Size of a log record at most. Default 1 MiB; Infinity keeps all records in one, so that all are stored or none. */
  maxBytes?: number
  /** Called after each record: what to wait for so that others get their turn, or null. Default: nothing. */
  pause?: (() => Promise<void> | null) | undefined
}

/** Appends records to the log. Resolves once they are durable, with the position after the last one; 0 for no records. */
export async function appendRecords(
  log: Pick<Log, 'append'>,
  records: readonly StoredRecord[],
  { receivedAt, lease, maxBytes, pause }: AppendRecordsOptions,
): Promise<Position> {
  let end: Position = 0
  for (const payload of encodeRecords(records, { receivedAt, ...(maxBytes !== undefined && { maxBytes }) })) {
    if (payload !== null) end = await log.append(payload, lease === undefined ? {} : { lease })
    const waiting = pause?.() ?? null
    if (waiting !== null) await waiting
  }
  return end
}
