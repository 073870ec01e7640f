import type { SqlDatabase } from './database.ts'

/** Something of the log that can't be applied, and so is in no answer. */
export interface QuarantinedItem {
  /** Of the log's entry that holds it. */
  position: number
  /** Its place in that entry; null for the entry as a whole, which can't be read. */
  index: number | null
  /** The event's uuid or the record's key (`source:CALL:c-17`); null where none can be read. */
  name: string | null
  reason: string
  /** When it was set aside, ISO 8601. */
  at: string
}

export interface QuarantineReads {
  /** What is set aside, in the log's order. */
  listQuarantined(limit: number): Promise<QuarantinedItem[]>
  /** The same of one event (its uuid in lower case) or record; null when it isn't set aside. */
  findQuarantined(name: string): Promise<QuarantinedItem | null>
}

interface Row {
  position: number
  item: number
  name: string | null
  reason: string
  at: string
}

const columns = 'position, item, name, reason, set_aside_at as at'

export function createSqlQuarantineReads(database: SqlDatabase): QuarantineReads {
  return {
    async listQuarantined(limit) {
      const rows = await database.all<Row>(
        `select ${columns} from quarantine order by position, item limit $1`,
        [limit],
      )
      return rows.map(toItem)
    },
    async findQuarantined(name) {
      const [row] = await database.all<Row>(`select ${columns} from quarantine where name = $1 limit 1`, [
        name,
      ])
      return row === undefined ? null : toItem(row)
    },
  }
}

function toItem({ item, ...rest }: Row): QuarantinedItem {
  return { ...rest, index: item < 0 ? null : item }
}
