import { partOf } from '../kernel/workspace/part.ts'
import type { Documents } from '../kernel/store/ports.ts'
import type { Journal } from '../kernel/store/journal.ts'

/** A person to erase, with everything that identifies their data: a run that was killed can complete from it. */
export interface PersonToErase {
  /** `email:jane@acme.example`, `user:u-17`: every key that was linked with them. */
  keys: string[]
  /** Our ids of them, and of the customer that consists of them alone, former ids included. */
  publicIds: string[]
  /** Full names that were stated for them. */
  names: string[]
  /** Uuids of their events from browsers, including anonymous ones that were attributed to them. Lower case. */
  events: string[]
  /** The same of their events from servers: a browser's event may have the same uuid as one of these. */
  serverEvents: string[]
  /** Keys of the sources that are about them, or in which no other external person took part: `CALL:c-17`. */
  sources: string[]
  /** Keys of all sources in which they took part. */
  attended: string[]
  /** E-mail addresses of the organization's own members. */
  members: string[]
  /** Replaces their ids where other people's events need one: random, so that it reveals nothing. */
  alias: string
}

/** An erasure that was requested and isn't complete. */
export interface PendingErasure {
  id: string
  /** ISO 8601, UTC. */
  requestedAt: string
  /** The API key's id, or `operator`. */
  by: string
  /** How the person was identified in the request. */
  keys: string[]
  /** Null until it starts. */
  person: PersonToErase | null
}

/** The record that a person was erased. It doesn't say who. */
export interface ErasureReceipt {
  id: string
  /** ISO 8601, UTC. */
  requestedAt: string
  completedAt: string
  /** The API key's id, or `operator`. */
  by: string
  /** Number of their events. */
  events: number
  /** Sources that were theirs alone. */
  sources: number
  /** Other records that were deleted: users, facts, revenue, decisions. */
  records: number
  /** Events and records of others in which they were masked. */
  masked: number
  /** Segments of the log that were rewritten. */
  segments: number
  /** Nodes whose read models were rebuilt. */
  nodes: number
  /** Nodes that didn't respond: they rebuild theirs before they answer again. */
  away: number
}

/** One organization's erasures. */
export interface Erasures {
  readonly receipts: Journal<ErasureReceipt>
  /** Erasures that aren't complete, oldest first. */
  readPending(): Promise<PendingErasure[]>
  /**
   * Changes the list of pending erasures, one change after another, and resolves with the new list. Durable once it
   * resolves. An erasure that is removed from it isn't stored anywhere else.
   */
  changePending(change: (pending: PendingErasure[]) => PendingErasure[]): Promise<PendingErasure[]>
}

/** Exists only while an erasure is pending. */
const name = 'erasures-pending'
const maxAttempts = 50

/** Receipts are kept in a journal, pending erasures in one document. */
function openErasures(documents: Documents, receipts: Journal<ErasureReceipt>): Erasures {
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

/** Erasures of people, pending and done. */
export const erasureListOf = partOf((workspace) =>
  openErasures(workspace.documents, workspace.journal<ErasureReceipt>('erasures', 'The receipt')),
)
