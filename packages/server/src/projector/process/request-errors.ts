import { AppError } from '../../kernel/errors.ts'

/** Short enough for the retry to meet the process while it has a slot. */
const retrySoonSeconds = 1

/** No process can answer, for this reason. Retry. */
export function readsUnavailable(reason: string, retryAfterSeconds = 5): AppError {
  return new AppError('READS_UNAVAILABLE', `The read models can't answer: ${reason}`, { retryAfterSeconds })
}

export function stoppingError(): AppError {
  return new AppError('READS_UNAVAILABLE', 'The server is stopping.', { retryAfterSeconds: 5 })
}

/** The request timed out waiting for a process. */
export function noProcessYet(): AppError {
  const reason = 'Their process has not had its turn yet, since others are asked. Try again.'
  return readsUnavailable(reason, retrySoonSeconds)
}

/** An own read exceeded the limit of all reads. */
export function noAnswer(): AppError {
  return readsUnavailable('They did not answer in time.')
}

/** The limit was exceeded, but the process got hardly any CPU time. */
function starvedRun(limitMs: number): AppError {
  return readsUnavailable(`The machine is so busy that this hardly ran within ${limitMs} ms. Try again.`)
}

/** An own read exceeded its limit. */
export function readTooLong(limitMs: number, starved: boolean): AppError {
  if (starved) return starvedRun(limitMs)
  const message = `The answer took longer than ${limitMs} ms. Ask for less, for example for a shorter time.`
  return new AppError('EXECUTION_ERROR', message)
}

/** An own read found more than fits into memory. */
export function answerTooLarge(): AppError {
  const message =
    'The answer is too large: ask for less, with a smaller limit (1 at least) and its nextCursor as the next cursor, or for a shorter time.'
  return new AppError('EXECUTION_ERROR', message)
}

/** A user's query exceeded its limit. */
export function queryTooLong(limitMs: number, starved: boolean): AppError {
  if (starved) return starvedRun(limitMs)
  const message = `The query ran longer than ${limitMs} ms. Narrow it down, for example to a shorter time.`
  return new AppError('EXECUTION_ERROR', message)
}

/** Not even the first row of a user's query fits into an answer. */
export function rowTooLarge(maxBytes: number): AppError {
  const message = `A single row has more than the ${maxBytes} bytes that an answer may have. Select fewer columns, or a part of long texts, such as left(text, 500).`
  return new AppError('EXECUTION_ERROR', message)
}

/** All rows of a user's query are more than a file may have. */
export function csvTooLarge(maxBytes: number): AppError {
  const message = `The whole answer has more than ${maxBytes} bytes. Ask for a part at a time, such as a month.`
  return new AppError('EXECUTION_ERROR', message)
}

/** A file of CSV can't be written, for a reason of the machine's. */
export function csvNotWritten(code: string): AppError {
  return readsUnavailable(`A file for the answer can't be written (${code}): make room beside the database.`)
}

/** The process grew too large while queries of so many callers ran. With one caller it is that caller's fault. */
export function tooMuchMemory(callers: number): AppError {
  if (callers > 1)
    return readsUnavailable('What runs at once needs more memory than there is. Try again.', retrySoonSeconds)
  const message =
    'The query needs more memory than it may have. Narrow it down: to fewer rows, or to a part of long texts, such as left(text, 500).'
  return new AppError('EXECUTION_ERROR', message)
}

/** The process of a user's query ended too often: because of that query, as far as is known, or because of others. */
export function queryInterrupted(byOthers: boolean): AppError {
  return byOthers
    ? readsUnavailable('Its process was ended by other queries each time. Try again.')
    : new AppError('EXECUTION_ERROR', 'The query ended the process that ran it.')
}

/** An own read that isn't retried any more. */
export function readInterrupted(): AppError {
  const reason =
    'Their process ended each time that this was asked. Ask for less, for example for a shorter time.'
  return readsUnavailable(reason)
}

export function unwanted(): AppError {
  return new AppError('EXECUTION_ERROR', 'The query was stopped: whoever asked waits no more.')
}
