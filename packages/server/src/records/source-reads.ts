import type { SourceType } from '@customer-intel/contract'
import { sourceKey } from '../kernel/log/record-key.ts'
import type { Page } from '../kernel/sql/page.ts'
import {
  listedRecordLength,
  type SourceEntry,
  type SourceEntryParticipant,
  type SourceQuery,
  type SourceReads,
} from './source-read-types.ts'
import { all, equalsIgnoringCase } from '../kernel/sql/conditions.ts'
import { textItems, type SqlDatabase } from '../kernel/sql/database.ts'
import type { Parameters } from '../kernel/sql/parameters.ts'
import { readPage } from '../kernel/sql/read-page.ts'

interface SourceRow {
  source_type: SourceType
  source_id: string
  occurred_at: string
  title: string | null
  content: string | null
  summary: string | null
  permalink: string | null
  provider: string | null
  customer_id: string | null
  customer_name: string | null
  customer_domain: string | null
  participants: string
  user_id: string | null
  person_email: string | null
  person_name: string | null
  record: string
  sort_key: string | null
  sort_id: string
}

interface StoredParticipant {
  email?: string | null
  name?: string | null
  role?: string | null
  affiliation?: 'internal' | null
}

const columns = `s.source_type, s.source_id, s.occurred_at, s.title, s.summary, s.permalink, s.provider, s.participants`
const customerColumns = `a.customer_id, a.name as customer_name, a.domain as customer_domain,
  c.user_id, c.email as person_email, c.name as person_name`
const customerJoin = `left join subjects k on k.subject = s.subject
  left join accounts a on a.customer_id = k.customer_id
  left join contacts c on s.source_type = 'FORM' and c.user_id = k.user_id`

/** Implements the reads about sources over the tables of `schema.ts`. */
export function createSqlSourceReads(database: SqlDatabase): SourceReads {
  return {
    findSource: (sourceType, sourceId) => findSource(database, sourceType, sourceId),
    findSources: (sourceKeys) => findSources(database, sourceKeys),
    listSources: (query) => listSources(database, query),
    listMemberEmails: () => listMemberEmails(database),
  }
}

async function findSource(
  database: SqlDatabase,
  sourceType: SourceType,
  sourceId: string,
): Promise<SourceEntry | null> {
  const rows = await database.all<SourceRow>(
    `select ${columns}, s.content, s.record, ${customerColumns}, '' as sort_key, '' as sort_id
    from (select * from sources where source_key = $1::varchar) s ${customerJoin}`,
    [sourceKey(sourceType, sourceId)],
  )
  const [entry] = await withPeople(database, rows)
  return entry ?? null
}

async function findSources(database: SqlDatabase, sourceKeys: readonly string[]): Promise<SourceEntry[]> {
  if (sourceKeys.length === 0) return []
  const rows = await database.all<SourceRow>(
    `select ${columns}, null as content, '{}' as record, ${customerColumns}, '' as sort_key, '' as sort_id
    from (
      select * from sources where rowid in (select rowid from sources where source_key in (${textItems(1)}))
    ) s ${customerJoin}`,
    [sourceKeys],
  )
  return withPeople(database, rows)
}

async function listSources(database: SqlDatabase, query: SourceQuery): Promise<Page<SourceEntry>> {
  const page = await readPage<SourceRow>(database, {
    sort: { expression: 's.occurred_at', type: 'timestamp' },
    id: 's.source_key',
    direction: 'desc',
    limit: query.limit,
    after: query.after,
    from: () => 'sources s',
    where: (parameters) => filter(query, parameters),
    select: (matching, keyset) =>
      `with page as (select ${columns}, s.source_key, s.subject, s.record ${matching} ${keyset.tail})
      select ${columns}, null as content,
        case when length(s.record) <= ${listedRecordLength} then s.record else '{}' end as record,
        ${customerColumns}, ${keyset.columns}
      from page s ${customerJoin} ${keyset.order}`,
  })
  return { ...page, items: await withPeople(database, page.items) }
}

