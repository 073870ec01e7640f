import type { QuarantinedItem, QuarantineReads } from '../kernel/read-models/quarantine-reads.ts'
import type { SqlDatabase } from '../kernel/sql/database.ts'

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
