import type { Row, StoredRow } from '../../kernel/sql/define-table.ts'
import { RecentlyUsed } from '../../kernel/recently-used.ts'
import { keyHash } from '../identity/key-hash.ts'
import { keyTexts } from '../identity/keys.ts'
import { KeyIndex } from './key-index.ts'
import { numberItems, type SqlWriter } from '../../kernel/sql/database.ts'
import { identityTables } from '../tables/identity-tables.ts'
import { type Subject, subjectHashes, subjectTuple } from './subject.ts'

/** Subjects that stay in memory between micro-batches: this many, and as many used before those. */
const cachedSubjects = 32_768

type SubjectRow = StoredRow<typeof identityTables.subjects>

/**
 * The subjects table behind a bounded cache, written at the end of a micro-batch. During a micro-batch each subject is
 * one object.
 */
export class SubjectTable {
  #writer: SqlWriter
  #index: KeyIndex
  #byTuple = new RecentlyUsed<string, Subject>(cachedSubjects)
  #byId = new RecentlyUsed<number, Subject>(cachedSubjects)
  #loaded = new Map<string, Subject>()
  #byKey = new Map<string, Subject[]>()
  #created = new Set<Subject>()
  #changed = new Set<Subject>()
  #queried = new Set<number>()
  #formerLastId = 0
  #lastId = 0
  #now = 0
  /** No activity that is planned takes place before this time, Unix milliseconds; Infinity without any. */
  nextPlannedAt = Infinity

  private constructor(writer: SqlWriter, index: KeyIndex) {
    this.#writer = writer
    this.#index = index
  }

  static async open(writer: SqlWriter): Promise<SubjectTable> {
    return new SubjectTable(writer, await KeyIndex.open(writer, 'select hash, subject from subject_keys'))
  }

  /** Starts a micro-batch at this time, Unix milliseconds; `lastId`: the largest subject id so far. */
  begin(lastId: number, now: number): void {
    this.#formerLastId = lastId
    this.#lastId = lastId
    this.#now = now
    this.#loaded.clear()
    this.#byKey.clear()
    this.#created.clear()
    this.#changed.clear()
    this.#queried.clear()
  }

  get lastId(): number {
    return this.#lastId
  }

  /** The time of this micro-batch, Unix milliseconds: later activity is planned. */
  get now(): number {
    return this.#now
  }

  /** Subjects that this micro-batch created, in the order of their first event. */
  get created(): ReadonlySet<Subject> {
    return this.#created
  }

  /** Subjects to be written: created or changed in this micro-batch. */
  *dirty(): Iterable<Subject> {
    yield* this.#created
    yield* this.#changed
  }

  /** Whether any subject had this key before this micro-batch; else nothing is stored of it. */
  isKnown(key: string): boolean {
    return this.#index.has(keyHash(key), this.#formerLastId)
  }

  /** Whether this micro-batch created the subject. */
  isNew({ id }: Subject): boolean {
    return id > this.#formerLastId
  }

  /** The subject of a combination, if it is in memory. */
  peek(tuple: string): Subject | undefined {
    const loaded = this.#loaded.get(tuple)
    if (loaded !== undefined) return loaded
    const cached = this.#byTuple.get(tuple)
    if (cached !== undefined) this.#enter(cached, tuple)
    return cached
  }

