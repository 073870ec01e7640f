import { reasonOf } from '../reason-of.ts'
import { AppError, isAppError } from '../errors.ts'
import type { Documents } from '../store/ports.ts'
import { parseWorkspaceDocument } from './parse-workspace-document.ts'
import type { WorkspaceDocument } from './workspace-document.ts'

/** The document that holds an organization's configuration. */
const name = 'workspace'
/** Attempts of an update; each fails only because somebody else changed the document meanwhile. */
const maxAttempts = 50
/** A store that hasn't answered for this long counts as away. */
const answerMs = 2_000
/** How long keys are trusted that can't be looked up: they may have been revoked meanwhile. */
const trustedMs = 10 * 60_000

/** One organization's configuration, cached in memory and kept in sync with the store. */
export interface Configuration {
  /** The last document read or written. Immutable: an update replaces it. */
  readonly document: WorkspaceDocument
  /** What is wrong with the stored document, for people; `document` is then the last valid one. Null when it is valid. */
  readonly problem: string | null
  /** The store can't be reached, for ten minutes at most: `document` may be used as last read. */
  readonly isAway: boolean
  /** Reads the document again if it changed. Afterwards `document` and `problem` are as of the call or later. */
  refresh(): Promise<void>
  /**
   * Changes the stored document durably. Concurrent changes are queued, and none is lost: if another process or a person
   * changed the document meanwhile, `change` is applied to that version.
   */
  update(change: (document: WorkspaceDocument) => void): Promise<void>
}

/** Opens a configuration; null when the organization has none. Rejects with place and reason when it can't be read. */
export async function openConfiguration(documents: Documents): Promise<Configuration | null> {
  const place = documents.place(name)
  const first = await documents.read(name).catch(explain)
  if (first === null) return null
  let document = parseWorkspaceDocument(first.value, place)
  let version = first.version
  let problem: string | null = null
  let awaySince: number | null = null
  let last: Promise<unknown> = Promise.resolve()
  let waiting: Promise<void> | null = null

  async function refresh(): Promise<void> {
    try {
      const read = await inTime(documents.read(name, { known: version }))
      if (read === null) throw new Error(`${place} is gone`)
      if (read !== 'unchanged') {
        document = parseWorkspaceDocument(read.value, place)
        version = read.version
      }
      problem = null
      awaySince = null
    } catch (error) {
      // A person is editing the file: the last valid document stays until it is valid again.
      problem = reasonOf(error)
      awaySince = isAppError(error) && error.storeIsAway ? (awaySince ?? performance.now()) : null
    }
  }

  async function update(change: (document: WorkspaceDocument) => void): Promise<void> {
    for (let attempt = 1; attempt <= maxAttempts; attempt++) {
      await refresh()
      if (problem !== null)
        throw unavailable(new Error(`${problem}. Correct it; until then nothing is written over it`))
      const next = structuredClone(document)
      change(next)
      const written = await documents.write(name, next, { expected: version }).catch((error: unknown) => {
        throw unavailable(error)
      })
      if (written !== null) {
        document = next
        version = written
        return
      }
    }
    throw unavailable(new Error(`${place} is changed again and again by others`))
  }

  const inTurn = <T>(task: () => Promise<T>): Promise<T> => {
    const turn = last.then(task)
    last = turn.catch(() => null)
    return turn
  }

  return {
    get document() {
      return document
    },
    get problem() {
      return problem
    },
    get isAway() {
      return awaySince !== null && performance.now() - awaySince < trustedMs
    },
    refresh() {
      // Callers that come before the read starts share it.
      waiting ??= inTurn(() => {
        waiting = null
        return refresh()
      })
      return waiting
    },
    update: (change) => inTurn(() => update(change)),
  }
}

/** Stores a new organization's configuration. Rejects with AppError `CONFLICT` when the id is taken. */
export async function createConfiguration(documents: Documents, document: WorkspaceDocument): Promise<void> {
  if ((await documents.write(name, document, { expected: null })) === null)
    throw new AppError('CONFLICT', `There is an organization ${document.organization.id} already`)
}

async function inTime<Value>(answer: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const message = `The store has not answered for ${answerMs} ms`
    timer = setTimeout(() => reject(new AppError('UNAVAILABLE', message, { storeIsAway: true })), answerMs)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}

function explain(error: unknown): never {
  throw new Error(reasonOf(error), { cause: error })
}

function unavailable(error: unknown): AppError {
  const message = "The organization's configuration can't be changed now"
  return new AppError('UNAVAILABLE', message, { cause: new Error(reasonOf(error)), retryAfterSeconds: 30 })
}
