import { keyHash } from '../customers/identity/key-hash.ts'
import type { MergeLimits } from '../customers/identity/merge-protection.ts'
import { indexArtifacts } from '../search/index-artifacts.ts'
import type { LogEntry, Position } from '../kernel/store/ports.ts'
import { decodeRecord, type LogRecord, type SignalRecord } from '../kernel/log/record.ts'
import type { SqlWriter } from '../kernel/sql/database.ts'
import { type RowNamed, tables } from './schema.ts'
import { MergeLimiter } from '../customers/projection/merge-limiter.ts'
import { AccountTable } from '../customers/projection/account-table.ts'
import { ContactTable } from '../customers/projection/contact-table.ts'
import { countEvents } from '../events/projection/count-events.ts'
import { Decisions } from '../customers/projection/decisions.ts'
import { storedEvent } from '../events/projection/event-row.ts'
import { writeFormMessages } from '../search/form-messages.ts'
import { countQuarantined, type Quarantined, writeQuarantined } from './quarantine.ts'
import { gather, statedByEvents } from './micro-batch.ts'
import type { PendingEvent } from '../events/projection/pending-event.ts'
import { findNextPlanned, takeDue } from '../customers/projection/planned-activity.ts'
import { recompute } from './recompute.ts'
import type { OscillatingDevices } from '../customers/projection/split-shared-devices.ts'
import { withoutStored } from '../events/projection/stored-events.ts'
import { applyRecords } from './records/apply-records.ts'
import { writeSyncedObjects } from '../integrations/projection/write-synced-objects.ts'
import { writeSyncs } from '../integrations/projection/write-syncs.ts'
import { SignalWatch } from '../signals/projection/signal-watch.ts'
import { SubjectTable } from '../customers/projection/subject-table.ts'
import type { Subject } from '../customers/projection/subject.ts'
import { statedHolders } from '../customers/projection/trait-holders.ts'
import { TraitIndex } from '../customers/projection/trait-index.ts'
import { applyTraits } from '../customers/projection/trait-table.ts'

interface Checkpoint {
  position: Position
  sequence: number
  subject: number
  activationEvent: string | null
}

/**
 * Projects the log into read models, a batch at a time. Each batch is written in one transaction with the checkpoint
 * after it: every event is applied exactly once, whatever is killed when.
 */
export class Projector {
  #writer: SqlWriter
  #subjects: SubjectTable
  #contacts: ContactTable
  #accounts: AccountTable
  #traits: TraitIndex
  #limiter: MergeLimiter
  #checkpoint: Checkpoint
  #decisions: Decisions
  #signals: SignalWatch
  #onTouched: (customerIds: ReadonlySet<string>) => void
  #duplicates = 0
  #quarantined = 0
  #occurrences = 0
  #oscillating: OscillatingDevices = new Set()
  #clock: () => number

  private constructor(
    writer: SqlWriter,
    subjects: SubjectTable,
    contacts: ContactTable,
    accounts: AccountTable,
    traits: TraitIndex,
    checkpoint: Checkpoint,
    decisions: Decisions,
    limiter: MergeLimiter,
    signals: SignalWatch,
    onTouched: (customerIds: ReadonlySet<string>) => void,
    clock: () => number,
  ) {
    this.#clock = clock
    this.#signals = signals
    this.#onTouched = onTouched
    this.#writer = writer
    this.#limiter = limiter
    this.#subjects = subjects
    this.#contacts = contacts
    this.#accounts = accounts
    this.#traits = traits
    this.#checkpoint = checkpoint
    this.#decisions = decisions
  }

