import { partOf } from '../kernel/workspace/part.ts'
import type { Journals } from '../kernel/store/ports.ts'
import { reasonOf } from '../kernel/reason-of.ts'

/** An event that was rejected. Of its content only the uuid is kept. */
export interface Rejection {
  /** ISO 8601, UTC. */
  at: string
  /** Position in its batch. */
  index: number
  /** Lower case. */
  uuid: string
  /** Names the field and the remedy. */
  reason: string
}

/** The last rejected events of one organization, for explanations: a bounded number, and losing them does no harm. */
export interface Rejections {
  /** Returns at once; rejections that come faster than they can be written are dropped. */
  note(rejection: Rejection): void
  /** All known rejections of an event, oldest first. */
  find(uuid: string): Promise<Rejection[]>
  /** Writes what is buffered. */
  close(): Promise<void>
}

const name = 'rejections'
/** Size of the journal, approximately. */
const keepBytes = 1024 * 1024
/** Delay before rejections are written together. */
const writeAfterMs = 500
/** Limit of the buffer: a faulty sender must not fill the memory. */
const maxWaiting = 1_000

/** Rejections in a journal that drops the oldest. Not synced: a crash may lose the last ones. */
export function openRejections(
  journals: Journals,
  { onProblem }: { onProblem: (problem: string) => void },
): Rejections {
  let waiting: Rejection[] = []
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<void> = Promise.resolve()

  function write(): Promise<void> {
    if (timer !== null) clearTimeout(timer)
    timer = null
    const entries = waiting
    waiting = []
    if (entries.length > 0)
      writing = writing
        .then(() => journals.append(name, entries, { keepBytes, durable: false }))
        .catch((error: unknown) => onProblem(`Refused events can't be noted: ${reasonOf(error)}`))
    return writing
  }

  return {
    note(rejection) {
      if (waiting.length >= maxWaiting) return
      waiting.push(rejection)
      timer ??= setTimeout(() => void write(), writeAfterMs).unref()
    },
    async find(uuid) {
      await write()
      return (await journals.read<Rejection>(name)).filter((rejection) => rejection.uuid === uuid)
    },
    close: write,
  }
}

/** The last rejected events. */
export const rejectionLogOf = partOf((workspace) => {
  const rejections = openRejections(workspace.journals, { onProblem: workspace.onProblem })
  workspace.onClose(() => rejections.close())
  return rejections
})
