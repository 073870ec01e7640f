import { defineTables } from '../kernel/sql/define-table.ts'

export const syncTables = defineTables({
  /** The sync state of each model of a connection: the last page's mark. */
  syncs: {
    provider: 'text',
    generation: 'text', // of the connection
    model: 'text',
    state: 'text', // the engine's own, as JSON
    record_count: 'bigint',
    set_aside_count: 'bigint',
    received_at: 'timestamp', // of the last page
    data_at: 'timestamp?', // of the last page that brought records
  },

  /** Objects of a connection whose deletions are followed, with the records made from them: a row per record. */
  synced_objects: {
    provider: 'text',
    model: 'text',
    object_id: 'text', // the provider's
    record_key: 'text',
    met_at: 'timestamp', // when the walk began that met it last
  },
})
