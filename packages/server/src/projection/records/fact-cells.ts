import type { FactRecord } from '../../log/record.ts'
import type { Cell } from '../../read-models/sql/database.ts'

/** A row of `facts`, for a fact that a record brings. */
export function factCells({
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
}): Cell[] {
  const [evidence] = fact.evidence
  const factType = fact.factType ?? 'CUSTOM'
  return [
    id,
    key,
    fact.origin,
    subject,
    null,
    fact.assertion,
    fact.reasoning ?? null,
    factType,
    factType === 'CUSTOM' ? 'CUSTOM' : 'MEMORY',
    fact.status ?? 'ACTIVE',
    fact.confidence ?? (fact.origin === 'stated' ? 1 : 0.5),
    null,
    null,
    fact.occurredAt ?? null,
    receivedAt,
    fact.occurredAt ?? receivedAt,
    null,
    receivedAt,
    null,
    null,
    null,
    evidence?.sourceType ?? null,
    evidence?.sourceId ?? null,
    evidence?.quote ?? null,
    JSON.stringify(fact.evidence),
    1,
    null,
    null,
    null,
    null,
    null,
  ]
}