  /**
   * Continues from the read models' checkpoint. `onTouched` is called after each batch with the customers it changed,
   * former ones included. `clock` returns Unix milliseconds: what happens later is planned.
   */
  static async open(
    writer: SqlWriter,
    options: {
      onTouched?: (customerIds: ReadonlySet<string>) => void
      mergeLimits?: MergeLimits
      clock?: () => number
    } = {},
  ): Promise<Projector> {
    const [row] = await writer.all<{
      position: number
      sequence: number
      subject: number
      activation_event: string | null
    }>('select * from checkpoint')
    if (row === undefined) await writer.all(`insert into checkpoint values (0, 0, 0, null)`)
    const subjects = await SubjectTable.open(writer)
    const traits = await TraitIndex.open(writer)
    const projector = new Projector(
      writer,
      subjects,
      await ContactTable.open(writer, subjects),
      await AccountTable.open(writer, traits),
      traits,
      {
        position: row?.position ?? 0,
        sequence: row?.sequence ?? 0,
        subject: row?.subject ?? 0,
        activationEvent: row?.activation_event ?? null,
      },
      await Decisions.open(writer),
      await MergeLimiter.open(writer, options.mergeLimits),
      await SignalWatch.open(writer),
      options.onTouched ?? (() => undefined),
      options.clock ?? Date.now,
    )
    projector.#quarantined = await countQuarantined(writer)
    projector.#occurrences = await countOccurrences(writer)
    projector.#subjects.nextPlannedAt = await findNextPlanned(writer)
    return projector
  }

  /** The checkpoint: everything in the log before it is applied. */
  get position(): Position {
    return this.#checkpoint.position
  }

  /** The number of duplicate events that were skipped since the last call. */
  takeDuplicates(): number {
    const taken = this.#duplicates
    this.#duplicates = 0
    return taken
  }

  /** Number of items that are quarantined. */
  get quarantined(): number {
    return this.#quarantined
  }

  /** Number of stored occurrences of signals. */
  get occurrences(): number {
    return this.#occurrences
  }

  /** In how many milliseconds the next planned activity takes place; Infinity without any. */
  get dueInMs(): number {
    return this.#subjects.nextPlannedAt - this.#clock()
  }

  /** Counts planned activity that has taken place. Each batch does so, too. On failure nothing changes. */
  async countDue(): Promise<void> {
    if (this.dueInMs <= 0) await this.applyRecords([], this.position)
  }

  /** Applies a batch of the log; `next` is the position after it. On failure nothing of it is applied. */
  apply(entries: readonly LogEntry[], next: Position): Promise<void> {
    return this.#commit(next, () => entries.map(({ payload }) => decodeRecord(payload)))
  }

  /**
   * Applies records, or parts of records, and writes down what is quarantined beside them; `next` is the new checkpoint. On
   * failure nothing is applied.
   */
  applyRecords(
    records: readonly LogRecord[],
    next: Position,
    quarantined: readonly Quarantined[] = [],
  ): Promise<void> {
    return this.#commit(next, () => records, quarantined)
  }

