import { pairKey } from '../identity/resolve-contacts.ts'
import type { LogEntry, Position } from '../log/log.ts'
import { decodeRecord, type IdentityRecord } from '../log/record.ts'
import { type Cell, type ColumnKind, type SqlWriter } from '../store/sql/database.ts'
import { inactiveAfterDays } from '../store/sql/schema.ts'
import { writeAccounts } from './account-rows.ts'
import { attribution, isFirstAttribution } from './attribution.ts'
import { writeContacts } from './contact-rows.ts'
import { updateEngagement } from './engagement-update.ts'
import { eventRow } from './event-row.ts'
import { updateIdentity } from './identity-update.ts'
import { eventTraits, gather, type PendingEvent } from './micro-batch.ts'
import { dealOutSharedDevices } from './shared-devices.ts'
import { withoutStored } from './stored-events.ts'
import { SubjectTable } from './subject-table.ts'
import { keyHash, type Subject, subjectHashes, subjectTuple } from './subject.ts'
import { applyTraits } from './trait-table.ts'

const dayMs = 86_400_000

interface Checkpoint {
  position: Position
  sequence: number
  subject: number
  activationEvent: string | null
}

/**
 * Turns the log into read models, a stretch at a time. Each stretch and the position after it are written in one
 * transaction, so that whatever is killed whenever, every event is applied exactly once.
 */
export class Projector {
  #writer: SqlWriter
  #subjects: SubjectTable
  #checkpoint: Checkpoint
  #cuts: Set<string>

  private constructor(writer: SqlWriter, checkpoint: Checkpoint, cuts: Set<string>) {
    this.#writer = writer
    this.#subjects = new SubjectTable(writer)
    this.#checkpoint = checkpoint
    this.#cuts = cuts
  }

  /** Goes on where the read models stand. */
  static async open(writer: SqlWriter): Promise<Projector> {
    const [row] = await writer.all<{
      position: number
      sequence: number
      subject: number
      activation_event: string | null
    }>('select * from checkpoint')
    if (row === undefined) await writer.all(`insert into checkpoint values (0, 0, 0, null)`)
    const cuts = await writer.all<{ pair: string }>('select pair from identity_cuts')
    return new Projector(
      writer,
      {
        position: row?.position ?? 0,
        sequence: row?.sequence ?? 0,
        subject: row?.subject ?? 0,
        activationEvent: row?.activation_event ?? null,
      },
      new Set(cuts.map(({ pair }) => pair)),
    )
  }

  /** Everything in the log before this is in the read models. */
  get position(): Position {
    return this.#checkpoint.position
  }

