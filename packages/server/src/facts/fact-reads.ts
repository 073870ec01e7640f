import type { FactStatus, SourceType } from '@customer-intel/contract'
import type { Page } from '../kernel/sql/page.ts'
import type {
  FactObservation,
  FactQuery,
  FactQuote,
  FactReads,
  StoredFact,
  UnreadSource,
} from './fact-read-types.ts'
import { all, isOneOf } from '../kernel/sql/conditions.ts'
import { type SqlDatabase, listSeparator, textItems } from '../kernel/sql/database.ts'
import type { Parameters } from '../kernel/sql/parameters.ts'
import { readPage } from '../kernel/sql/read-page.ts'

interface FactRow {
  fact_id: string
  origin: StoredFact['origin']
  customer_id: string | null
  customer_name: string | null
  customer_domain: string | null
  person_id: string | null
  person_email: string | null
  person_name: string | null
  assertion: string
  reasoning: string | null
  fact_type: string
  fact_category: string
  status: FactStatus
  confidence: number
  priority: string | null
  severity: string | null
  occurred_at: string | null
  detected_at: string
  valid_from: string
  valid_until: string | null
  last_detected_at: string | null
  period_start: string | null
  period_end: string | null
  change_point_at: string | null
  source_type: SourceType | null
  source_id: string | null
  quote: string | null
  evidence: string
  observations: string | null
  occurrence_count: number
  metric_name: string | null
  metric_value: number | null
  metric_previous_value: number | null
  metric_delta: number | null
  metric_unit: string | null
  source_occurred_at: string | null
  permalink: string | null
}

/** Implements the reads about facts over the tables of `schema.ts`. */
export function createSqlFactReads(database: SqlDatabase): Omit<FactReads, 'refreshFacts'> {
  return {
    listFacts: (query) => listFacts(database, query),
    findFacts: (factIds) => findFacts(database, factIds),
    listUnreadSources: (limit) => listUnreadSources(database, limit),
  }
}

const ownColumns = [
  'fact_id',
  'origin',
  'assertion',
  'reasoning',
  'fact_type',
  'fact_category',
  'status',
  'confidence',
  'priority',
  'severity',
  'detected_at',
  'valid_from',
  'valid_until',
  'last_detected_at',
  'period_start',
  'period_end',
  'change_point_at',
  'source_type',
  'source_id',
  'quote',
  'evidence',
  'observations',
  'occurrence_count',
  'metric_name',
  'metric_value',
  'metric_previous_value',
  'metric_delta',
  'metric_unit',
]
  .map((column) => `f.${column}`)
  .join(', ')

/** The person whom a fact is about: the one that a rule found, or that its record names. */
const personOf = `coalesce(f.user_id, case when f.origin = 'stated' then k.user_id end)`

/** Facts with their customer and the source of their first evidence, both in their current state. */
const factsWithSource = (condition: string) => `
  select ${ownColumns}, coalesce(f.customer_id, k.customer_id) as customer_id,
    a.name as customer_name, a.domain as customer_domain,
    ${personOf} as person_id, p.email as person_email, p.name as person_name,
    coalesce(f.occurred_at, s.occurred_at) as occurred_at, s.occurred_at as source_occurred_at, s.permalink,
    coalesce(f.occurred_at, s.occurred_at, f.detected_at) as placed_at
  from (select * from facts f where ${condition}) f
  left join subjects k on k.subject = f.subject
  left join accounts a on a.customer_id = coalesce(f.customer_id, k.customer_id)
  left join contacts p on p.user_id = ${personOf}
  left join sources s on s.source_type = f.source_type and s.source_id = f.source_id`

async function listFacts(database: SqlDatabase, query: FactQuery): Promise<Page<StoredFact>> {
  const page = await readPage<FactRow & { sort_key: string; sort_id: string }>(database, {
    sort: { expression: 'f.placed_at', type: 'timestamp' },
    id: 'f.fact_id',
    direction: 'desc',
    limit: query.limit,
    after: query.after,
    from: (parameters) => `(${ofCustomer(query, parameters)}) f`,
    where: (parameters) => filter(query, parameters),
    select: (matching, keyset) => `select f.*, ${keyset.columns} ${matching} ${keyset.tail}`,
  })
  return { ...page, items: page.items.map(toStoredFact) }
}

