import { reasonOf } from '../../kernel/reason-of.ts'
import { createHash } from 'node:crypto'
import { AppError } from '../../kernel/errors.ts'
import {
  type DamagedRange,
  type Lease,
  type Log,
  type LogChange,
  type LogEntry,
  type LogHealth,
  assertPayload,
  type Position,
} from '../../kernel/store/ports.ts'
import type { Database } from './database.ts'
import type { HeadWatch } from './head-watch.ts'

/** Maximal number of records per statement. */
const maxGroup = 500
const maxGroupBytes = 8 * 1024 * 1024
/** Maximal number of rows per page, whatever their size. */
const maxPageRows = 2_000

interface Waiting {
  payload: Uint8Array
  resolve: (position: Position) => void
  reject: (error: unknown) => void
}

/** A log that can wait for its running appends. */
export interface PostgresLog extends Log {
  drain(): Promise<void>
}

/**
 * One organization's log. A row of `log_head` holds its end: the same statement moves it and inserts the records, so that
 * positions have no gaps and follow the order of commits, and the row is locked during that statement only. Positions
 * count records.
 */
export function createPostgresLog(organization: string, database: Database, heads: HeadWatch): PostgresLog {
  const inFlight = new Set<Promise<unknown>>()
  /** Appends with the same lease are grouped. */
  const groups = new Map<string, { lease: Lease | undefined; waiting: Waiting[] }>()
  let running = false
  let unavailable: string | null = null
  const damaged: DamagedRange[] = []

  async function appendGroup(group: readonly Waiting[], lease: Lease | undefined): Promise<void> {
    const payloads = group.map(({ payload }) =>
      Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength),
    )
    try {
      const rows = await database.query<{ position: string }>(
        appendStatement(organization, payloads, lease),
        'LOG_UNAVAILABLE',
      )
      const [head] = rows
      if (head === undefined) throw leaseLost(lease)
      const end = Number(head.position)
      unavailable = null
      heads.moved(organization, end)
      group.forEach(({ resolve }, index) => resolve(end - group.length + index + 1))
    } catch (error) {
      if (lease === undefined || !isLeaseLost(error)) unavailable = reasonOf(error)
      for (const { reject } of group) reject(error)
    }
  }

  /** One statement at a time: appends that arrive meanwhile go into the next one. */
  async function run(): Promise<void> {
    if (running) return
    running = true
    try {
      for (let next = takeGroup(); next !== null; next = takeGroup())
        await appendGroup(next.group, next.lease)
    } finally {
      running = false
    }
  }

  function takeGroup(): { group: Waiting[]; lease: Lease | undefined } | null {
    for (const [key, { lease, waiting }] of groups) {
      let count = 0
      let bytes = 0
      while (count < Math.min(waiting.length, maxGroup) && (count === 0 || bytes < maxGroupBytes))
        bytes += waiting[count++]!.payload.length
      const group = waiting.splice(0, count)
      groups.delete(key)
      // At the end, so that no group starves.
      if (waiting.length > 0) groups.set(key, { lease, waiting })
      return { group, lease }
    }
    return null
  }

  return {
    async append(payload, { lease } = {}) {
      assertPayload(payload)
      const appended = new Promise<Position>((resolve, reject) => {
        const key = lease === undefined ? '' : `${lease.name}\n${lease.fence}`
        const group = groups.get(key) ?? { lease, waiting: [] }
        group.waiting.push({ payload, resolve, reject })
        groups.set(key, group)
        // After this tick of the event loop, so that its appends go together.
        setImmediate(() => void run())
      })
      const settled = appended.catch(() => undefined).finally(() => inFlight.delete(settled))
      inFlight.add(settled)
      return appended
    },
    async drain() {
      await Promise.all(inFlight)
    },
    async end() {
      const [head] = await database.query<{ position: string }>({
        name: 'log-end',
        text: 'select position from log_head where organization = $1',
        values: [organization],
      })
      const end = Number(head?.position ?? 0)
      heads.moved(organization, end)
      return end
    },
    subscribe: (listener) => heads.subscribe(organization, listener),
    async read(from, until, { maxBytes = 4 * 1024 * 1024 } = {}) {
      const rows = await database.query<{ position: string; payload: Buffer }>({
        name: 'log-read',
        // By size first: payloads beyond the page aren't fetched.
        text: `select log.position, log.payload from (
            select position, sum(size) over (order by position) - size as before from (
              select position, size from log where organization = $1 and position >= $2 and position < $3
              order by position limit $5) page) sized
          join log on log.organization = $1 and log.position = sized.position
          where sized.before < $4 order by log.position`,
        values: [organization, from, until, maxBytes, maxPageRows],
      })
      const entries: LogEntry[] = []
      const missing: DamagedRange[] = []
      let next = from
      const passTo = (position: Position) => {
        if (position > next) missing.push(missingRange(next, position))
        next = position
      }
      for (const row of rows) {
        const position = Number(row.position)
        passTo(position)
        next = position + 1
        // A deleted record leaves an empty row.
        if (row.payload.length > 0) entries.push({ position, next, payload: row.payload })
      }
      if (rows.length === 0) passTo(Math.max(from, until))
      for (const range of missing)
        if (!damaged.some(({ position }) => position === range.position)) damaged.push(range)
      return { entries, next, damaged: missing }
    },
    async startOfLast(bytes) {
      let before: Position = await this.end()
      for (let found = 0; found < bytes && before > 0;) {
        const rows = await database.query<{ position: string; size: number }>({
          name: 'log-sizes',
          text: 'select position, size from log where organization = $1 and position < $2 order by position desc limit 1000',
          values: [organization, before],
        })
        if (rows.length === 0) return 0
        for (const row of rows) {
          if (found >= bytes) break
          found += row.size
          before = Number(row.position)
        }
      }
      return before
    },
    async rewrite(change) {
      const end = await this.end()
      let changed = 0
      for (let from = 0; from < end;) {
        const { entries, next } = await this.read(from, end, { maxBytes: 8 * 1024 * 1024 })
        const { parts, missed } = await rewritePage(organization, entries, change, database)
        changed += parts
        // Two concurrent erasures must not undo each other: a page that changed is read again.
        if (!missed) from = next
      }
      return changed
    },
    get health(): LogHealth {
      return { unavailable: database.away ?? unavailable, damaged }
    },
  }
}

