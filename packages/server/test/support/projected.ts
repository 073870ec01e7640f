import { indexFacts } from '../../src/search/index-artifacts.ts'
import { createFactRefresher } from '../../src/facts/behaviour/refresh-facts.ts'
import type { MergeLimits } from '../../src/customers/identity/merge-protection.ts'
import { Projector } from '../../src/projector/projector.ts'
import {
  encodeRecord,
  type EventsRecord,
  type LogRecord,
  type StoredEvent,
} from '../../src/kernel/log/record.ts'
import type { SqlDatabase, SqlWriter } from '../../src/kernel/sql/database.ts'
import { Engine } from '../../src/projector/process/engine.ts'

/** Read models over a database in memory, fed record by record: the real projection without a log or a process. */
export interface Projected {
  /** Applies records as one micro-batch a chunk. */
  apply(...chunks: LogRecord[][]): Promise<void>
  /** Counts planned activity that has taken place. */
  countDue(): Promise<void>
  /** Goes on with a projector that knows only what is written. */
  reopen(): Promise<void>
  rows<Row = Record<string, unknown>>(sql: string): Promise<Row[]>
  /** Brings behavioural facts up to date: of these customers, or of all that need it. */
  refreshFacts(now: number, customerIds?: readonly string[]): Promise<void>
  /** For reads of `read-models/sql/`. */
  database: SqlDatabase
  writer: SqlWriter
  close(): Promise<void>
}

export async function openProjected(
  options: { mergeLimits?: MergeLimits; clock?: () => number } = {},
): Promise<Projected> {
  const engine = await Engine.open({ path: ':memory:' })
  const facts = createFactRefresher({ reader: engine, writer: engine.writer, index: indexFacts })
  const open = () => Projector.open(engine.writer, { ...options, onTouched: facts.touched })
  let projector = await open()
  let position = 0
  return {
    async apply(...chunks) {
      for (const records of chunks) {
        const entries = records.map((record) => ({
          position: position++,
          next: position,
          payload: encodeRecord(record),
        }))
        await projector.apply(entries, position)
      }
    },
    countDue: () => projector.countDue(),
    async reopen() {
      projector = await open()
    },
    async rows<Row>(sql: string) {
      return engine.all<Row>(sql)
    },
    async refreshFacts(now, customerIds) {
      if (customerIds) return facts.refresh(customerIds, now)
      while ((await facts.refreshSome(now)) > 0);
    },
    database: engine,
    writer: engine.writer,
    close: () => engine.close(),
  }
}

/** What a person would compare two servers by; numbers given out in order of arrival are skipped. */
export async function readModels(projected: Projected): Promise<unknown> {
  return {
    activity: await projected.rows('select * from activity order by event_id'),
    users: await projected.rows('select * from users order by user_id'),
    customers: await projected.rows('select * from customers order by customer_id'),
    aliases: await projected.rows('select * from aliases order by alias, id'),
    revenue: await projected.rows('select * from revenue order by customer_id, snapshot_date'),
    sources: await projected.rows(
      `select x.* exclude (subject), s.customer_id, s.user_id from sources x
       left join subjects s on s.subject = x.subject order by source_key`,
    ),
    facts: await projected.rows(
      `select x.* exclude (subject, customer_id), s.customer_id from facts x
       left join subjects s on s.subject = x.subject where x.origin <> 'behavioural' order by fact_id`,
    ),
    members: await projected.rows('select * from members order by member_id'),
    owners: await projected.rows('select customer_id, owner_id from accounts order by customer_id'),
    traits: await projected.rows('select * from traits order by holder, scope, origin, name'),
    links: await projected.rows(
      'select * exclude (contact) from identity_links order by left_key, right_key',
    ),
    crowded: await projected.rows('select * from crowded_keys order by all'),
  }
}

let counter = 0

/** A uuid v7 of the given time, each different. */
export function uuidAt(timestamp: number): string {
  const time = Math.max(0, timestamp).toString(16).padStart(12, '0')
  const rest = (++counter).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${rest}`
}

export function storedEvent(
  event: Partial<StoredEvent> & Pick<StoredEvent, 'type' | 'timestamp'>,
): StoredEvent {
  return { uuid: uuidAt(event.timestamp), url: 'https://shop.test/pricing', path: '/pricing', ...event }
}

export function eventsRecord(record: Partial<EventsRecord> & Pick<EventsRecord, 'events'>): EventsRecord {
  return { kind: 'events', receivedAt: Date.UTC(2026, 5, 1), source: 'client', ...record }
}
