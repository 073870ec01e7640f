import { AppError } from '../errors.ts'

/** Told to come again, a caller is to come within the turn that the process gets next. */
const turnRetrySeconds = 1

/** Nobody is there to answer, for this reason. Ask again. */
export function unavailable(reason: string, retryAfterSeconds = 5): AppError {
  return new AppError('READS_UNAVAILABLE', `The read models can't answer: ${reason}`, { retryAfterSeconds })
}

export function stoppingError(): AppError {
  return new AppError('READS_UNAVAILABLE', 'The server is stopping.', { retryAfterSeconds: 5 })
}

/** What waited for its process in vain. */
export function notItsTurn(): AppError {
  const reason = 'Their process has not had its turn yet, since others are asked. Try again.'
  return unavailable(reason, turnRetrySeconds)
}

/** One of our own reads that ran for as long as all may. */
export function noAnswer(): AppError {
  return unavailable('They did not answer in time.')
}

/** What ran for as long as it may, though its process hardly had the processor. */
function starvedRun(limitMs: number): AppError {
  return unavailable(`The machine is so busy that this hardly ran within ${limitMs} ms. Try again.`)
}

/** One of our own reads that ran for as long as this one may. */
export function readTooLong(limitMs: number, starved: boolean): AppError {
  if (starved) return starvedRun(limitMs)
  const message = `The answer took longer than ${limitMs} ms. Ask for less, for example for a shorter time.`
  return new AppError('EXECUTION_ERROR', message)
}

/** A user's query that ran for as long as it may. */
export function queryTooLong(limitMs: number, starved: boolean): AppError {
  if (starved) return starvedRun(limitMs)
  const message = `The query ran longer than ${limitMs} ms. Narrow it down, for example to a shorter time.`
  return new AppError('EXECUTION_ERROR', message)
}

/** Queries of so many callers ran when their process grew too large: where of one alone, it is theirs. */
export function tooMuchMemory(callers: number): AppError {
  if (callers > 1)
    return unavailable('What runs at once needs more memory than there is. Try again.', turnRetrySeconds)
  const message = 'The query needs more memory than it may have. Narrow it down.'
  return new AppError('EXECUTION_ERROR', message)
}

/** A user's query whose process ended too often: by itself as far as anybody knows, or by what ran beside it. */
export function queryInterrupted(byOthers: boolean): AppError {
  return byOthers
    ? unavailable('Its process was ended by other queries each time. Try again.')
    : new AppError('EXECUTION_ERROR', 'The query ended the process that ran it.')
}

/** One of our own reads that isn't asked again. */
export function readInterrupted(): AppError {
  const reason =
    'Their process ended each time that this was asked. Ask for less, for example for a shorter time.'
  return unavailable(reason)
}

export function unwanted(): AppError {
  return new AppError('EXECUTION_ERROR', 'The query was stopped: whoever asked waits no more.')
}
