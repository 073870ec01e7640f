import type { SqlWriter } from '../kernel/sql/database.ts'
import { tables } from './schema.ts'
import type { Position } from '../kernel/store/ports.ts'

/** An event, a record or a whole log entry that can't be applied, and so is missing from the answers. */
export interface Quarantined {
  /** Of its log entry. */
  position: Position
  /** Index in that entry; null for an entry that can't be decoded at all. */
  index: number | null
  /** The event's uuid or the record's key (`source:CALL:c-17`); null if neither can be read. */
  name: string | null
  /** Repeats none of the data. */
  reason: string
  /** Unix milliseconds. */
  at: number
}

/** Writes down what is quarantined, once, however often it is tried. */
export async function writeQuarantined(writer: SqlWriter, item: Quarantined): Promise<void> {
  const { position, index, name, reason, at } = item
  const row = { position, item: index ?? -1, name, reason, set_aside_at: at }
  await writer.all('delete from quarantine where position = $1 and item = $2', [row.position, row.item])
  await writer.append(tables.quarantine, [row])
}

export async function countQuarantined(writer: SqlWriter): Promise<number> {
  const [row] = await writer.all<{ items: number }>('select count(*) as items from quarantine')
  return row?.items ?? 0
}
