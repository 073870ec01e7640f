import { recordDigest } from '../../kernel/log/record-digest.ts'
import { derivedUuid } from '../../kernel/log/derived-uuid.ts'
import { recordKey } from '../../kernel/log/record-key.ts'
import type { RecordsRecord, SourceRecord } from '../../kernel/log/record.ts'
import { textItems, type SqlWriter } from '../../kernel/sql/database.ts'
import { type StoredRowNamed, tables } from '../schema.ts'
import { type InternalPeople, internalPeople } from '../../customers/identity/internal-people.ts'
import type { PendingRecord } from './record-plan.ts'

/** The records that differ from the known ones, by key. */
export async function changedRecords(
  writer: SqlWriter,
  batches: readonly RecordsRecord[],
): Promise<Map<string, PendingRecord>> {
  const latest = new Map<string, PendingRecord>()
  for (const { records, receivedAt } of batches) {
    for (const record of records) {
      const key = recordKey(record)
      latest.set(key, { key, record, receivedAt, uuid: derivedUuid(key) })
    }
  }
  if (latest.size === 0) return latest
  const digests = new Map([...latest].map(([key, { record }]) => [key, recordDigest(record)]))
  const known = await writer.all<{ record_key: string; digest: string }>(
    `select record_key, digest from records where record_key in (${textItems(1)})`,
    [[...latest.keys()]],
  )
  const replaced: string[] = []
  for (const row of known) {
    if (digests.get(row.record_key) === row.digest) latest.delete(row.record_key)
    else replaced.push(row.record_key)
  }
  if (replaced.length > 0)
    await writer.all(`delete from records where record_key in (${textItems(1)})`, [replaced])
  await writer.append(
    tables.records,
    [...latest.keys()].map((key) => ({ record_key: key, digest: digests.get(key)! })),
  )
  return latest
}

/**
 * The organization's own people after these records. Sources with a participant who has become one of them are described
 * anew: they are added to the pending records.
 */
export async function updateMembers(
  writer: SqlWriter,
  pending: Map<string, PendingRecord>,
): Promise<InternalPeople> {
  const known = await writer.all<{ email: string }>('select email from members')
  const emails = new Set(known.map(({ email }) => email))
  const before = internalPeople(emails)
  const joined: string[] = []
  for (const { record } of pending.values()) {
    if (record.kind !== 'member') continue
    const email = record.email.toLowerCase()
    if (!emails.has(email)) joined.push(email)
    emails.add(email)
  }
  const internal = internalPeople(emails)
  if (joined.length === 0) return internal
  const concerned = await writer.all<{ source_key: string; email: string }>(
    `select distinct source_key, email from source_participants
     where email in (${textItems(1)}) or domain in (${textItems(2)})`,
    [joined, joined.map((email) => email.slice(email.lastIndexOf('@') + 1))],
  )
  const keys = new Set(
    concerned.flatMap(({ source_key, email }) =>
      internal.has(email) && !before.has(email) ? [source_key] : [],
    ),
  )
  for (const source of await storedSources(writer, [...keys])) {
    if (!pending.has(source.key)) pending.set(source.key, source)
  }
  return internal
}

/** Stored sources, as the records they came from. */
async function storedSources(writer: SqlWriter, sourceKeys: readonly string[]): Promise<PendingRecord[]> {
  const rows = await writer.all<StoredRowNamed<'sources'>>(
    `select * from sources where source_key in (${textItems(1)})`,
    [sourceKeys],
  )
  return rows.map((row) => {
    const record: SourceRecord = {
      kind: 'source',
      sourceType: row.source_type as SourceRecord['sourceType'],
      sourceId: row.source_id,
      occurredAt: Date.parse(row.occurred_at),
      title: row.title ?? undefined,
      text: row.content ?? undefined,
      summary: row.summary ?? undefined,
      permalink: row.permalink ?? undefined,
      provider: row.provider ?? undefined,
      customer: row.customer === null ? undefined : (JSON.parse(row.customer) as SourceRecord['customer']),
      participants: JSON.parse(row.participants) as SourceRecord['participants'],
      record: JSON.parse(row.record) as SourceRecord['record'],
    }
    const key = recordKey(record)
    return { key, record, receivedAt: Date.parse(row.received_at), uuid: derivedUuid(key) }
  })
}
