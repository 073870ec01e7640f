import type { Log, LogEntry, LogPage } from '../../kernel/store/ports.ts'
import type { PackedPage, ProcessReply, Request } from './protocol.ts'
import { reasonOf } from '../../kernel/reason-of.ts'

/** A log that is read through the parent process: the child needs neither the store nor its credentials. */
export interface RemoteLog extends Pick<Log, 'read'> {
  receive(message: Extract<Request, { kind: 'entries' | 'entriesFailed' }>): void
}

export function createRemoteLog(send: (reply: ProcessReply) => void): RemoteLog {
  const asked = new Map<number, { resolve: (page: LogPage) => void; reject: (error: Error) => void }>()
  let lastId = 0
  return {
    read: (from, until, { maxBytes = 4 * 1024 * 1024 } = {}) =>
      new Promise((resolve, reject) => {
        const id = ++lastId
        asked.set(id, { resolve, reject })
        send({ kind: 'wantEntries', id, from, until, maxBytes })
      }),
    receive(message) {
      const waiting = asked.get(message.id)
      asked.delete(message.id)
      if (message.kind === 'entries') waiting?.resolve(unpackPage(message.page))
      else waiting?.reject(new Error(message.message))
    },
  }
}

/** Answers `wantEntries` in the parent process: reads a page for {@link createRemoteLog}. */
export async function answerWantEntries(
  log: Pick<Log, 'read'>,
  { id, from, until, maxBytes }: Extract<ProcessReply, { kind: 'wantEntries' }>,
): Promise<Request> {
  try {
    return { kind: 'entries', id, page: packPage(await log.read(from, until, { maxBytes })) }
  } catch (error) {
    return { kind: 'entriesFailed', id, message: reasonOf(error) }
  }
}

function packPage({ entries, next }: LogPage): PackedPage {
  const payloads = Buffer.concat(entries.map(({ payload }) => payload))
  return {
    payloads,
    entries: entries.map(({ position, next: following, payload }) => [position, following, payload.length]),
    next,
  }
}

function unpackPage({ payloads, entries, next }: PackedPage): LogPage {
  let at = 0
  const unpacked = entries.map(([position, following, bytes]): LogEntry => {
    const payload = payloads.subarray(at, (at += bytes))
    return { position, next: following, payload }
  })
  return { entries: unpacked, next, damaged: [] }
}
