import {
  type Cell,
  type ColumnKind,
  type SqlDatabase,
  type SqlWriter,
  textItems,
} from '../../read-models/sql/database.ts'
import { indexArtifacts } from '../search/index-artifacts.ts'
import type { BehaviouralFact } from './behavioural-facts.ts'

/** The columns of `facts`, in the table's order. */
const columns: readonly [name: string, kind: ColumnKind, value: (fact: BehaviouralFact) => Cell][] = [
  ['fact_id', 'text', (fact) => fact.factId],
  ['record_key', 'text', () => null],
  ['origin', 'text', () => 'behavioural'],
  ['subject', 'integer', () => null],
  ['customer_id', 'text', (fact) => fact.customerId],
  ['assertion', 'text', (fact) => fact.assertion],
  ['reasoning', 'text', (fact) => fact.reasoning],
  ['fact_type', 'text', (fact) => fact.factType],
  ['fact_category', 'text', (fact) => fact.factCategory],
  ['status', 'text', (fact) => fact.status],
  ['confidence', 'double', (fact) => fact.confidence],
  ['priority', 'text', () => null],
  ['severity', 'text', (fact) => fact.severity],
  ['occurred_at', 'timestamp', (fact) => fact.occurredAt],
  ['detected_at', 'timestamp', (fact) => fact.occurredAt],
  ['valid_from', 'timestamp', (fact) => fact.occurredAt],
  ['valid_until', 'timestamp', (fact) => fact.validUntil],
  ['last_detected_at', 'timestamp', (fact) => fact.lastDetectedAt],
  ['period_start', 'timestamp', (fact) => fact.periodStart],
  ['period_end', 'timestamp', (fact) => fact.periodEnd],
  ['change_point_at', 'timestamp', (fact) => fact.changePointAt],
  ['source_type', 'text', () => null],
  ['source_id', 'text', () => null],
  ['quote', 'text', () => null],
  ['evidence', 'text', () => '[]'],
  ['occurrence_count', 'integer', (fact) => fact.occurrenceCount],
  ['metric_name', 'text', (fact) => fact.metricName],
  ['metric_value', 'double', (fact) => fact.metricValue],
  ['metric_previous_value', 'double', (fact) => fact.metricPreviousValue],
  ['metric_delta', 'double', (fact) => fact.metricDelta],
  ['metric_unit', 'text', (fact) => fact.metricUnit],
]

/** What search looks at. */
const searched = new Set(['assertion', 'reasoning', 'fact_type', 'fact_category', 'status', 'occurred_at'])

type StoredRow = Record<string, string | number | null>

/** Makes these the behavioural facts of these customers: writes what differs, and nothing else. */
export async function storeFacts(
  { reader, writer }: { reader: SqlDatabase; writer: SqlWriter },
  customerIds: readonly string[],
  facts: readonly BehaviouralFact[],
): Promise<void> {
  const stored = await reader.all<StoredRow>(
    `select * from facts where customer_id in (${textItems(1)}) and origin = 'behavioural'`,
    [customerIds],
  )
  const known = new Map(stored.map((row) => [String(row['fact_id']), row]))
  const found = new Map(facts.map((fact) => [fact.factId, fact]))
  const gone = [...known.keys()].filter((id) => !found.has(id))
  const differing = facts.flatMap((fact) => {
    const names = differences(fact, known.get(fact.factId))
    return names.length === 0 ? [] : [{ fact, says: names.some((name) => searched.has(name)) }]
  })
  for (const ids of slices(gone)) await replace(writer, ids, [], ids)
  for (const some of slices(differing)) {
    await replace(
      writer,
      some.map(({ fact }) => fact.factId).filter((id) => known.has(id)),
      some.map(({ fact }) => fact),
      some.filter(({ says }) => says).map(({ fact }) => fact.factId),
    )
  }
}

/** Each fact stands by itself, so they are written a few at a time: the projection waits for the same writer. */
const factsAtOnce = 50

function slices<T>(items: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(items.length / factsAtOnce) }, (_, index) =>
    items.slice(index * factsAtOnce, (index + 1) * factsAtOnce),
  )
}

async function replace(
  writer: SqlWriter,
  gone: readonly string[],
  facts: readonly BehaviouralFact[],
  changedText: readonly string[],
): Promise<void> {
  await writer.transaction(async () => {
    if (gone.length > 0) await writer.all(`delete from facts where fact_id in (${textItems(1)})`, [gone])
    await writer.append(
      'facts',
      columns.map(([, kind]) => kind),
      facts.map((fact) => columns.map(([, , value]) => value(fact))),
    )
    await indexArtifacts(writer, { sourceKeys: [], factIds: changedText })
  })
}

/** Columns in which a fact is not as it is stored. */
function differences(fact: BehaviouralFact, row: StoredRow | undefined): string[] {
  return columns.flatMap(([name, kind, value]) => {
    const stored = row?.[name]
    const same = kind === 'timestamp' && typeof stored === 'string' ? Date.parse(stored) : stored
    return same === value(fact) ? [] : [name]
  })
}
