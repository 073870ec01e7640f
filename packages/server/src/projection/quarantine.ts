import type { ColumnKind, SqlWriter } from '../read-models/sql/database.ts'
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

const kinds: readonly ColumnKind[] = ['bigint', 'integer', 'text', 'text', 'timestamp']

/** Notes what is set aside, once however often it is tried. */
export async function writeSetAside(writer: SqlWriter, item: SetAside): Promise<void> {
  const index = item.index ?? -1
  await writer.all('delete from quarantine where position = $1 and item = $2', [item.position, index])
  await writer.append('quarantine', kinds, [[item.position, index, item.name, item.reason, item.at]])
}

export async function countSetAside(writer: SqlWriter): Promise<number> {
  const [row] = await writer.all<{ items: number }>('select count(*) as items from quarantine')
  return row?.items ?? 0
}
