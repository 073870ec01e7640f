import type { SqlWriter } from '../read-models/sql/database.ts'
import { tables } from '../read-models/sql/schema.ts'
import type { Position } from '../store/ports.ts'

/** An event, a record or a whole entry of the log that can't be applied, and so is in no answer. */
export interface SetAside {
  /** Of the log's entry that holds it. */
  position: Position
  /** Its place in that entry; null for the entry as a whole, which can't be read. */
  index: number | null
  /** The event's uuid or the record's key (`source:CALL:c-17`); null where none can be read. */
  name: string | null
  /** Repeats nothing of what it says. */
  reason: string
  /** Unix milliseconds. */
  at: number
}

/** Notes what is set aside, once however often it is tried. */
export async function writeSetAside(writer: SqlWriter, item: SetAside): Promise<void> {
  const { position, index, name, reason, at } = item
  const row = { position, item: index ?? -1, name, reason, set_aside_at: at }
  await writer.all('delete from quarantine where position = $1 and item = $2', [row.position, row.item])
  await writer.append(tables.quarantine, [row])
}

export async function countSetAside(writer: SqlWriter): Promise<number> {
  const [row] = await writer.all<{ items: number }>('select count(*) as items from quarantine')
  return row?.items ?? 0
}
