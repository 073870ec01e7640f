import type { Row } from '../kernel/sql/define-table.ts'
import type { factTables } from './fact-tables.ts'
import { toJsonText } from '../kernel/log/json-text.ts'
import type { FactRecord } from '../kernel/log/record.ts'

/** The row in `facts` of a fact that a record states. */
export function factRow({
  fact,
  id,
  key,
  subject,
  receivedAt,
}: {
  fact: Omit<FactRecord, 'kind' | 'customer'>
  id: string
  key: string
  subject: number | null
  receivedAt: number
}): Row<typeof factTables.facts> {
  const [evidence] = fact.evidence
  const factType = fact.factType ?? 'CUSTOM'
  return {
    fact_id: id,
    record_key: key,
    origin: fact.origin,
    subject,
    assertion: fact.assertion,
    reasoning: fact.reasoning,
    fact_type: factType,
    fact_category: factType === 'CUSTOM' ? 'CUSTOM' : 'MEMORY',
    status: fact.status ?? 'ACTIVE',
    confidence: fact.confidence ?? (fact.origin === 'stated' ? 1 : 0.5),
    occurred_at: fact.occurredAt,
    detected_at: receivedAt,
    valid_from: fact.occurredAt ?? receivedAt,
    last_detected_at: receivedAt,
    source_type: evidence?.sourceType,
    source_id: evidence?.sourceId,
    quote: evidence?.quote,
    evidence: toJsonText(fact.evidence),
    occurrence_count: 1,
  }
}