/** Moves the head and inserts the records, in one statement; returns no row when the lease isn't current any more. */
function appendStatement(organization: string, payloads: Buffer[], lease: Lease | undefined) {
  const insert = `inserted as (
      insert into log (organization, position, size, payload)
      select $1, head.position - $2 + record.index - 1, octet_length(record.payload), record.payload
      from head, unnest($3::bytea[]) with ordinality as record(payload, index))
    select position from head`
  if (lease === undefined)
    return {
      name: 'log-append',
      text: `with head as (
          insert into log_head (organization, position) values ($1, $2)
          on conflict (organization) do update set position = log_head.position + $2 returning position), ${insert}`,
      values: [organization, payloads.length, payloads],
    }
  return {
    name: 'log-append-leased',
    // The lease's row is locked until the commit: the next holder gets it either after this append, or before it, and
    // then the append is refused.
    text: `with lease as materialized (
        select 1 from leases where organization = $1 and name = $4 and fence = $5 and expires_at <> '-infinity' for share),
      head as (
        insert into log_head (organization, position) select $1, $2 from lease
        on conflict (organization) do update set position = log_head.position + $2 returning position), ${insert}`,
    values: [organization, payloads.length, payloads, lease.name, lease.fence],
  }
}

/**
 * Writes the changed records of a page. `missed`: another process has changed some of them since they were read, and they
 * were left.
 */
async function rewritePage(
  organization: string,
  entries: readonly LogEntry[],
  change: LogChange,
  database: Database,
): Promise<{ parts: number; missed: boolean }> {
  const changed = entries.flatMap(({ position, payload }) => {
    const next = change.payload(payload)
    return next === payload ? [] : [{ position, next, former: hashOf(payload) }]
  })
  if (changed.length === 0) return { parts: 0, missed: false }
  const written = await database.query({
    text: `update log set payload = change.payload, size = octet_length(change.payload)
      from unnest($2::bigint[], $3::bytea[], $4::bytea[]) as change(position, former, payload)
      where log.organization = $1 and log.position = change.position and sha256(log.payload) = change.former
      returning 1`,
    values: [
      organization,
      changed.map(({ position }) => position),
      changed.map(({ former }) => former),
      // A deleted record is an empty row, to tell it from a lost one.
      changed.map(({ next }) =>
        next === null ? Buffer.alloc(0) : Buffer.from(next.buffer, next.byteOffset, next.byteLength),
      ),
    ],
  })
  return { parts: 1, missed: written.length < changed.length }
}

function hashOf(payload: Uint8Array): Buffer {
  return createHash('sha256').update(payload).digest()
}

/** Acknowledged records without a row. */
function missingRange(position: Position, until: Position): DamagedRange {
  return { position, bytes: until - position, reason: `${until - position} records are missing` }
}

function leaseLost(lease: Lease | undefined): AppError {
  return new AppError(
    'LEASE_LOST',
    `The lease ${lease?.name} has passed to somebody else: nothing was appended`,
  )
}

function isLeaseLost(error: unknown): boolean {
  return error instanceof AppError && error.code === 'LEASE_LOST'
}
