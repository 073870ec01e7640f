import type { Row } from '../../kernel/sql/define-table.ts'
import { syncTables } from '../sync-tables.ts'
import type { RecordsRecord } from '../../kernel/log/record.ts'
import type { SqlWriter } from '../../kernel/sql/database.ts'

/** Stores the last mark of each model, in the transaction of the records beside it. */
export async function writeSyncs(writer: SqlWriter, batches: readonly RecordsRecord[]): Promise<void> {
  const last = new Map<string, Row<typeof syncTables.syncs>>()
  for (const { sync, records, receivedAt } of batches) {
    if (sync === undefined) continue
    const key = JSON.stringify([sync.provider, sync.model])
    last.set(key, {
      provider: sync.provider,
      generation: sync.generation,
      model: sync.model,
      state: sync.state,
      record_count: sync.recordCount,
      set_aside_count: sync.setAsideCount,
      received_at: receivedAt,
      data_at: records.length > 0 ? receivedAt : last.get(key)?.data_at,
    })
  }
  for (const row of last.values()) {
    const [former] = await writer.all<{ generation: string; data_at: string | null }>(
      'select generation, data_at from syncs where provider = $1 and model = $2',
      [row.provider, row.model],
    )
    if (row.data_at === undefined && former?.generation === row.generation && former.data_at !== null)
      row.data_at = Date.parse(former.data_at)
    await writer.all('delete from syncs where provider = $1 and model = $2', [row.provider, row.model])
    await writer.append(syncTables.syncs, [row])
  }
}
