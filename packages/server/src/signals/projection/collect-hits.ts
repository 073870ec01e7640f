import type { SqlWriter } from '../../kernel/sql/database.ts'
import { createParameters } from '../../kernel/sql/parameters.ts'
import { latenessMs, type ThresholdDetection } from '../detection.ts'
import { isAbout } from '../filter-sql.ts'

/**
 * The stored events that may count towards a threshold that is defined at that time (Unix milliseconds), together with
 * later ones.
 */
export async function collectHits(
  writer: Pick<SqlWriter, 'all'>,
  signalId: string,
  { filter, windowMs }: ThresholdDetection,
  definedAt: number,
): Promise<void> {
  const parameters = createParameters()
  const { bind } = parameters
  await writer.all(
    `insert into signal_hits (signal_id, sequence, event_id, subject, event_name, event_channel, occurred_at, received_at, trusted)
     select ${bind(signalId, 'varchar')}, e.sequence, e.event_id, e.subject, e.event_name, e.event_channel, e.occurred_at,
       e.received_at, e.source <> 'client'
     from events e
     where e.occurred_at >= ${bind(new Date(definedAt - windowMs - latenessMs), 'timestamp')}
       and epoch_ms(e.received_at) - epoch_ms(e.occurred_at) <= ${bind(latenessMs, 'bigint')} and ${isAbout(filter, parameters)}
     order by e.sequence`,
    parameters.values,
  )
}
