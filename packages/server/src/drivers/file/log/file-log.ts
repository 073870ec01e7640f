import { mkdir } from 'node:fs/promises'
import { AppError } from '../../../kernel/errors.ts'
import {
  type DamagedRange,
  type Lease,
  type Log,
  maxPayloadBytes,
  type Position,
} from '../../../kernel/store/ports.ts'
import { openFileLogReader } from './file-log-reader.ts'
import { frameHeaderBytes } from './frame.ts'
import type { LogFiles } from './log-files.ts'
import { nodeLogFiles } from './log-files.ts'
import { rewriteSegments } from './rewrite-log.ts'
import { openSegmentWriter } from './segment-writer.ts'
import { listSegments, sizeOfSegments } from './segments.ts'

export interface FileLogOptions {
  /** Holds the segments and `quarantine/`. Made when missing. One process at a time may write in it. */
  directory: string
  /** A new segment starts where the last would outgrow this. Default 64 MiB. */
  segmentBytes?: number
  /** False leaves durability to the operating system; for tests alone. Default true. */
  sync?: boolean
  /** Records that wait for the disk; beyond, appends are refused at once. Default 64 MiB. */
  maxQueuedBytes?: number
  /** Whether a lease is still the one that holds. Default: none does. */
  isCurrent?: (lease: Lease) => boolean
  /** The file system; tests put a failing one here. */
  files?: LogFiles
}

export interface FileLog extends Log {
  /** Everything before this position is durable. */
  readonly durable: Position
  /** Takes ranges that a reader found damaged into `health`, each once. */
  noteDamage(ranges: readonly DamagedRange[]): void
  /** Waits for appends in flight, then lets go of the files. */
  close(): Promise<void>
}

/** Bounds what one write makes wait that comes behind it. */
const maxGroupBytes = 8 * 1024 * 1024
const retryAfterSeconds = 2

interface Waiting {
  payload: Uint8Array
  resolve: (position: Position) => void
  reject: (error: AppError) => void
}

/**
 * Opens the log in a directory for appending, recovering from whatever ended the process before.
 *
 * Appends that wait are taken together: one synchronous write makes all of them durable. While the disk fails,
 * appends reject, `health.unavailable` says why, and each further append tries again: the log recovers by itself.
 * Throws what the file system throws when the directory can't be read or written.
 */