  /** Applies a stretch of the log; `next` is the position after it. On failure nothing of it is applied. */
  async apply(entries: readonly LogEntry[], next: Position): Promise<void> {
    const before = { checkpoint: this.#checkpoint, cuts: new Set(this.#cuts) }
    try {
      await this.#writer.transaction(async () => {
        this.#checkpoint = await this.#project(entries, next)
        await this.#writer.all(
          'update checkpoint set position = $1, sequence = $2, subject = $3, activation_event = $4',
          [next, this.#checkpoint.sequence, this.#checkpoint.subject, this.#checkpoint.activationEvent],
        )
      })
      this.#subjects.end()
    } catch (error) {
      this.#checkpoint = before.checkpoint
      this.#cuts = before.cuts
      this.#subjects.forget()
      throw error
    }
  }

  async #project(entries: readonly LogEntry[], next: Position): Promise<Checkpoint> {
    const batch = gather(
      entries.map(({ payload }) => decodeRecord(payload)),
      this.#checkpoint.activationEvent,
    )
    this.#subjects.begin(this.#checkpoint.subject)
    const events = await withoutStored(this.#writer, batch.events)
    const touched = await this.#count(events)
    const settled = await this.#decide(batch.decisions)
    for (const holder of await applyTraits(this.#writer, events.flatMap(eventTraits)))
      settled.holders.add(holder)
    await this.#writeEvents(events, touched.subjectOf)
    await this.#settle(new Set([...touched.unsettled, ...(await this.#holders(settled.holders))]), touched)
    return {
      position: next,
      sequence: this.#checkpoint.sequence + events.length,
      subject: this.#subjects.lastId,
      activationEvent: batch.activationEvent,
    }
  }

  /** Finds or makes the subject of each event and adds the events up in it. */
  async #count(events: readonly PendingEvent[]) {
    const tuples = events.map(({ keys, trusted }) => subjectTuple(keys, trusted, null))
    const missing: number[] = []
    for (const [index, tuple] of tuples.entries()) {
      if (this.#subjects.peek(tuple) === undefined) missing.push(...subjectHashes(events[index]!.keys))
    }
    await this.#subjects.load(missing)

    const subjectOf = new Map<PendingEvent, Subject>()
    /** Subjects that may change who is who, or what was first. */
    const unsettled = new Set<Subject>()
    const days: Cell[][] = []
    const newDays: { subject: Subject; at: number }[] = []
    for (const [index, pending] of events.entries()) {
      let subject = this.#subjects.peek(tuples[index]!)
      if (subject === undefined) {
        subject = this.#subjects.create({
          ...pending.keys,
          trusted: pending.trusted,
          span: null,
          userId: null,
          customerId: null,
          shared: false,
          cause: pending.event.uuid,
          firstAt: pending.at,
          lastAt: pending.at,
          eventCount: 0,
          activatedAt: null,
          attribution: '',
          productDay: null,
        })
        unsettled.add(subject)
      }
      const { newDay, newFirst } = addEvent(subject, pending)
      if (newDay) {
        days.push([subject.id, subject.productDay, pending.at])
        newDays.push({ subject, at: pending.at })
      }
      const known = subject.userId !== null || subject.customerId !== null
      if (subject.shared || (known && newFirst)) unsettled.add(subject)
      this.#subjects.markChanged(subject)
      subjectOf.set(pending, subject)
    }
    await this.#writer.append('active_days', ['integer', 'integer', 'timestamp'], days)
    return { subjectOf, unsettled, newDays }
  }

  /** Takes in people's decisions about links; returns the keys whose people must be settled anew. */
  async #decide(decisions: readonly IdentityRecord[]): Promise<{ holders: Set<string> }> {
    const holders = new Set<string>()
    for (const { decision, left, right, cause, receivedAt } of decisions) {
      const pair = pairKey(left, right)
      holders.add(left).add(right)
      await this.#writer.all('delete from identity_cuts where pair = $1', [pair])
      this.#cuts.delete(pair)
      if (decision === 'mend') continue
      this.#cuts.add(pair)
      await this.#writer.append('identity_cuts', ['text', 'text', 'timestamp'], [[pair, cause, receivedAt]])
    }
    return { holders }
  }

  /** The subjects that carry these person keys or accounts. */
  async #holders(holders: ReadonlySet<string>): Promise<Subject[]> {
    if (holders.size === 0) return []
    const people = [...holders].filter((holder) => !holder.startsWith('customer:'))
    await this.#subjects.load(people.map(keyHash))
    return [...this.#subjects.loaded()].filter(
      ({ email, externalUserId, account }) =>
        (email !== null && holders.has(`email:${email}`)) ||
        (externalUserId !== null && holders.has(`user:${externalUserId}`)) ||
        (account !== null && holders.has(`customer:${account}`)),
    )
  }

  async #writeEvents(
    events: readonly PendingEvent[],
    subjectOf: ReadonlyMap<PendingEvent, Subject>,
  ): Promise<void> {
    let sequence = this.#checkpoint.sequence
    await this.#writer.append(
      'events',
      eventKinds,
      events.map((pending) => eventCells(++sequence, subjectOf.get(pending)!.id, pending)),
    )
  }

  /** Brings people and customers up to date with what happened. */
  async #settle(
    unsettled: ReadonlySet<Subject>,
    touched: { subjectOf: ReadonlyMap<PendingEvent, Subject>; newDays: { subject: Subject; at: number }[] },
  ): Promise<void> {
    const settledUsers = new Set<string>()
    const customerIds = new Set<string>()
    if (unsettled.size > 0) {
      let change = await updateIdentity(this.#writer, this.#subjects, unsettled, this.#cuts)
      if (change.shared.length > 0) {
        const concerned = await dealOutSharedDevices(this.#writer, this.#subjects, change.shared)
        const former = change
        change = await updateIdentity(
          this.#writer,
          this.#subjects,
          new Set([...unsettled, ...concerned]),
          this.#cuts,
        )
        for (const id of former.formerUserIds) change.formerUserIds.add(id)
        for (const id of former.customerIds) change.customerIds.add(id)
      }
      await this.#subjects.flush()
      await writeContacts(this.#writer, change)
      for (const id of await this.#moveDomains(change.domains)) customerIds.add(id)
      for (const id of change.customerIds) customerIds.add(id)
      for (const { userId } of change.contacts) settledUsers.add(userId)
    } else await this.#subjects.flush()
    const newDays = touched.newDays.flatMap(({ subject: { userId }, at }) =>
      userId === null || settledUsers.has(userId) ? [] : [{ userId, at }],
    )
    await updateEngagement(this.#writer, newDays, inactiveAfterDays)
    await this.#writeActivity(new Set(touched.subjectOf.values()), settledUsers, customerIds)
    await writeAccounts(this.#writer, customerIds)
  }

  /** People of a domain who state no account follow their domain's customer; returns the customers on both ends. */
  async #moveDomains(domains: ReadonlyMap<string, string>): Promise<string[]> {
    if (domains.size === 0) return []
    const rows = await this.#writer.all<{ user_id: string; former: string; customer_id: string }>(
      `select c.user_id, c.customer_id as former, d.customer_id
       from (select unnest(string_to_array($1, chr(31))) as domain, unnest(string_to_array($2, chr(31))) as customer_id) d
       join contacts c on c.company_domain = d.domain and c.account is null and c.customer_id <> d.customer_id`,
      [[...domains.keys()], [...domains.values()]],
    )
    if (rows.length === 0) return []
    const moved = [rows.map((row) => row.user_id), rows.map((row) => row.customer_id)]
    for (const table of ['contacts', 'subjects']) {
      await this.#writer.all(
        `update ${table} set customer_id = m.customer_id
         from (select unnest(string_to_array($1, chr(31))) as user_id, unnest(string_to_array($2, chr(31))) as customer_id) m
         where ${table}.user_id = m.user_id and ${table}.account is null`,
        moved,
      )
    }
    this.#subjects.forget()
    return rows.flatMap((row) => [row.former, row.customer_id])
  }

  /** The usual case, nothing new but activity: last activity and activation of people and customers. */
  async #writeActivity(
    subjects: ReadonlySet<Subject>,
    settledUsers: ReadonlySet<string>,
    settledCustomers: ReadonlySet<string>,
  ): Promise<void> {
    const rows: Cell[][] = []
    for (const { userId, customerId, lastAt, activatedAt } of subjects) {
      const user = userId !== null && !settledUsers.has(userId) ? userId : null
      const customer = customerId !== null && !settledCustomers.has(customerId) ? customerId : null
      if (user !== null || customer !== null) rows.push([user, customer, lastAt, activatedAt])
    }
    if (rows.length === 0) return
    await this.#writer.append('staged_activity', ['text', 'text', 'timestamp', 'timestamp'], rows)
    for (const [table, column] of [
      ['contacts', 'user_id'],
      ['accounts', 'customer_id'],
    ] as const) {
      await this.#writer.all(
        `update ${table} set last_activity_at = greatest(${table}.last_activity_at, s.last_at),
           activated_at = least(${table}.activated_at, s.activated_at)
         from (select ${column}, max(last_at) as last_at, min(activated_at) as activated_at
               from staged_activity group by ${column}) s
         where ${table}.${column} = s.${column}`,
      )
    }
    await this.#writer.all('delete from staged_activity')
  }
}

