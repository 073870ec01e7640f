import { erasureListOf } from './erasure-documents.ts'
import { feedbackOf } from '../organizations/feedback/feedback.ts'
import { syncRunsOf } from '../integrations/sync-run.ts'
import { mergeReviewsOf } from '../customers/merges/merge-reviews.ts'
import { randomUUID } from 'node:crypto'
import { AppError } from '../kernel/errors.ts'
import type { ErasureReceipt, PendingErasure } from './erasure-documents.ts'
import type { KnownPerson } from './person-read-types.ts'
import { personKeysOf } from '../customers/identity/person-key.ts'
import { withoutBody } from '../kernel/workspace/idempotency-record.ts'
import type { HeldLease } from '../kernel/work/lease-keeper.ts'
import { changeUntil } from '../kernel/work/log-rewrites.ts'
import type { Workspace } from '../kernel/workspace/workspace.ts'
import { eraseFromDocuments } from './erase-from-documents.ts'
import { createLogEraser } from './erase-from-log.ts'
import { createMask } from './mask.ts'
import { type OwnWords, ownWordsBeside } from './own-words.ts'
import { planErasure } from './plan-erasure.ts'

/** How long the read models may take to catch up before an erasure starts. */
const catchUpMs = 60 * 60_000

export interface ErasureState {
  id: string
  status: 'RUNNING' | 'DONE' | 'FAILED'
  requestedAt: string
  receipt: ErasureReceipt | null
}

/** The erasures of one organization: one at a time, each completed even after crashes. */
export interface ErasureRunner {
  /**
   * Requests the erasure of the person with an e-mail address, userId or public id; resolves once it is certain to be
   * done, with the same id if it was requested already. Rejects with AppError `NOT_FOUND` when there is no such person.
   */
  request(reference: string, by: string): Promise<ErasureState>
  /** Null when there is none by that id. */
  find(id: string): Promise<ErasureState | null>
  /**
   * Continues all pending erasures, also those of an earlier process and failed ones. Resolves once none is left, or at
   * once when another process holds the lease; rejects when one fails, and a later call tries again.
   */
  resume(): Promise<void>
}

const runners = new WeakMap<Workspace, ErasureRunner>()

/** The erasures of a workspace: the same runner at each call. */
export function erasuresOf(workspace: Workspace): ErasureRunner {
  const runner = runners.get(workspace) ?? createErasureRunner(workspace)
  runners.set(workspace, runner)
  return runner
}

/** Continues pending erasures until none is left or the signal aborts: a later start completes them. */
export async function resumeErasures(
  workspace: Workspace,
  { signal }: { signal: AbortSignal },
): Promise<void> {
  let stop = () => {}
  const stopped = new Promise<void>((resolve) => (stop = resolve))
  signal.addEventListener('abort', stop, { once: true })
  await Promise.race([erasuresOf(workspace).resume(), stopped])
  // The signal lives as long as the server, and this is called repeatedly.
  signal.removeEventListener('abort', stop)
}

/**
 * The person that a reference means. Rejects with AppError `NOT_FOUND` when there is none, and `READS_UNAVAILABLE` while
 * that can't be known.
 */
export async function findPerson({ readModels }: Workspace, reference: string): Promise<KnownPerson> {
  const reads = await readModels.exact()
  const person = await reads.findPerson(reference.trim())
  if (person === null)
    throw new AppError('NOT_FOUND', 'There is nobody by that e-mail address, userId or id.')
  return person
}