  async #commit(
    next: Position,
    read: () => readonly LogRecord[],
    quarantined: readonly Quarantined[] = [],
  ): Promise<void> {
    const before = {
      checkpoint: this.#checkpoint,
      decisions: this.#decisions.copy(),
      duplicates: this.#duplicates,
    }
    const touched = new Set<string>()
    let mayOccur = false
    try {
      await this.#writer.transaction(async () => {
        for (const { definitions, records } of splitAtDefinitions(read())) {
          mayOccur ||= definitions.length > 0 || records.some(({ kind }) => kind === 'records')
          for (const definition of definitions)
            await this.#signals.define(definition, this.#checkpoint.sequence)
          this.#checkpoint = await this.#project(records, next, touched)
        }
        await this.#writer.all(
          'update checkpoint set position = $1, sequence = $2, subject = $3, activation_event = $4',
          [next, this.#checkpoint.sequence, this.#checkpoint.subject, this.#checkpoint.activationEvent],
        )
        for (const item of quarantined) await writeQuarantined(this.#writer, item)
      })
      this.#subjects.end()
      this.#accounts.end()
      this.#traits.end()
      if (quarantined.length > 0) this.#quarantined = await countQuarantined(this.#writer)
      if (mayOccur || this.#signals.isWatching) this.#occurrences = await countOccurrences(this.#writer)
      this.#limiter.end()
      this.#onTouched(touched)
    } catch (error) {
      this.#checkpoint = before.checkpoint
      this.#decisions.restore(before.decisions)
      this.#duplicates = before.duplicates
      this.#subjects.undo()
      this.#contacts.forget()
      this.#accounts.undo()
      this.#traits.undo()
      this.#limiter.forget()
      this.#oscillating.clear()
      await this.#signals.forget()
      throw error
    }
  }

  async #project(
    records: readonly LogRecord[],
    next: Position,
    touchedCustomers: Set<string>,
  ): Promise<Checkpoint> {
    const batch = gather(records, this.#checkpoint.activationEvent)
    this.#subjects.begin(this.#checkpoint.subject, this.#clock())
    const due = await takeDue(this.#writer, this.#subjects)
    const events = await withoutStored(this.#writer, batch.events)
    this.#duplicates += batch.events.length - events.length
    const touched = await countEvents(this.#writer, this.#subjects, this.#limiter, events)
    const holders = await this.#decisions.decideLinks(batch.decisions)
    const merged = await this.#decisions.decideMerges(batch.merges, this.#subjects)
    for (const holder of await applyTraits(this.#writer, this.#traits, statedByEvents(events)))
      holders.add(holder)
    const written = await this.#writeEvents(events, touched.subjectOf)
    const forms = await writeFormMessages(this.#writer, events, touched.subjectOf)
    const applied = await applyRecords(
      this.#writer,
      this.#subjects,
      this.#limiter,
      this.#traits,
      batch.records,
      this.#checkpoint.sequence + events.length,
    )
    for (const subject of due) applied.touched.add(subject)
    await writeSyncs(this.#writer, batch.records)
    await writeSyncedObjects(this.#writer, batch.records)
    const hits = await this.#signals.observe([...written, ...applied.events])
    const restated = await this.#holders(holders)
    const { customerIds, moved } = await recompute(
      {
        writer: this.#writer,
        subjects: this.#subjects,
        contacts: this.#contacts,
        accounts: this.#accounts,
        traits: this.#traits,
        decisions: this.#decisions,
        limits: this.#limiter.limits,
        oscillating: this.#oscillating,
      },
      new Set([...touched.toRecompute, ...restated, ...merged.subjects, ...applied.toRecompute]),
      restated,
      touched,
      { ...applied, domains: new Set([...applied.domains, ...merged.domains]) },
      merged.customerIds,
    )
    await this.#signals.recompute(hits, moved)
    for (const id of customerIds) touchedCustomers.add(id)
    await indexArtifacts(this.#writer, { ...applied, sourceKeys: [...applied.sourceKeys, ...forms] })
    return {
      position: next,
      sequence: applied.sequence,
      subject: this.#subjects.lastId,
      activationEvent: batch.activationEvent,
    }
  }

  /** The subjects with these person keys or accounts. */
  async #holders(holders: ReadonlySet<string>): Promise<Subject[]> {
    if (holders.size === 0) return []
    const people = [...holders].filter((holder) => !holder.startsWith('customer:'))
    await this.#subjects.load(people.map(keyHash))
    return [...this.#subjects.loaded()].filter(
      ({ email, externalUserId, account }) =>
        statedHolders({ email, externalUserId }, true).some((holder) => holders.has(holder)) ||
        (externalUserId !== null && holders.has(`user:${externalUserId}`)) ||
        (account !== null && holders.has(`customer:${account}`)),
    )
  }

  async #writeEvents(
    events: readonly PendingEvent[],
    subjectOf: ReadonlyMap<PendingEvent, Subject>,
  ): Promise<RowNamed<'events'>[]> {
    let sequence = this.#checkpoint.sequence
    const rows = events.map((pending) => storedEvent(++sequence, subjectOf.get(pending)!.id, pending))
    await this.#writer.append(tables.events, rows)
    return rows
  }
}

/** Splits the batch so that each definition of a signal starts a part: a signal sees only events after its definition. */
function splitAtDefinitions(
  records: readonly LogRecord[],
): { definitions: SignalRecord[]; records: LogRecord[] }[] {
  const parts: { definitions: SignalRecord[]; records: LogRecord[] }[] = [{ definitions: [], records: [] }]
  for (const record of records) {
    const part = parts.at(-1)!
    if (record.kind !== 'signal') part.records.push(record)
    else if (part.records.length === 0) part.definitions.push(record)
    else parts.push({ definitions: [record], records: [] })
  }
  return parts
}

async function countOccurrences(writer: SqlWriter): Promise<number> {
  const [row] = await writer.all<{ count: number }>('select count(*)::integer as count from occurrences')
  return row?.count ?? 0
}
