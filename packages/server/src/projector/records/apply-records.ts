import type { EventKeys } from '../../customers/identity/keys.ts'
import { derivedUuid } from '../../kernel/log/derived-uuid.ts'
import { sourceKey } from '../../kernel/log/record-key.ts'
import type { RecordsRecord, StoredRecord } from '../../kernel/log/record.ts'
import { numberItems, textItems, type SqlWriter } from '../../kernel/sql/database.ts'
import { type RowNamed, tables } from '../schema.ts'
import type { MergeLimiter } from '../../customers/projection/merge-limiter.ts'
import { recount } from '../../customers/projection/recount.ts'
import type { SubjectTable } from '../../customers/projection/subject-table.ts'
import {
  isAlive,
  noteActivity,
  type Subject,
  subjectHashes,
  subjectTuple,
  newSubject,
} from '../../customers/projection/subject.ts'
import type { TraitIndex } from '../../customers/projection/trait-index.ts'
import { replaceTraits } from '../../customers/projection/trait-table.ts'
import { changedRecords, updateMembers } from './pending-records.ts'
import { planRecord } from './plan-record.ts'
import type { PendingRecord, RecordPlan } from './record-plan.ts'
import { deleteRows, writeRows } from './record-tables.ts'

/** What records changed, beside their own rows. */
export interface AppliedRecords {
  /** Subjects that may change identities, or a first time. */
  toRecompute: Set<Subject>
  /** Subjects whose customers must be recomputed. */
  touched: Set<Subject>
  /** Subjects that lost an entry of their timeline. */
  lost: ReadonlySet<Subject>
  /** Company domains that an account claims, or claimed before. */
  domains: Set<string>
  /** Keys of the sources that were written. */
  sourceKeys: string[]
  /** Ids of the facts that were written or deleted. */
  factIds: string[]
  /** Timeline events that were written. */
  events: RowNamed<'events'>[]
  /** The last events.sequence. */
  sequence: number
}

/**
 * Applies records. Of each key the last record in the log counts: what the former one added is removed first. A record
 * that equals the known one changes nothing.
 */
export async function applyRecords(
  writer: SqlWriter,
  subjects: SubjectTable,
  limiter: MergeLimiter,
  traits: TraitIndex,
  batches: readonly RecordsRecord[],
  sequence: number,
): Promise<AppliedRecords> {
  const applied: AppliedRecords = {
    toRecompute: new Set(),
    touched: new Set(),
    lost: new Set(),
    domains: new Set(),
    sourceKeys: [],
    factIds: [],
    events: [],
    sequence,
  }
  const pending = await changedRecords(writer, batches)
  if (pending.size === 0) return applied
  const internal = await updateMembers(writer, pending)
  const link = (keys: EventKeys) => limiter.link(keys, true)
  const plans = new Map(
    [...pending.values()].map((record) => [record, linked(planRecord(record, internal), link)]),
  )
  applied.factIds.push(...(await factsOf(writer, [...pending.keys()])))
  const lost = await takeAway(writer, subjects, pending, applied)
  await add(writer, subjects, traits, plans, applied)
  await followSources(writer, [...pending.values()])
  applied.factIds.push(...(await factsOf(writer, [...pending.keys()])))
  await recount(writer, subjects, lost)
  applied.lost = lost
  return applied
}

/** A plan without the keys that link nobody. */
function linked(plan: RecordPlan, link: (keys: EventKeys) => EventKeys): RecordPlan {
  return {
    ...plan,
    statements: plan.statements.map(({ keys, at }) => ({ keys: link(keys), at })),
    shown: plan.shown.map((shown) => ({ ...shown, keys: link(shown.keys) })),
    rows: (subjectOf) => plan.rows((keys) => subjectOf(link(keys))),
  }
}

const subjectless: ReadonlySet<string> = new Set<StoredRecord['kind']>([
  'member',
  'extraction',
  'notification',
  'delivery',
  'agentRun',
  'deletion',
  'run',
])

/** Removes what these records added; returns the subjects that lost something. */
async function takeAway(
  writer: SqlWriter,
  subjects: SubjectTable,
  pending: ReadonlyMap<string, PendingRecord>,
  applied: AppliedRecords,
): Promise<Set<Subject>> {
  const keys = [...pending.keys()]
  const former = await writer.all<{
    record_key: string
    subject: number
    occurrence: boolean
    cause: string
  }>(
    `select record_key, subject, occurrence, cause from record_subjects where record_key in (${textItems(1)})`,
    [keys],
  )
  // Records without a subject are few: their former rows are searched for.
  await deleteRows(
    writer,
    [...pending.values()].filter(({ record: { kind } }) => subjectless.has(kind)),
  )
  const replaced = [...new Set(former.map((row) => row.record_key))].map((key) => pending.get(key)!)
  if (replaced.length === 0) return new Set()
  const ids = [...new Set(former.map(({ subject }) => subject))]
  const byId = new Map((await subjects.loadById(ids)).map((subject) => [subject.id, subject]))
  const happened: string[] = []
  for (const { subject: id, occurrence, cause } of former) {
    const subject = byId.get(id)!
    if (occurrence) {
      subject.eventCount--
      happened.push(cause)
    } else subject.statements--
    subjects.markChanged(subject)
    applied.toRecompute.add(subject)
    applied.touched.add(subject)
  }
  const claimed = await writer.all<{ domain: string }>(
    `select distinct domain from account_records
     where record_key in (${textItems(1)}) and domain is not null`,
    [keys],
  )
  for (const { domain } of claimed) applied.domains.add(domain)
  if (happened.length > 0)
    for (const table of ['events', 'occurrences', 'signal_hits'])
      await writer.all(
        `delete from ${table} where event_id in (${textItems(1)}::uuid) and (subject is null or subject in (${numberItems(2)}))`,
        [happened, ids],
      )
  await writer.all(`delete from record_subjects where record_key in (${textItems(1)})`, [keys])
  await deleteRows(writer, replaced)
  return new Set(byId.values())
}