/** The latest facts of each of these customers. */
export async function listLatestFacts(
  database: SqlDatabase,
  customerIds: readonly string[],
  { status, limit }: { status: readonly FactStatus[]; limit: number },
): Promise<Map<string, StoredFact[]>> {
  const theirs = `customer_id in (${textItems(1)})`
  const rows = await database.all<FactRow>(
    `select * from (${factsWithSource(`f.status in (${textItems(2)})
       and (f.${theirs} or f.subject in (select subject from subjects where ${theirs}))`)})
     qualify row_number() over (partition by customer_id order by placed_at desc, fact_id desc) <= $3
     order by placed_at desc, fact_id desc`,
    [customerIds, status, limit],
  )
  const facts = new Map<string, StoredFact[]>()
  for (const row of rows) {
    const of = facts.get(row.customer_id!)
    if (of === undefined) facts.set(row.customer_id!, [toStoredFact(row)])
    else of.push(toStoredFact(row))
  }
  return facts
}

function ofCustomer({ customerId }: FactQuery, parameters: Parameters): string {
  if (customerId === undefined) return factsWithSource('true')
  const id = parameters.bind(customerId, 'varchar')
  return factsWithSource(
    `f.customer_id = ${id} or f.subject in (select subject from subjects where customer_id = ${id})`,
  )
}

function filter(query: FactQuery, parameters: Parameters): string {
  const { bind } = parameters
  const conditions: string[] = []
  if (query.status?.length) conditions.push(isOneOf('f.status', query.status, parameters))
  if (query.factTypes?.length) conditions.push(isOneOf('f.fact_type', query.factTypes, parameters))
  if (query.factCategories?.length)
    conditions.push(isOneOf('f.fact_category', query.factCategories, parameters))
  if (query.sourceTypes?.length) {
    // Quotation marks inside JSON strings are escaped, so this matches only the key with its value.
    const named = query.sourceTypes.map(
      (type) => `strpos(f.evidence, ${bind(`"sourceType":"${type}"`, 'varchar')}) > 0`,
    )
    conditions.push(`(${named.join(' or ')})`)
  }
  if (query.from) conditions.push(`f.placed_at >= ${bind(query.from, 'timestamp')}`)
  if (query.until) conditions.push(`f.placed_at <= ${bind(query.until, 'timestamp')}`)
  return all(conditions)
}

async function findFacts(database: SqlDatabase, factIds: readonly string[]): Promise<StoredFact[]> {
  if (factIds.length === 0) return []
  const rows = await database.all<FactRow>(factsWithSource(`f.fact_id in (${textItems(1)})`), [
    factIds.filter((id) => !id.includes(listSeparator)).join(listSeparator),
  ])
  return rows.map(toStoredFact)
}

/** Selects the page by narrow columns first: texts are read for its rows only. */
async function listUnreadSources(database: SqlDatabase, limit: number): Promise<UnreadSource[]> {
  const rows = await database.all<{
    source_type: SourceType
    source_id: string
    title: string | null
    content: string
    text_hash: string
  }>(
    `select source_type, source_id, title, content, text_hash from sources where source_key in (
      select s.source_key from sources s left join extractions x on x.source_key = s.source_key
      where s.text_hash is not null and x.text_hash is distinct from s.text_hash
      order by s.occurred_at desc, s.source_key limit $1::integer
    )`,
    [limit],
  )
  return rows.map((row) => ({
    sourceType: row.source_type,
    sourceId: row.source_id,
    title: row.title,
    text: row.content,
    textHash: row.text_hash,
  }))
}

function toStoredFact(row: FactRow): StoredFact {
  return {
    factId: row.fact_id,
    origin: row.origin,
    customerId: row.customer_id,
    customerName: row.customer_name,
    customerDomain: row.customer_domain,
    person:
      row.person_id === null ? null : { id: row.person_id, email: row.person_email, name: row.person_name },
    assertion: row.assertion,
    reasoning: row.reasoning,
    factType: row.fact_type,
    factCategory: row.fact_category,
    status: row.status,
    confidence: row.confidence,
    priority: row.priority,
    severity: row.severity,
    occurredAt: row.occurred_at,
    detectedAt: row.detected_at,
    validFrom: row.valid_from,
    validUntil: row.valid_until,
    lastDetectedAt: row.last_detected_at,
    periodStart: row.period_start,
    periodEnd: row.period_end,
    changePointAt: row.change_point_at,
    evidence: JSON.parse(row.evidence) as FactQuote[],
    observations: JSON.parse(row.observations ?? '[]') as FactObservation[],
    source:
      row.source_type === null || row.source_id === null
        ? null
        : {
            sourceType: row.source_type,
            sourceId: row.source_id,
            quote: row.quote,
            occurredAt: row.source_occurred_at,
            permalink: row.permalink,
          },
    occurrenceCount: row.occurrence_count,
    metricName: row.metric_name,
    metricValue: row.metric_value,
    metricPreviousValue: row.metric_previous_value,
    metricDelta: row.metric_delta,
    metricUnit: row.metric_unit,
  }
}