  /** Loads all subjects with one of these key hashes. */
  async load(hashes: Iterable<number>): Promise<void> {
    const ids = new Set<number>()
    for (const hash of hashes) {
      if (this.#queried.has(hash)) continue
      this.#queried.add(hash)
      for (const id of this.#index.subjects(hash)) ids.add(id)
    }
    await this.loadById(ids)
  }

  /** Loads these subjects. */
  async loadById(ids: Iterable<number>): Promise<Subject[]> {
    const found: Subject[] = []
    const missing: number[] = []
    for (const id of ids) {
      const cached = this.#byId.get(id)
      if (cached === undefined) missing.push(id)
      else {
        this.#enter(cached)
        found.push(cached)
      }
    }
    if (missing.length === 0) return found
    const rows = await this.#writer.all<SubjectRow>(
      `select * from subjects where subject in (${numberItems(1)})`,
      [missing],
    )
    for (const row of rows) found.push(this.#adopt(row))
    return found
  }

  #adopt(row: SubjectRow): Subject {
    const keys = {
      email: row.email,
      externalUserId: row.external_user_id,
      fingerprint: row.fingerprint,
      visitor: row.visitor,
      account: row.account,
      about: row.about,
    }
    const subject: Subject = {
      ...keys,
      id: row.subject,
      trusted: row.trusted,
      span: row.span,
      userId: row.user_id,
      contactName: row.contact_name,
      customerId: row.customer_id,
      shared: row.shared,
      cause: row.cause,
      firstAt: Date.parse(row.first_at),
      lastAt: Date.parse(row.last_at),
      productAt: row.product_at === null ? null : Date.parse(row.product_at),
      contactAt: row.contact_at === null ? null : Date.parse(row.contact_at),
      plannedAt: row.planned_at === null ? null : Date.parse(row.planned_at),
      eventCount: row.event_count,
      statements: row.statements,
      activatedAt: row.activated_at === null ? null : Date.parse(row.activated_at),
      signedUpAt: row.signed_up_at === null ? null : Date.parse(row.signed_up_at),
      attribution: row.attribution,
      productDay: row.product_day,
      stated: row.stated,
    }
    this.#enter(subject)
    return subject
  }

  /** Gives a new subject its id. */
  create(subject: Subject): Subject {
    subject.id = ++this.#lastId
    this.#created.add(subject)
    this.#enter(subject)
    for (const hash of subjectHashes(subject)) this.#index.add(hash, subject.id)
    return subject
  }

  #enter(subject: Subject, tuple = tupleOf(subject)): void {
    if (this.#loaded.has(tuple)) return
    this.#loaded.set(tuple, subject)
    this.#byTuple.set(tuple, subject)
    this.#byId.set(subject.id, subject)
    for (const key of keyTexts(subject)) {
      const list = this.#byKey.get(key)
      if (list) list.push(subject)
      else this.#byKey.set(key, [subject])
    }
  }

  /** The subjects in memory with a key, such as `email:jane@acme.example` or `visitor:…`. */
  under(key: string): readonly Subject[] {
    return this.#byKey.get(key) ?? []
  }

  /** All subjects that this micro-batch has loaded or created. */
  loaded(): Iterable<Subject> {
    return this.#loaded.values()
  }

  /** Deletes stored subjects whose events have moved to others. */
  async remove(gone: readonly Subject[]): Promise<void> {
    for (const subject of gone) {
      const tuple = tupleOf(subject)
      this.#byTuple.delete(tuple)
      this.#byId.delete(subject.id)
      for (const hash of subjectHashes(subject)) this.#index.remove(hash, subject.id)
      this.#loaded.delete(tuple)
      this.#created.delete(subject)
      this.#changed.delete(subject)
      for (const key of keyTexts(subject)) {
        const list = this.#byKey.get(key)
        if (list)
          this.#byKey.set(
            key,
            list.filter((other) => other !== subject),
          )
      }
    }
    const ids = gone.map(({ id }) => id)
    for (const table of ['subjects', 'subject_keys'])
      await this.#writer.all(`delete from ${table} where subject in (${numberItems(1)})`, [ids])
  }

  markChanged(subject: Subject): void {
    if (!this.#created.has(subject)) this.#changed.add(subject)
  }

  /** Writes what was created and changed so far. */
  async flush(): Promise<void> {
    for (const { plannedAt } of this.dirty())
      if (plannedAt !== null) this.nextPlannedAt = Math.min(this.nextPlannedAt, plannedAt)
    // Written anew: an update in place costs more for each column of each vector, there and in the engine's journal.
    if (this.#changed.size > 0)
      await this.#writer.all(`delete from subjects where subject in (${numberItems(1)})`, [
        [...this.#changed].map(({ id }) => id),
      ])
    await this.#writer.append(identityTables.subjects, [...this.dirty()].map(subjectRow))
    const keys: Row<typeof identityTables.subject_keys>[] = []
    for (const subject of this.#created)
      for (const hash of subjectHashes(subject)) keys.push({ hash, subject: subject.id })
    await this.#writer.append(identityTables.subject_keys, keys)
    this.#created.clear()
    this.#changed.clear()
  }

  /** The micro-batch was committed. */
  end(): void {
    this.#index.end()
    this.#loaded.clear()
    this.#byKey.clear()
  }

  /** Clears the cache: rows were changed without it. */
  forget(): void {
    this.#byTuple.clear()
    this.#byId.clear()
    this.#loaded.clear()
    this.#byKey.clear()
    this.#queried.clear()
  }

  /** The micro-batch was rolled back. */
  undo(): void {
    this.#index.undo()
    this.forget()
  }
}

function tupleOf(subject: Subject): string {
  return subjectTuple(subject, subject.trusted, subject.span)
}

function subjectRow(subject: Subject): Row<typeof identityTables.subjects> {
  return {
    subject: subject.id,
    trusted: subject.trusted,
    email: subject.email,
    external_user_id: subject.externalUserId,
    fingerprint: subject.fingerprint,
    visitor: subject.visitor,
    account: subject.account,
    about: subject.about,
    span: subject.span,
    user_id: subject.userId,
    contact_name: subject.contactName,
    customer_id: subject.customerId,
    shared: subject.shared,
    cause: subject.cause,
    first_at: subject.firstAt,
    last_at: subject.lastAt,
    product_at: subject.productAt,
    contact_at: subject.contactAt,
    planned_at: subject.plannedAt,
    event_count: subject.eventCount,
    statements: subject.statements,
    activated_at: subject.activatedAt,
    signed_up_at: subject.signedUpAt,
    attribution: subject.attribution,
    product_day: subject.productDay,
    stated: subject.stated,
  }
}