async function listMemberEmails(database: SqlDatabase): Promise<string[]> {
  const rows = await database.all<{ email: string }>('select distinct lower(email) as email from members')
  return rows.map(({ email }) => email)
}

function filter(query: SourceQuery, parameters: Parameters): string {
  const { bind } = parameters
  const conditions: string[] = []
  if (query.sourceType) conditions.push(`s.source_type = ${bind(query.sourceType, 'varchar')}`)
  if (query.customerId !== undefined) {
    const customerId = bind(query.customerId, 'varchar')
    conditions.push(`s.subject in (select subject from subjects where customer_id = ${customerId})`)
  }
  if (query.from) conditions.push(`s.occurred_at >= ${bind(query.from, 'timestamp')}`)
  if (query.until) conditions.push(`s.occurred_at <= ${bind(query.until, 'timestamp')}`)
  if (query.provider !== undefined)
    conditions.push(equalsIgnoringCase('s.provider', query.provider, parameters))
  if (query.participant !== undefined) {
    const reference = bind(query.participant, 'varchar')
    const participant = `lower(${reference})`
    const people = `select user_id from contacts
      where user_id = ${reference} or external_user_id = ${reference} or lower(email) = ${participant}
      union all select id from aliases where alias = ${reference}`
    conditions.push(`(s.source_key in (
        select source_key from source_participants where email = ${participant} or strpos(lower(name), ${participant}) > 0
        union all select p.source_key from source_participants p
          join contact_keys k on k.person_key = 'email:' || p.email where k.user_id in (${people}))
      or s.source_type = 'FORM' and s.subject in (select subject from subjects where user_id in (${people})))`)
  }
  if (query.hasTranscript !== undefined) {
    conditions.push(`s.source_type = 'CALL' and ${query.hasTranscript ? '' : 'not '}(
      coalesce(s.content, '') <> '' or coalesce(s.record::json ->> 'transcript', '') not in ('', '[]', '{}'))`)
  }
  return all(conditions)
}

/** Finds the contacts of all participants of a page in one query. */
async function withPeople(database: SqlDatabase, rows: SourceRow[]): Promise<SourceEntry[]> {
  const participants = rows.map((row) => JSON.parse(row.participants) as StoredParticipant[])
  const keys = new Set(
    participants.flatMap((people) => people.flatMap(({ email }) => personKey(email) ?? [])),
  )
  const contacts =
    keys.size === 0
      ? []
      : await database.all<{ person_key: string; user_id: string }>(
          `select person_key, user_id from contact_keys where person_key in (${textItems(1)})`,
          [[...keys]],
        )
  const userIds = new Map(contacts.map(({ person_key, user_id }) => [person_key, user_id]))
  return rows.map((row, index) => ({
    sourceType: row.source_type,
    sourceId: row.source_id,
    occurredAt: row.occurred_at,
    title: row.title,
    text: row.content,
    summary: row.summary,
    permalink: row.permalink,
    provider: row.provider,
    customer:
      row.customer_id === null
        ? null
        : { id: row.customer_id, name: row.customer_name, domain: row.customer_domain },
    participants: [
      ...senderOf(row),
      ...participants[index]!.map(({ email, name, role, affiliation }) => ({
        email: email ?? null,
        name: name ?? null,
        role: role ?? null,
        affiliation: affiliation ?? null,
        userId: userIds.get(personKey(email) ?? '') ?? null,
      })),
    ],
    record: JSON.parse(row.record) as Record<string, unknown>,
  }))
}

/** The sender of a form's message: the person that its event belongs to. */
function senderOf(row: SourceRow): SourceEntryParticipant[] {
  if (row.user_id === null) return []
  return [
    {
      email: row.person_email,
      name: row.person_name,
      role: 'sender',
      affiliation: null,
      userId: row.user_id,
    },
  ]
}

function personKey(email: string | null | undefined): string | null {
  return email ? `email:${email.trim().toLowerCase()}` : null
}
