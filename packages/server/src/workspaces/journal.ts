import { AppError } from '../errors.ts'
import type { Journals } from '../store/ports.ts'
import { reasonOf } from './configuration.ts'

/**
 * Entries that are only ever added, such as feedback: small, rare, and read by people. What is ingested goes to the
 * log instead.
 */
export interface Journal<Entry extends object> {
  /**
   * Resolves once the entry is durable. Rejects with AppError `UNAVAILABLE` when it can't be; then it is never read
   * either.
   */
  append(entry: Entry): Promise<void>
  /** Everything that was appended, oldest first. */
  read(): Promise<Entry[]>
  /** Puts another entry in the place of each that `change` doesn't return as it is, all at once. */
  rewrite(change: (entry: Entry) => Entry): Promise<void>
}

/** A store's journal of that name. `what` its entries are, for messages: `Feedback`. */
export function openJournal<Entry extends object>(
  journals: Journals,
  name: string,
  { what, onProblem }: { what: string; onProblem: (problem: string) => void },
): Journal<Entry> {
  return {
    append: (entry) =>
      journals.append(name, [entry]).catch((cause: unknown) => {
        onProblem(`${what} can't be stored: ${reasonOf(cause)}`)
        throw new AppError('UNAVAILABLE', `${what} can't be stored now: try again later`, {
          cause,
          retryAfterSeconds: 30,
        })
      }),
    read: () => journals.read<Entry>(name),
    rewrite: (change) => journals.rewrite<Entry>(name, change),
  }
}
