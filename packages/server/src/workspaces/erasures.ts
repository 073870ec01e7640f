import type { Documents } from '../store/ports.ts'
import type { Journal } from './journal.ts'

/** A person as they are to be erased: everything that tells what is theirs, so that a run that was killed can complete. */
export interface PersonToErase {
  /** `email:jane@acme.example`, `user:u-17`: every key that was joined with them. */
  keys: string[]
  /** Our ids of them and of the customer that they are by themselves, former ones included. */
  publicIds: string[]
  /** Full names that were stated of them. */
  names: string[]
  /** The uuids of events of theirs that browsers sent, anonymous ones that were found to be theirs included. Lower case. */
  events: string[]
  /**
   * The same of servers' events: a browser's event may have the uuid of one. Missing in what former versions began:
   * there `events` holds both.
   */
  serverEvents?: string[] | undefined
  /** Keys of the sources in which nobody else from outside took part, or which are about them: `CALL:c-17`. */
  sources: string[]
  /** Keys of all sources in which they took part. */
  attended: string[]
  /** E-mail addresses of the people who work here. */
  members: string[]
  /** Stands for ids of theirs where other people's events need one: random, so that it tells nothing. */
  alias: string
}

/** An erasure that was asked for and is not done. */
export interface PendingErasure {
  id: string
  /** ISO 8601, UTC. */
  requestedAt: string
  /** The API key's id, or `operator`. */
  by: string
  /** What the person was known by when it was asked for. */
  keys: string[]
  /** Null until it begins. */
  person: PersonToErase | null
}

/** That a person was erased. Says nothing of who it was. */
export interface ErasureReceipt {
  id: string
  /** ISO 8601, UTC. */
  requestedAt: string
  completedAt: string
  /** The API key's id, or `operator`. */
  by: string
  /** Events of theirs. */
  events: number
  /** Sources that were theirs alone. */
  sources: number
  /** Other records that went: users, facts, revenue, decisions. */
  records: number
  /** Events and records of others in which they were masked. */
  masked: number
  /** Segments of the log that were written anew. */
  segments: number
  /** Server processes whose answers were made anew. Missing in receipts of former versions: there it was the one. */
  nodes?: number
  /** Server processes that could not be reached: their answers are made anew before they answer again. */
  away?: number
}

/** One organization's erasures. */
export interface Erasures {
  readonly receipts: Journal<ErasureReceipt>
  /** What is not done, oldest first. */
  readPending(): Promise<PendingErasure[]>
  /**
   * Changes what is not done, one change upon the other, and resolves with what is not done now. Durable once it
   * resolves: what is not in the list any more is nowhere.
   */
  changePending(change: (pending: PendingErasure[]) => PendingErasure[]): Promise<PendingErasure[]>
}

/** There only while something is not done. */
const name = 'erasures-pending'
const maxAttempts = 50

/** Erasures in a store: receipts in a journal, what is not done in one document. */
export function openErasures(documents: Documents, receipts: Journal<ErasureReceipt>): Erasures {
  return {
    receipts,
    async readPending() {
      return ((await documents.read(name))?.value ?? []) as PendingErasure[]
    },
    async changePending(change) {
      for (let attempt = 1; attempt <= maxAttempts; attempt++) {
        const found = await documents.read(name)
        const pending = (found?.value ?? []) as PendingErasure[]
        const next = change(pending)
        if (next.length === 0 && found === null) return next
        const isWritten =
          next.length === 0 && found !== null
            ? await documents.remove(name, { expected: found.version })
            : (await documents.write(name, next, { expected: found?.version ?? null })) !== null
        if (isWritten) return next
      }
      throw new Error(`${documents.place(name)} is changed again and again by others`)
    },
  }
}
