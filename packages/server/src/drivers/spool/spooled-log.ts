import { reasonOf } from '../../kernel/reason-of.ts'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readIfThere, replaceFile } from '../../kernel/durable-files.ts'
import { AppError, isAppError } from '../../kernel/errors.ts'
import { type FileLog, openFileLog } from '../file/log/file-log.ts'
import type { Log, LogEntry, Position } from '../../kernel/store/ports.ts'

/** Limit for the spools of all organizations together. */
export interface SpoolBudget {
  readonly maxBytes: number
  usedBytes: number
}

export interface SpooledLog extends Log {
  /** Continues with the spool of a former process. */
  resume(): Promise<void>
  close(): Promise<void>
}

/** A store that hasn't answered for this long counts as away; if it appends later, duplicates are recognised by uuid. */
const answerMs = 5_000
/**
 * An append that takes longer than this, and than several usual ones, is spooled as well: whoever sends events doesn't wait
 * until it is known whether the store is away. If the store has appended it after all, it isn't appended again.
 */
const patienceMs = 150
const usualAppends = 4
/** Assumed before the first append: connections are yet to be made. */
const firstUsualMs = 250
/** Pause between two attempts to drain. */
const retryMs = 500
/** When no more than this is left in the files, new records wait until they are empty. */
const handoverBytes = 1024 * 1024
/** Maximal number of records that are drained in one append, which keeps their order. */
const maxGroup = 500

/**
 * A log that accepts records while its store is away: they are durable in local files, and appended in order once it is
 * back, before new ones. If a response was lost, records are appended again: their events are recognised by uuid, and
 * applied once. Appends under a lease aren't spooled: that work is repeated.
 */
