import type { Row, StoredRow } from '../../kernel/sql/define-table.ts'
import { factTables } from '../fact-tables.ts'
import { toJsonText } from '../../kernel/log/json-text.ts'
import { type SqlDatabase, type SqlWriter, textItems } from '../../kernel/sql/database.ts'
import type { BehaviouralFact } from './behavioural-facts.ts'

type FactRow = Row<typeof factTables.facts>

/** Columns that search indexes. */
const searched = new Set(['assertion', 'reasoning', 'fact_type', 'fact_category', 'status', 'occurred_at'])

/** Updates the search index for these facts, in the writer's transaction. */
export type IndexFacts = (writer: SqlWriter, factIds: readonly string[]) => Promise<unknown>

/** Stores these as the behavioural facts of these customers: writes only differences. */
export async function storeFacts(
  { reader, writer, index }: { reader: SqlDatabase; writer: SqlWriter; index: IndexFacts },
  customerIds: readonly string[],
  facts: readonly BehaviouralFact[],
): Promise<void> {
  const stored = await reader.all<StoredRow<typeof factTables.facts>>(
    `select * from facts where customer_id in (${textItems(1)}) and origin = 'behavioural'`,
    [customerIds],
  )
  const known = new Map(stored.map((row) => [row.fact_id, row]))
  const found = new Set(facts.map(({ factId }) => factId))
  const gone = [...known.keys()].filter((id) => !found.has(id))
  const differing = facts.map(factRow).flatMap((fact) => {
    const names = differences(fact, known.get(fact.fact_id))
    return names.length === 0 ? [] : [{ fact, says: names.some((name) => searched.has(name)) }]
  })
  for (const ids of batches(gone)) await replace({ writer, index }, ids, [], ids)
  for (const some of batches(differing)) {
    await replace(
      { writer, index },
      some.map(({ fact }) => fact.fact_id).filter((id) => known.has(id)),
      some.map(({ fact }) => fact),
      some.filter(({ says }) => says).map(({ fact }) => fact.fact_id),
    )
  }
}

/** A few at a time, since facts are independent: the projection waits for the same writer. */
const factsAtOnce = 50

function batches<T>(items: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(items.length / factsAtOnce) }, (_, index) =>
    items.slice(index * factsAtOnce, (index + 1) * factsAtOnce),
  )
}

async function replace(
  { writer, index }: { writer: SqlWriter; index: IndexFacts },
  gone: readonly string[],
  facts: readonly FactRow[],
  changedText: readonly string[],
): Promise<void> {
  await writer.transaction(async () => {
    if (gone.length > 0) await writer.all(`delete from facts where fact_id in (${textItems(1)})`, [gone])
    await writer.append(factTables.facts, facts)
    await index(writer, changedText)
  })
}

function factRow(fact: BehaviouralFact): FactRow {
  return {
    fact_id: fact.factId,
    origin: 'behavioural',
    customer_id: fact.customerId,
    user_id: fact.userId,
    assertion: fact.assertion,
    reasoning: fact.reasoning,
    fact_type: fact.factType,
    fact_category: fact.factCategory,
    status: fact.status,
    confidence: fact.confidence,
    severity: fact.severity,
    occurred_at: fact.occurredAt,
    detected_at: fact.occurredAt,
    valid_from: fact.occurredAt,
    valid_until: fact.validUntil,
    last_detected_at: fact.lastDetectedAt,
    period_start: fact.periodStart,
    period_end: fact.periodEnd,
    change_point_at: fact.changePointAt,
    evidence: toJsonText([]),
    observations: toJsonText(fact.observations),
    occurrence_count: fact.occurrenceCount,
    metric_name: fact.metricName,
    metric_value: fact.metricValue,
    metric_previous_value: fact.metricPreviousValue,
    metric_delta: fact.metricDelta,
    metric_unit: fact.metricUnit,
  }
}

/** Columns in which a fact differs from the stored one. */
function differences(fact: FactRow, row: StoredRow<typeof factTables.facts> | undefined): string[] {
  return factTables.facts.columns.flatMap(([column, kind]) => {
    const name = column as keyof FactRow
    const stored = row?.[name]
    const same = kind === 'timestamp' && typeof stored === 'string' ? Date.parse(stored) : stored
    return same === (fact[name] ?? null) ? [] : [name]
  })
}
