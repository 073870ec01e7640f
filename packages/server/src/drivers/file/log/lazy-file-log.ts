import { AppError } from '../../../kernel/errors.ts'
import type { DamagedRange, LogHealth } from '../../../kernel/store/ports.ts'
import { type FileLog, type FileLogOptions, openFileLog } from './file-log.ts'
import { reasonOf } from '../../../kernel/reason-of.ts'

/**
 * A log whose directory is opened at the first use. While it can't be, `health` says why, and each use tries again.
 * `own` makes sure that nobody else writes to it.
 */
export function lazyFileLog({ own, ...options }: FileLogOptions & { own: () => Promise<void> }): FileLog {
  let opened: FileLog | null = null
  let opening: Promise<FileLog> | null = null
  let closed = false
  let health: LogHealth = { unavailable: null, damaged: [] }
  const listeners = new Map<(end: number) => void, () => void>()

  function open(): FileLog | Promise<FileLog> {
    if (opened !== null) return opened
    opening ??= (async () => {
      try {
        if (closed) throw new Error('the log is closed')
        await own()
        opened = await openFileLog(options)
        for (const listener of listeners.keys()) listeners.set(listener, opened.subscribe(listener))
        return opened
      } catch (cause) {
        const reason = reasonOf(cause)
        if (!closed)
          health = { ...health, unavailable: `The log in ${options.directory} can't be opened: ${reason}` }
        throw new AppError(
          'LOG_UNAVAILABLE',
          "This organization's log can't be opened now: try again later",
          {
            cause,
            retryAfterSeconds: 5,
          },
        )
      } finally {
        opening = null
      }
    })()
    return opening
  }

  return {
    append(payload, appendOptions) {
      // Not by `await`: appends of one moment share a write.
      return opened === null
        ? Promise.resolve(open()).then((log) => log.append(payload, appendOptions))
        : opened.append(payload, appendOptions)
    },
    end: async () => (await open()).end(),
    subscribe(listener) {
      listeners.set(listener, opened?.subscribe(listener) ?? (() => undefined))
      return () => {
        listeners.get(listener)?.()
        listeners.delete(listener)
      }
    },
    read: async (...from) => (await open()).read(...from),
    startOfLast: async (bytes) => (await open()).startOfLast(bytes),
    sizeOnDisk: async () => (await open()).sizeOnDisk!(),
    rewrite: async (change) => (await open()).rewrite(change),
    get health() {
      return opened?.health ?? health
    },
    get durable() {
      return opened?.durable ?? 0
    },
    noteDamage(ranges: readonly DamagedRange[]) {
      opened?.noteDamage(ranges)
    },
    async close() {
      closed = true
      await opening?.catch(() => undefined)
      await opened?.close()
    },
  }
}
