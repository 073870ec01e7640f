import { AppError } from '../errors.ts'
import type { RunUntrusted, UntrustedResult } from './sql/database.ts'
import { createMemoryWatch } from './memory-watch.ts'
import { neverRan, nextInTurn, refusalToWait } from './query-turns.ts'
import type { QueryAnswer, Reply, Request } from './protocol.ts'
import type { Reads } from './read-models.ts'

/** After its deadline a query is asked to stop, and this much later, in milliseconds, its process is killed. */
const graceMs = 120
/** What runs as long as this, in milliseconds, may be what a process grew too large by. */
const suspectMs = 100
/** What ran for less is asked so often again when its process ends; what ran longer once. */
const maxInterruptions = 3
/** A read of ours for which memory was missing is asked again after so many milliseconds. */
const againMs = 100
/** Why a read isn't asked again. */
const endedTwice =
  'Their process ended each time that this was asked. Ask for less, for example for a shorter time.'
/** One of our own reads is answered within this, restarts included, or fails. */
export const readDeadlineMs = 30_000
/** Told to come again, a caller is to come within the turn that the process gets next. */
const turnRetrySeconds = 1
/** While the database can't be opened, what is asked waits so many milliseconds for the next attempt. */
export const unopenedMs = 2_000

interface Pending {
  request: Extract<Request, { kind: 'read' | 'query' }>
  /** Of a user's query: whose it is. */
  caller: string
  /** Whether the process has it. */
  sent: boolean
  resolve(answer: unknown): void
  reject(error: Error): void
  timer: NodeJS.Timeout
  /** When `timer` ends, by the monotonic clock, and what is done then. */
  expiresAt: number
  expire: () => void
  /** Set for a user's query past its deadline: when its process is killed. */
  killTimer?: NodeJS.Timeout
  /** When the process got it, by the monotonic clock. */
  sentAt: number
  /** In how many processes that ended it was. */
  interruptions: number
  /** One of our own reads that was asked once more, after the memory for it was missing. */
  again?: boolean
}

const isUsers = ({ request }: Pending) => request.kind === 'query'

/** The process that answers. */
interface Answerer {
  readonly pid: number | undefined
  /** Null while it can answer. */
  readonly unavailable: string | null
  /** Whether it can't open the database, as far as it was tried. */
  readonly isUnopened: boolean
  send: (request: Request) => void
  /** Ends it; it is started again. */
  kill: () => void
  /** Something is asked that it has to be there for. */
  onAsked: () => void
}

/** What is asked of the process that holds the database, until it is answered: whatever becomes of that process. */
export interface RequestQueue {
  /** Whether the process takes requests now; else they wait. */
  readonly open: boolean
  /** How many wait for their answer, users' queries included. */
  readonly size: number
  /** Users' queries that run, and that wait for one of these to end. */
  readonly running: number
  readonly queued: number
  /** How many users' queries were ended with their process. */
  readonly kills: number
  /** One of our own reads, asked again of a process that is started anew: once where it may be what ended it. */
  read(name: keyof Reads, values: readonly unknown[], timeoutMs?: number): Promise<unknown>
  /** A user's query. One that ends the process is not asked again. */
  runUntrusted: RunUntrusted
  receive(reply: Extract<Reply, { kind: 'answer' | 'failed' }>): void
  /** When somebody was last told to come again, since the process hadn't had its turn; by the monotonic clock. */
  readonly refusedAt: number
  /** The process takes requests: those that wait are put to it. */
  resume(): void
  /** The database can't be opened: what waits is told so soon. */
  hasten(): void
  /** Puts nothing more to the process, until it resumes. Resolves once it has answered what it has. */
  drain(): Promise<void>
  /** The process has ended with what it was asked. */
  interrupted(): void
  /** Nobody will answer any more. */
  giveUp(error: AppError): void
}

