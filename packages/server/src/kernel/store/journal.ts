import { AppError } from '../errors.ts'
import type { Journals } from './ports.ts'
import { reasonOf } from '../reason-of.ts'

/** Append-only entries for people, such as feedback: small and rare. Ingested data goes to the log instead. */
export interface Journal<Entry extends object> {
  /**
   * Resolves once the entry is durable. Rejects with AppError `UNAVAILABLE` when it can't be stored; then it is never
   * returned by `read` either.
   */
  append(entry: Entry): Promise<void>
  /** All entries, oldest first. */
  read(): Promise<Entry[]>
  /** Replaces every entry for which `change` returns another one, all at once. */
  rewrite(change: (entry: Entry) => Entry): Promise<void>
}

/**
 * Opens a store's journal. `what` names its entries in error messages: `Feedback`. `keepBytes`: older entries may be dropped
 * beyond about this size. Default: all are kept.
 */
export function openJournal<Entry extends object>(
  journals: Journals,
  name: string,
  { what, keepBytes, onProblem }: { what: string; keepBytes?: number; onProblem: (problem: string) => void },
): Journal<Entry> {
  return {
    append: (entry) =>
      journals.append(name, [entry], keepBytes === undefined ? {} : { keepBytes }).catch((cause: unknown) => {
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
