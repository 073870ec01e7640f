import type { Journal } from './journal.ts'

/** A person as they are to be erased: everything that tells what is theirs, so that a run that was killed can complete. */
export interface PersonToErase {
  /** `email:jane@acme.com`, `user:u-17`: every key that was joined with them. */
  keys: string[]
  /** Our ids of them and of the customer that they are by themselves, former ones included. */
  publicIds: string[]
  /** Full names that were stated of them. */
  names: string[]
  /** The uuids of their events, anonymous ones that were found to be theirs included. Lower case. */
  events: string[]
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
}

/** One organization's erasures. */
export interface Erasures {
  readonly receipts: Journal<ErasureReceipt>
  /** What is not done, oldest first. */
  readPending(): Promise<PendingErasure[]>
  /** Durable once it resolves: what is not in the list any more is nowhere. */
  writePending(pending: readonly PendingErasure[]): Promise<void>
}