/** `measure` tells how large a process is, in bytes. Default: as the system says. */
export function createRequestQueue(
  answerer: Answerer,
  { measure }: { measure?: (pid: number | undefined) => Promise<number> } = {},
): RequestQueue {
  const pending = new Map<number, Pending>()
  const queue: Pending[] = []
  let open = false
  let nextId = 1
  let kills = 0
  let givenUp: AppError | null = null
  let refusedAt = -Infinity
  let onDrained: (() => void) | null = null
  const memory = createMemoryWatch({
    pid: () => answerer.pid,
    ...(measure === undefined ? {} : { measure }),
    onTooLarge() {
      // Which one it is nobody tells. Those that began a moment ago are asked once more instead.
      const users = running()
      const suspects = users.filter(({ sentAt }) => performance.now() - sentAt >= suspectMs)
      for (const { request } of suspects.length > 0 ? suspects : users)
        kill(request.id, 'The query needs more memory than it may have. Narrow it down.')
    },
  })
  const running = () => [...pending.values()].filter(isUsers)

  function settle(id: number): Pending | undefined {
    const entry = pending.get(id)
    if (entry === undefined) return undefined
    pending.delete(id)
    clearTimeout(entry.timer)
    clearTimeout(entry.killTimer)
    if (isUsers(entry)) runNext()
    tellDrained()
    return entry
  }

  function tellDrained(): void {
    if (onDrained === null || [...pending.values()].some(({ sent }) => sent)) return
    onDrained()
    onDrained = null
  }

  function send(entry: Pending): void {
    entry.sent = true
    entry.sentAt = performance.now()
    answerer.send(entry.request)
  }

  function runNext(): void {
    while (open) {
      const next = nextInTurn(queue, running())
      if (next === undefined) break
      queue.splice(queue.indexOf(next), 1)
      pending.set(next.request.id, next)
      send(next)
    }
    memory.watch(running().length > 0)
  }

  /** Ends a user's query with its process, which is started again at once. */
  function kill(id: number, message: string): void {
    if (!pending.has(id)) return
    // Before the next query is sent to a process that ends.
    open = false
    settle(id)?.reject(new AppError('EXECUTION_ERROR', message))
    kills += 1
    answerer.kill()
  }

  /** A user's query may hold the memory that one of our own reads needs: until that query ends, we ask again. */
  function lacksMemory({ id, message }: Extract<Reply, { kind: 'failed' }>): boolean {
    const entry = pending.get(id)
    if (entry === undefined || isUsers(entry) || !message.startsWith('Out of Memory')) return false
    if (entry.again && running().length === 0) return false
    entry.again = true
    return true
  }

  function askAgain(id: number): void {
    const entry = pending.get(id)
    if (open && entry !== undefined) send(entry)
  }

  /** What becomes of one of our own reads that isn't answered in time. */
  function lateness(isSent: boolean, timeoutMs: number): AppError {
    if (!isSent || answerer.unavailable !== null) return notYet()
    if (timeoutMs >= readDeadlineMs) return unavailable('They did not answer in time.', 5)
    const message = `The answer took longer than ${timeoutMs} ms. Ask for less, for example for a shorter time.`
    return new AppError('EXECUTION_ERROR', message)
  }

  /** Nobody is there to answer yet. */
  function notYet(): AppError {
    if (answerer.unavailable !== null) return unavailable(answerer.unavailable, 5)
    refusedAt = performance.now()
    const reason = 'Their process has not had its turn yet, since others are asked. Try again.'
    return unavailable(reason, turnRetrySeconds)
  }

  /** Until when it may wait that is asked now. */
  function expiring(timeoutMs: number, expire: () => void) {
    const ms = answerer.isUnopened ? Math.min(timeoutMs, unopenedMs) : timeoutMs
    return { timer: setTimeout(expire, ms), expiresAt: performance.now() + ms, expire }
  }

  return {
    get open() {
      return open
    },
    get size() {
      return pending.size + queue.length
    },
    get running() {
      return running().length
    },
    get queued() {
      return queue.length
    },
    get kills() {
      return kills
    },
    get refusedAt() {
      return refusedAt
    },

    read(name, values, timeoutMs = readDeadlineMs) {
      return new Promise<unknown>((resolve, reject) => {
        if (givenUp !== null) return reject(givenUp)
        const id = nextId++
        const expire = () => {
          answerer.send({ kind: 'interrupt', id })
          settle(id)?.reject(lateness(entry.sent, timeoutMs))
        }
        const entry: Pending = {
          request: { kind: 'read', id, name, values },
          caller: '',
          sent: false,
          sentAt: 0,
          interruptions: 0,
          resolve,
          reject,
          ...expiring(timeoutMs, expire),
        }
        pending.set(id, entry)
        answerer.onAsked()
        if (open) send(entry)
      })
    },

    runUntrusted(sql, limits, signal) {
      return new Promise<UntrustedResult>((resolve, reject) => {
        if (givenUp !== null) return reject(givenUp)
        if (signal?.aborted) return reject(unwanted())
        const id = nextId++
        const entry: Pending = {
          request: { kind: 'query', id, sql, limits },
          caller: limits.caller ?? '',
          sent: false,
          sentAt: 0,
          interruptions: 0,
          resolve(answer) {
            signal?.removeEventListener('abort', abandon)
            const { json, truncated } = answer as QueryAnswer
            resolve({ rows: JSON.parse(json) as UntrustedResult['rows'], truncated })
          },
          reject(error) {
            signal?.removeEventListener('abort', abandon)
            reject(stoppedBy ?? error)
          },
          ...expiring(Math.max(1, limits.timeoutMs - (limits.spentMs ?? 0)), expire),
        }
        /** Why it was asked to stop: what it answers to that says less. */
        let stoppedBy: AppError | null = null
        signal?.addEventListener('abort', abandon, { once: true })
        function expire() {
          if (queue.includes(entry))
            return stop(open ? neverRan(entry.caller, running(), limits.timeoutMs) : notYet())
          const message = `The query ran longer than ${limits.timeoutMs} ms. Narrow it down, for example to a shorter time.`
          stop(new AppError('EXECUTION_ERROR', message))
        }
        function abandon() {
          clearTimeout(entry.timer)
          stop(unwanted())
        }
        function stop(error: AppError) {
          const waiting = queue.indexOf(entry)
          if (waiting >= 0) {
            queue.splice(waiting, 1)
            return entry.reject(error)
          }
          // Past its deadline it is being stopped already.
          if (entry.killTimer !== undefined) return
          answerer.send({ kind: 'interrupt', id })
          stoppedBy = error
          entry.killTimer = setTimeout(() => kill(id, error.message), graceMs)
        }
        const refusal = refusalToWait(entry.caller, queue)
        if (refusal !== null) {
          clearTimeout(entry.timer)
          return entry.reject(refusal)
        }
        queue.push(entry)
        answerer.onAsked()
        runNext()
      })
    },

    receive(reply) {
      if (reply.kind === 'answer') settle(reply.id)?.resolve(reply.value)
      else if (lacksMemory(reply)) setTimeout(askAgain, againMs, reply.id)
      else settle(reply.id)?.reject(new AppError(reply.code, reply.message))
    },

    resume() {
      open = true
      for (const entry of pending.values()) send(entry)
      runNext()
    },

    hasten() {
      for (const entry of [...pending.values(), ...queue]) {
        if (entry.expiresAt - performance.now() <= unopenedMs) continue
        clearTimeout(entry.timer)
        Object.assign(entry, expiring(unopenedMs, entry.expire))
      }
    },

    drain() {
      open = false
      return new Promise((resolve) => {
        onDrained = resolve
        tellDrained()
      })
    },

    interrupted() {
      open = false
      // What ran beside the one that ended the process gets another chance.
      for (const entry of pending.values()) {
        if (!entry.sent) continue
        entry.sent = false
        const isSuspect = performance.now() - entry.sentAt >= suspectMs
        const isTooOften = entry.interruptions >= (isSuspect ? 1 : maxInterruptions)
        entry.interruptions += 1
        if (!isUsers(entry)) {
          if (isTooOften) settle(entry.request.id)?.reject(unavailable(endedTwice, 5))
        } else if (isTooOften || entry.killTimer !== undefined)
          settle(entry.request.id)?.reject(
            new AppError('EXECUTION_ERROR', 'The query ended the process that ran it.'),
          )
        else {
          pending.delete(entry.request.id)
          queue.push(entry)
        }
      }
      tellDrained()
    },

    giveUp(error) {
      open = false
      givenUp = error
      for (const entry of queue.splice(0)) {
        clearTimeout(entry.timer)
        entry.reject(error)
      }
      for (const id of pending.keys()) settle(id)?.reject(error)
    },
  }
}

function unwanted(): AppError {
  return new AppError('EXECUTION_ERROR', 'The query was stopped: whoever asked waits no more.')
}

function unavailable(reason: string, retryAfterSeconds: number): AppError {
  return new AppError('READS_UNAVAILABLE', `The read models can't answer: ${reason}`, { retryAfterSeconds })
}