/** Adds an event to its subject; tells whether it opened a new day of product activity or came before all others. */
function addEvent(
  subject: Subject,
  { at, event, activation }: PendingEvent,
): { newDay: boolean; newFirst: boolean } {
  const first = subject.eventCount === 0
  let newFirst = first || at < subject.firstAt
  const earlier = newFirst
  if (earlier || at === subject.firstAt) {
    const origin = attribution(event)
    if (earlier || isFirstAttribution(origin, subject.attribution)) {
      newFirst = true
      subject.attribution = origin
    }
  }
  if (earlier || (at === subject.firstAt && event.uuid < subject.cause)) {
    newFirst = true
    subject.cause = event.uuid
  }
  subject.eventCount++
  subject.firstAt = Math.min(subject.firstAt, at)
  subject.lastAt = Math.max(subject.lastAt, at)
  if (activation) subject.activatedAt = Math.min(subject.activatedAt ?? Infinity, at)
  const day = Math.floor(at / dayMs)
  const newDay = event.type !== 'identify' && event.type !== 'calendar' && day !== subject.productDay
  if (newDay) subject.productDay = day
  return { newDay, newFirst }
}

const eventKinds: readonly ColumnKind[] = [
  'bigint',
  'uuid',
  'integer',
  'text',
  'text',
  'text',
  'timestamp',
  'timestamp',
  'timestamp',
  'text',
  'text',
  'boolean',
  'uuid',
  'text',
  'text',
  'text',
  'text',
]

function eventCells(sequence: number, subject: number, pending: PendingEvent): Cell[] {
  const { event, record, at, activation } = pending
  const { eventType, eventName, channel, title, properties } = eventRow(event)
  return [
    sequence,
    event.uuid,
    subject,
    eventType,
    eventName,
    channel,
    at,
    record.receivedAt,
    event.sentTimestamp ?? null,
    record.source,
    attribution(event),
    activation,
    event.sessionId ?? record.sessionId ?? null,
    event.url,
    event.path,
    title,
    properties,
  ]
}