export function spoolLog(
  inner: Log,
  {
    directory,
    budget,
    onProblem,
  }: { directory: string; budget: SpoolBudget; onProblem: (problem: string) => void },
): SpooledLog {
  const drainedPath = join(directory, 'drained')
  let files: Promise<FileLog> | null = null
  /** New records are spooled after those in the files. */
  let spooling = false
  let full = false
  /** The last attempt to drain failed, or none has ended yet. */
  let isAway = true
  /** The operator knows that records are spooled. */
  let isReported = false
  /** How long appends have taken lately. */
  let usualMs = firstUsualMs
  /** Spooled records whose append has been running since, by their end in the files: resolves true if it was appended. */
  const late = new Map<Position, Promise<boolean>>()
  /** Running writes to the files. */
  const keeping = new Set<Promise<unknown>>()
  /** While the last files are drained, new records wait for a while: under load they would never be empty otherwise. */
  let handover: { done: Promise<void>; end: () => void } | null = null
  let drained: Position = 0
  /** This log's share of the budget, in bytes. */
  let held = 0
  let known: Position = 0
  let draining: Promise<void> | null = null
  const stopping = new AbortController()

  function open(): Promise<FileLog> {
    files ??= (async () => {
      const log = await openFileLog({ directory, segmentBytes: 16 * 1024 * 1024 })
      drained = Number((await readIfThere(drainedPath))?.toString() ?? 0) || 0
      return log
    })()
    files.catch(() => (files = null))
    return files
  }

  function report(cause: unknown): void {
    if (!isReported)
      onProblem(`The database is away; events are kept in ${directory} until it is back: ${reasonOf(cause)}`)
    isReported = true
  }

  /** `running`: the append that takes longer than usual. */
  async function keep(
    payload: Uint8Array,
    cause: unknown,
    running: Promise<Position> | null = null,
  ): Promise<Position> {
    const bytes = payload.length + 32
    full = budget.usedBytes + bytes > budget.maxBytes
    if (full && running !== null) return running
    if (full || stopping.signal.aborted) throw cause instanceof AppError ? cause : away(cause)
    if (!spooling && running === null) report(cause)
    if (!spooling && running !== null) isAway = false
    spooling = true
    budget.usedBytes += bytes
    held += bytes
    const kept = open().then((log) => log.append(payload))
    if (running !== null) {
      const appended = inTime(running).then(
        () => true,
        () => false,
      )
      void kept.then(
        (end) => late.set(end, appended),
        () => undefined,
      )
    }
    keeping.add(kept)
    try {
      await kept
    } finally {
      keeping.delete(kept)
      drain()
    }
    return known
  }

  function beginHandover(): void {
    if (handover !== null) return
    let end = () => {}
    const done = new Promise<void>((resolve) => (end = resolve))
    handover = { done, end }
  }

  function endHandover(): void {
    handover?.end()
    handover = null
  }

  function drain(): void {
    draining ??= drainAll()
      .catch((error: unknown) => onProblem(`Events in ${directory} wait: ${reasonOf(error)}`))
      .finally(() => {
        draining = null
        endHandover()
      })
  }

  async function drainAll(): Promise<void> {
    let isBack = false
    while (!stopping.signal.aborted) {
      const log = await open()
      const until = await log.end()
      if (isBack && until - drained <= handoverBytes) beginHandover()
      if (drained >= until && keeping.size > 0) {
        await Promise.allSettled(keeping)
        continue
      }
      if (drained >= until) {
        const count = held
        files = log.close().then(async () => {
          await rm(directory, { recursive: true, force: true })
          drained = 0
          return openFileLog({ directory, segmentBytes: 16 * 1024 * 1024 })
        })
        files.catch(() => (files = null))
        budget.usedBytes -= count
        held = 0
        spooling = full = false
        isAway = true
        if (isReported) onProblem('The database is back, and has all events that waited.')
        isReported = false
        return
      }
      isAway = await drainSome(log, until).then(
        () => false,
        (error: unknown) => {
          report(error)
          return true
        },
      )
      isBack = !isAway
      if (isAway) endHandover()
      if (isAway) await sleep(retryMs, null, { signal: stopping.signal, ref: false }).catch(() => null)
    }
  }

  async function drainSome(log: FileLog, until: Position): Promise<void> {
    const page = await log.read(drained, until)
    for (let from = 0; from < page.entries.length; from += maxGroup) {
      const group = page.entries.slice(from, from + maxGroup)
      const missing = await withoutAppended(group)
      await inTime(Promise.all(missing.map(({ payload }) => inner.append(payload))))
      drained = group.at(-1)!.next
      for (const { next } of group) late.delete(next)
      // Not synced: records that are drained twice are recognised by uuid.
      await replaceFile(drainedPath, String(drained), { sync: false })
    }
    drained = page.next
  }

  async function withoutAppended(group: LogEntry[]): Promise<LogEntry[]> {
    const missing: LogEntry[] = []
    for (const entry of group) if (!(await late.get(entry.next))) missing.push(entry)
    return missing
  }

  /** Resolves with null if it takes longer than usual. */
  async function appendSoon(appending: Promise<Position>): Promise<Position | null> {
    const started = performance.now()
    void appending.then(
      () => (usualMs += 0.2 * (Math.min(performance.now() - started, answerMs) - usualMs)),
      () => undefined,
    )
    let timer: NodeJS.Timeout | undefined
    const patience = Math.min(Math.max(patienceMs, usualAppends * usualMs), answerMs)
    const late = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), patience)))
    return Promise.race([appending, late]).finally(() => clearTimeout(timer))
  }

  return {
    async append(payload, options) {
      if (options?.lease !== undefined) return inner.append(payload, options)
      if (handover !== null) await Promise.race([handover.done, sleep(patienceMs, null, { ref: false })])
      if (spooling) return keep(payload, away('the database was away'))
      const appending = inner.append(payload)
      try {
        const end = await appendSoon(appending)
        return end === null
          ? await keep(payload, away('it takes longer than usual'), appending)
          : (known = end)
      } catch (error) {
        if (!isAppError(error) || error.code !== 'LOG_UNAVAILABLE') throw error
        return keep(payload, error)
      }
    },
    async end() {
      // When the store is back, draining is soon done, and then a sender can read its own events.
      const until = performance.now() + answerMs
      while (spooling && draining !== null && !isAway && performance.now() < until)
        await Promise.race([draining, sleep(20)])
      if (spooling) throw away('events of this server wait for the database')
      return (known = await inTime(inner.end()))
    },
    subscribe: (listener) => inner.subscribe(listener),
    read: (...from) => inner.read(...from),
    startOfLast: (bytes) => inner.startOfLast(bytes),
    rewrite: (change) => inner.rewrite(change),
    get health() {
      const { damaged, unavailable } = inner.health
      if (!spooling && unavailable === null) return { ...inner.health, spooledBytes: 0 }
      const why = unavailable === null ? '' : `: ${unavailable}`
      return {
        damaged,
        unavailable: full
          ? `The database is away, and the spool of ${budget.maxBytes} bytes is full${why}`
          : null,
        spooledBytes: held,
        spooled: `${held} bytes wait on this server's disk for the database${why}`,
      }
    },
    async resume() {
      const log = await open()
      const bytes = (await log.end()) - drained
      if (bytes <= 0) return
      spooling = isReported = true
      isAway = false
      budget.usedBytes += bytes
      held += bytes
      drain()
    },
    async close() {
      stopping.abort()
      await draining
      await (await files?.catch(() => null))?.close()
    },
  }
}

function inTime<Value>(answer: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(away(`it has not answered for ${answerMs} ms`)), answerMs).unref()
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}

function away(reason: unknown): AppError {
  return new AppError('LOG_UNAVAILABLE', 'The database can not be reached now: try again later', {
    retryAfterSeconds: 5,
    cause: reason instanceof Error ? reason : new Error(String(reason)),
  })
}
