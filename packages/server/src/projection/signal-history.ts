import type { SqlDatabase } from '../read-models/sql/database.ts'
import { createParameters } from '../read-models/sql/parameters.ts'
import type { Row, StoredRow } from '../read-models/sql/schema.ts'
import type { EventFilter } from '../signals/detection.ts'
import { createEventIndex } from '../signals/event-index.ts'
import { isOneOf } from '../read-models/sql/conditions.ts'

/** So many events are held at once. */
const pageSize = 20_000

/** Hands over the stored events since a time (Unix milliseconds) that a filter is about, page by page in log order. */
export async function collectHistory(
  database: Pick<SqlDatabase, 'all'>,
  filter: EventFilter,
  since: number,
  take: (events: Row<'events'>[]) => Promise<void>,
): Promise<void> {
  const index = createEventIndex([{ detection: { filter } }])
  let after = 0
  for (;;) {
    const parameters = createParameters()
    const { bind } = parameters
    const rows = await database.all<StoredRow<'events'>>(
      `select * from events e
       where e.sequence > ${bind(after, 'bigint')} and e.occurred_at >= ${bind(new Date(since), 'timestamp')}
         and ${isOneOf('e.event_name', filter.names, parameters)}
       order by e.sequence limit ${bind(pageSize, 'integer')}`,
      parameters.values,
    )
    await take(rows.map(toRow).filter((event) => index.match(event).length > 0))
    if (rows.length < pageSize) return
    after = rows.at(-1)!.sequence
  }
}

function toRow(row: StoredRow<'events'>): Row<'events'> {
  const { occurred_at, received_at, sent_at, ...rest } = row
  return {
    ...rest,
    occurred_at: Date.parse(occurred_at),
    received_at: Date.parse(received_at),
    sent_at: sent_at === null ? null : Date.parse(sent_at),
  }
}