function createErasureRunner(workspace: Workspace): ErasureRunner {
  const { readModels, replicas, rewrites, log } = workspace
  const erasures = erasureListOf(workspace)
  let running: Promise<void> | null = null
  /** Another one may have been requested since the list was read. */
  let asked = false
  /** The erasure in progress, or the one that failed. */
  let failedId: string | null = null

  function resume(): Promise<void> {
    asked = true
    running ??= runAll().finally(() => (running = null))
    return running
  }

  async function runAll(): Promise<void> {
    while (asked) {
      asked = false
      const list = await erasures.readPending()
      const held = list.length === 0 ? null : await workspace.lease.hold()
      if (held === null) return
      for (const pending of list) {
        failedId = pending.id
        await rewrites.exclusive(() => run(pending, held))
        failedId = null
        asked = true
      }
    }
  }

  async function run(pending: PendingErasure, { lost }: HeldLease): Promise<void> {
    const person = pending.person ?? (await plan(pending))
    const eraser = createLogEraser(person)
    lost.throwIfAborted()
    const segments = await log.rewrite(changeUntil(lost, eraser))
    lost.throwIfAborted()
    await eraseBeside(person)
    const { nodes, away } = await replicas.rebuild(lost)
    lost.throwIfAborted()
    const { id, requestedAt, by } = pending
    const receipt: ErasureReceipt = {
      id,
      requestedAt,
      completedAt: new Date().toISOString(),
      by,
      events: person.events.length + person.serverEvents.length,
      sources: person.sources.length,
      records: eraser.counts.records,
      masked: eraser.counts.masked,
      segments,
      nodes,
      away,
    }
    const receipts = await erasures.receipts.read()
    if (!receipts.some((given) => given.id === id)) await erasures.receipts.append(receipt)
    await erasures.changePending((list) => list.filter((other) => other.id !== id))
  }

  /** Stores what belongs to them before anything is deleted: later it couldn't be found any more. */
  async function plan({ id, keys }: PendingErasure) {
    let known: KnownPerson | null = null
    const reads = await readModels.exact({ withinMs: catchUpMs })
    for (const key of keys) known ??= await reads.findPerson(key)
    // An earlier erasure may have deleted their contact; their keys may still occur in texts.
    const person = await planErasure(readModels, known ?? { userId: '', keys })
    await erasures.changePending((list) =>
      list.map((other) => (other.id === id ? { ...other, person } : other)),
    )
    return person
  }

  /** Data outside the log that isn't derived from it. */
  async function eraseBeside(person: Parameters<typeof createMask>[0]): Promise<void> {
    const mask = createMask(person)
    const masked = <Value>(value: Value, own?: OwnWords): Value => {
      const withoutKeys = mask.keys(value, own)
      return withoutKeys === value ? value : mask.names(withoutKeys, own)
    }
    await feedbackOf(workspace).rewrite((entry) => masked(entry, ownWordsBeside.feedback))
    await workspace.audit.rewrite((entry) => masked(entry, ownWordsBeside.audit))
    await syncRunsOf(workspace).rewrite((entry) => masked(entry, ownWordsBeside.syncRun))
    await eraseFromDocuments(workspace, masked)
    await mergeReviewsOf(workspace).change((reviews) => {
      for (const [id, review] of Object.entries(reviews)) {
        if (person.publicIds.some((publicId) => id.includes(publicId))) delete reviews[id]
        else reviews[id] = masked(review, ownWordsBeside.mergeReview)
      }
    })
    const holds = (body: string) => mask.keys(body) !== body || mask.names(body) !== body
    await workspace.claims.rewrite((value) => withoutBody(value, holds))
  }

  async function add(reference: string, by: string): Promise<ErasureState> {
    const { keys } = await findPerson(workspace, reference)
    const isTheirs = (pending: PendingErasure) => pending.keys.some((key) => keys.includes(key))
    const asked = { id: randomUUID(), requestedAt: new Date().toISOString(), by, keys, person: null }
    const pending = await erasures.changePending((list) => (list.some(isTheirs) ? list : [...list, asked]))
    return stateOf(pending.find(isTheirs)!)
  }

  function stateOf({ id, requestedAt }: PendingErasure): ErasureState {
    const hasFailed = failedId === id && running === null
    return { id, status: hasFailed ? 'FAILED' : 'RUNNING', requestedAt, receipt: null }
  }

  return {
    resume,
    async request(reference, by) {
      // A person who is being erased can't be found before that is done.
      const pending = (await erasures.readPending()).find((one) => names(one, reference))
      const state = pending === undefined ? await add(reference, by) : stateOf(pending)
      // Waiting callers get the error; otherwise it is in the state, and the erasure is retried.
      resume().catch(() => undefined)
      return state
    },
    async find(id) {
      const pending = (await erasures.readPending()).find((one) => one.id === id)
      const receipt = (await erasures.receipts.read()).find((one) => one.id === id) ?? null
      if (receipt !== null && pending === undefined)
        return { id, status: 'DONE', requestedAt: receipt.requestedAt, receipt }
      return pending === undefined ? null : stateOf(pending)
    },
  }
}

/** Whether a reference means the person of an erasure. */
function names({ keys, person }: PendingErasure, reference: string): boolean {
  const id = reference.trim()
  const { likely, asUserId } = personKeysOf(id)
  return keys.includes(likely) || keys.includes(asUserId) || (person?.publicIds.includes(id) ?? false)
}