export async function openFileLog(options: FileLogOptions): Promise<FileLog> {
  const {
    directory,
    segmentBytes = 64 * 1024 * 1024,
    sync = true,
    maxQueuedBytes = 64 * 1024 * 1024,
    isCurrent = () => false,
  } = options
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const { writer, damaged } = await openSegmentWriter({
    directory,
    segmentBytes,
    sync,
    files: options.files ?? nodeLogFiles,
  })
  const reader = await openFileLogReader({ directory })
  const health = { unavailable: null as string | null, damaged: [] as DamagedRange[] }
  const listeners = new Set<(position: Position) => void>()
  let queue: Waiting[] = []
  let queuedBytes = 0
  let running: Promise<void> | null = null
  const between: (() => Promise<void>)[] = []
  let rewriting: Promise<number> = Promise.resolve(0)
  let closed = false

  function append(payload: Uint8Array, { lease }: { lease?: Lease } = {}): Promise<Position> {
    if (payload.length === 0 || payload.length > maxPayloadBytes) {
      return Promise.reject(
        new RangeError(`a log record holds 1 to ${maxPayloadBytes} bytes, not ${payload.length}`),
      )
    }
    if (closed) return Promise.reject(unavailable('the log is closed'))
    // What a later holder appends comes behind this in the queue.
    if (lease !== undefined && !isCurrent(lease)) return Promise.reject(leaseLost(lease))
    if (queuedBytes + payload.length > maxQueuedBytes) {
      return Promise.reject(unavailable('the disk does not keep up with what arrives'))
    }
    queuedBytes += payload.length
    const appended = new Promise<Position>((resolve, reject) => queue.push({ payload, resolve, reject }))
    // A turn of the event loop gathers what arrived together.
    running ??= new Promise<void>((resolve) => setImmediate(resolve)).then(writeQueue)
    return appended
  }

  async function writeQueue(): Promise<void> {
    while (queue.length > 0 || between.length > 0) {
      for (const task of between.splice(0)) await task()
      if (queue.length === 0) continue
      const group = takeGroup()
      try {
        await writer.write(group.map((waiting) => waiting.payload))
      } catch (error) {
        refuseAll(group, error)
        continue
      }
      health.unavailable = null
      resolveAll(group)
    }
    running = null
  }

  /** Between two writes, whoever else waits. */
  function startSegment(): Promise<Position> {
    return new Promise((resolve, reject) => {
      between.push(() => writer.startSegment().then(resolve, reject))
      running ??= writeQueue()
    })
  }

  function takeGroup(): Waiting[] {
    let bytes = 0
    let count = 0
    while (count < queue.length && (count === 0 || bytes + queue[count]!.payload.length <= maxGroupBytes)) {
      bytes += queue[count++]!.payload.length
    }
    return queue.splice(0, count)
  }

  function resolveAll(group: Waiting[]): void {
    let position = writer.end - group.reduce((sum, { payload }) => sum + frameHeaderBytes + payload.length, 0)
    for (const { payload, resolve } of group) {
      position += frameHeaderBytes + payload.length
      queuedBytes -= payload.length
      resolve(position)
    }
    for (const listener of listeners) listener(position)
  }

  function refuseAll(group: Waiting[], error: unknown): void {
    health.unavailable = explain(error, directory)
    const refused = group.concat(queue)
    queue = []
    queuedBytes = 0
    for (const { reject } of refused) reject(unavailable(health.unavailable, error))
  }

  function noteDamage(ranges: readonly DamagedRange[]): void {
    for (const range of ranges) {
      const known = health.damaged.find(({ position }) => position === range.position)
      if (known) known.bytes = Math.max(known.bytes, range.bytes)
      else if (health.damaged.length < 1000) health.damaged.push({ ...range })
    }
  }

  noteDamage(damaged)
  return {
    append,
    get durable() {
      return writer.end
    },
    end: () => Promise.resolve(writer.end),
    async read(from, until, readOptions) {
      const page = await reader.read(from, until, readOptions)
      noteDamage(page.damaged)
      return page
    },
    /** The start of a segment. */
    async startOfLast(bytes) {
      const bases = await listSegments(directory)
      return bases.findLast((base) => base <= writer.end - bytes) ?? bases[0] ?? 0
    },
    sizeOnDisk: () => sizeOfSegments(directory),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    health,
    noteDamage,
    rewrite(change) {
      const rewritten = rewriting
        .catch(() => 0)
        .then(async () => {
          const assertOpen = () => {
            if (closed) throw unavailable('the log is closed')
          }
          assertOpen()
          const until = await startSegment()
          return rewriteSegments(change, { directory, until, sync, assertOpen })
        })
      rewriting = rewritten
      return rewritten
    },
    async close() {
      closed = true
      await rewriting.catch(() => 0)
      await running
      await writer.close()
    },
  }
}

function unavailable(reason: string, cause?: unknown): AppError {
  const message = "The event log can't store anything at the moment: send it again in a few seconds."
  return new AppError('LOG_UNAVAILABLE', message, { retryAfterSeconds, cause: cause ?? new Error(reason) })
}

function leaseLost({ name }: Lease): AppError {
  return new AppError('LEASE_LOST', `The lease ${name} is held by somebody else: stop, and acquire it again.`)
}

function explain(error: unknown, directory: string): string {
  const full = error instanceof Error && 'code' in error && error.code === 'ENOSPC'
  const remedy = full ? 'Free some space' : 'Check the disk'
  return `Writing the log in ${directory} failed: ${String(error)}. ${remedy}; appends go on by themselves.`
}
