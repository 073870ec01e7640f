import type { Journals } from '../store/ports.ts'
import { reasonOf } from './configuration.ts'

/** An event that was refused. Holds nothing that the event said but its uuid. */
export interface Rejection {
  /** ISO 8601, UTC. */
  at: string
  /** In its batch. */
  index: number
  /** Lower case. */
  uuid: string
  /** Names the field and the remedy. */
  reason: string
}

/** The last refusals of one organization: bounded, for explaining, and lost without harm. */
export interface Rejections {
  /** Costs no wait; what comes faster than it can be kept is left out. */
  note(rejection: Rejection): void
  /** Every remembered refusal of an event, oldest first. */
  find(uuid: string): Promise<Rejection[]>
  /** Stores what was noted. */
  close(): Promise<void>
}

const name = 'rejections'
/** About so many bytes are remembered. */
const keepBytes = 1024 * 1024
/** Written together after this long, in milliseconds. */
const writeAfterMs = 500
/** More in that time are left out: a sender gone wild must not fill the memory. */
const maxWaiting = 1_000

/** Refusals in a journal that forgets the oldest. Nothing waits for it to be durable: a crash may lose the last ones. */
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
