import { defineTables } from '../kernel/sql/define-table.ts'

export const projectorTables = defineTables({
  checkpoint: {
    position: 'bigint', // log position up to which everything below is applied
    sequence: 'bigint', // last events.sequence
    subject: 'integer', // last subjects.subject
    activation_event: 'text?', // event name that marks activation from here on
  },

  /** What can't be applied, and so is missing from the answers. */
  quarantine: {
    position: 'bigint', // of the log's entry that holds it
    item: 'integer', // its place in that entry; -1 for the entry as a whole
    name: 'text?', // the event's uuid, or the record's key
    reason: 'text',
    set_aside_at: 'timestamp',
  },
})