/** Writes what the plans say. */
async function add(
  writer: SqlWriter,
  subjects: SubjectTable,
  traits: TraitIndex,
  plans: ReadonlyMap<PendingRecord, RecordPlan>,
  applied: AppliedRecords,
): Promise<void> {
  const hashes: number[] = []
  for (const { statements, shown } of plans.values())
    for (const { keys } of [...statements, ...shown]) hashes.push(...subjectHashes(keys))
  await subjects.load(hashes)
  const links: RowNamed<'record_subjects'>[] = []
  const { events } = applied
  const rows = []
  for (const [{ key, receivedAt, uuid }, plan] of plans) {
    for (const { keys, at } of plan.statements) {
      const subject = see(subjects, keys, { at, uuid }, applied)
      // A first statement may name an employer for somebody known from events; and traits of a person apply although
      // other records named them before.
      if (subject.statements++ === 0 || plan.traits.length > 0) applied.toRecompute.add(subject)
      links.push({ record_key: key, subject: subject.id, occurrence: false, seen_at: at, cause: uuid })
    }
    for (const { keys, at, part, eventType, eventName, channel, title, properties } of plan.shown) {
      const cause = part === undefined ? uuid : derivedUuid(`${key} ${part}`)
      const subject = see(subjects, keys, { at, uuid: cause }, applied)
      noteActivity(subject, eventType, at, subjects.now)
      links.push({ record_key: key, subject: subject.id, occurrence: true, seen_at: at, cause })
      events.push({
        sequence: ++applied.sequence,
        event_id: cause,
        subject: subject.id,
        event_type: eventType,
        event_name: eventName,
        event_channel: channel,
        occurred_at: at,
        received_at: receivedAt,
        source: 'integration',
        attribution: '',
        activation: false,
        url: '',
        path: '',
        title,
        properties,
      })
    }
    for (const domain of plan.domains) applied.domains.add(domain)
    if (key.startsWith('source:')) applied.sourceKeys.push(key.slice('source:'.length))
    rows.push(...plan.rows((keys) => subjects.peek(subjectTuple(keys, true, null))!.id))
  }
  await writer.append(tables.record_subjects, links)
  await writer.append(tables.events, events)
  await writeRows(writer, rows)
  await replaceTraits(
    writer,
    traits,
    [...plans.keys()].map(({ key }) => key),
    [...plans.values()].flatMap((plan) => plan.traits),
  )
}

/** Finds or creates the subject of a record's keys. */
function see(
  subjects: SubjectTable,
  keys: EventKeys,
  { at, uuid }: { at: number; uuid: string },
  applied: AppliedRecords,
): Subject {
  const subject =
    subjects.peek(subjectTuple(keys, true, null)) ??
    subjects.create(newSubject(keys, { trusted: true, cause: uuid, at }))
  const isFirst =
    !isAlive(subject) || at < subject.firstAt || (at === subject.firstAt && uuid < subject.cause)
  if (isFirst) {
    subject.firstAt = at
    subject.cause = uuid
  }
  if (isFirst || subject.customerId === null) applied.toRecompute.add(subject)
  applied.touched.add(subject)
  subjects.markChanged(subject)
  return subject
}

/** Facts that were extracted from a source are about the same subject as the source. */
async function followSources(writer: SqlWriter, pending: readonly PendingRecord[]): Promise<void> {
  const concerned = pending.flatMap(({ record }) =>
    record.kind === 'source' || record.kind === 'extraction'
      ? [sourceKey(record.sourceType, record.sourceId)]
      : [],
  )
  if (concerned.length === 0) return
  await writer.all(
    `update facts set subject = s.subject from sources s
     where facts.record_key = 'extraction:' || s.source_key and s.source_key in (${textItems(1)})`,
    [concerned],
  )
}

async function factsOf(writer: SqlWriter, recordKeys: readonly string[]): Promise<string[]> {
  const bringing = recordKeys.filter((key) => /^(?:fact|extraction):/.test(key))
  if (bringing.length === 0) return []
  const rows = await writer.all<{ fact_id: string }>(
    `select fact_id from facts where record_key in (${textItems(1)})`,
    [bringing],
  )
  return rows.map((row) => row.fact_id)
}
