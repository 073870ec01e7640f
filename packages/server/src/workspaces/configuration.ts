import { AppError, isAppError } from '../errors.ts'
import type { Documents } from '../store/ports.ts'
import { parseWorkspaceDocument } from './parse-workspace-document.ts'
import type { WorkspaceDocument } from './workspace-document.ts'

/** The document that holds an organization's configuration. */
const name = 'workspace'
/** Others may change it meanwhile, each once. */
const maxAttempts = 50
/** A store that hasn't answered for so long is away, in milliseconds. */
const answerMs = 2_000
/** Keys that can't be looked up are trusted for so long, in milliseconds: they may be revoked meanwhile. */
const trustedMs = 10 * 60_000

/** One organization's configuration, kept in memory and followed in the store. */
export interface Configuration {
  /** The document as last read or written. Never changed in place: an update puts a new one here. */
  readonly document: WorkspaceDocument
  /** What is wrong with what the store holds, for people; then `document` is the last good one. Null when all is well. */
  readonly problem: string | null
  /** The store can't be reached, and not for longer than ten minutes: `document` is to be taken as it was last read. */
  readonly isAway: boolean
  /** Reads it again if somebody changed it: afterwards `document` and `problem` tell what stood there at or after the call. */
  refresh(): Promise<void>
  /**
   * Changes the document durably, on top of what the store holds. Changes queue up, and none is lost: one that another
   * process or a person makes meanwhile is taken in, and `change` is made on top of it.
   */
  update(change: (document: WorkspaceDocument) => void): Promise<void>
}

/** Opens a configuration; null when the organization has none. Rejects when it can't be read, saying where and why. */
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
      // Somebody is editing by hand: the last good document stays here until that is done.
      problem = reasonOf(error)
      awaySince = isAppError(error) && error.storeIsAway ? (awaySince ?? performance.now()) : null
    }
  }

  async function update(change: (document: WorkspaceDocument) => void): Promise<void> {
    for (let attempt = 1; attempt <= maxAttempts; attempt++) {
      await refresh()
      if (problem !== null)
        throw unavailable(new Error(`${problem}. Mend it; until then nothing is written over it`))
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
      // One look that has yet to begin serves everybody who asks before it does.
      waiting ??= inTurn(() => {
        waiting = null
        return refresh()
      })
      return waiting
    },
    update: (change) => inTurn(() => update(change)),
  }
}

/** Stores a new organization's configuration. Rejects with AppError `CONFLICT` when there is one of that id. */
export async function createConfiguration(documents: Documents, document: WorkspaceDocument): Promise<void> {
  if ((await documents.write(name, document, { expected: null })) === null)
    throw new AppError('CONFLICT', `There is an organization ${document.organization.id} already`)
}

/** What is wrong, for people who run the server. */
export function reasonOf(error: unknown): string {
  const told = error instanceof AppError && error.cause !== undefined ? error.cause : error
  return told instanceof Error ? told.message : String(told)
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
