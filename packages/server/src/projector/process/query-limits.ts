import { AppError } from '../../kernel/errors.ts'

/** Users' queries that run at once; more wait, within their own deadline. */
const maxQueries = 4
const maxQueriesOfCaller = 2
/** Queries of one caller that may wait; more are refused. */
const maxQueuedOfCaller = 20

export interface QueuedQuery {
  /** The API key's id. */
  readonly caller: string
}

/** The waiting query to run next: the first one of the caller with the fewest running; undefined while the limits are reached. */
export function nextQuery<Query extends QueuedQuery>(
  waiting: readonly Query[],
  running: readonly QueuedQuery[],
): Query | undefined {
  if (running.length >= maxQueries) return undefined
  const runningOf = new Map<string, number>()
  for (const { caller } of running) runningOf.set(caller, (runningOf.get(caller) ?? 0) + 1)
  const count = ({ caller }: QueuedQuery) => runningOf.get(caller) ?? 0
  let first: Query | undefined
  for (const query of waiting)
    if (count(query) < maxQueriesOfCaller && (first === undefined || count(query) < count(first)))
      first = query
  return first
}

/** The error when a caller has too many queries waiting already; else null. */
export function queueRefusal(caller: string, waiting: readonly QueuedQuery[]): AppError | null {
  if (countOf(caller, waiting) < maxQueuedOfCaller) return null
  const message = `Too many queries of this key wait already (${maxQueuedOfCaller}): send fewer at a time.`
  return new AppError('RATE_LIMITED', message, { retryAfterSeconds: 1 })
}

/** The error of a query whose deadline passed while it waited. It doesn't ask the caller to narrow the query. */
export function timedOutInQueue(
  caller: string,
  running: readonly QueuedQuery[],
  timeoutMs: number,
): AppError {
  const waited = `The query waited ${timeoutMs} ms for its turn and did not run:`
  const own = countOf(caller, running)
  if (own >= maxQueriesOfCaller) {
    const message = `${waited} ${own} queries of this key are running. Send fewer at a time, or try again.`
    return new AppError('RATE_LIMITED', message, { retryAfterSeconds: 1 })
  }
  const message = `${waited} the server is busy with ${running.length} others. Try again.`
  return new AppError('READS_UNAVAILABLE', message, { retryAfterSeconds: 1 })
}

function countOf(caller: string, queries: readonly QueuedQuery[]): number {
  return queries.filter((query) => query.caller === caller).length
}
