import type { Staleness } from '@customer-intel/contract'
import { AppError, isAppError } from '../errors.ts'
import type { ReadModels } from '../read-models/read-models.ts'

/** Reads for an answer, as current as `ReadModels.fresh` makes them. That they lack something is noted. */
export type FreshReader = () => Promise<ReadModels>

/** An answer, and what it lacks of what was accepted before it was asked for; null: nothing. */
export interface FreshAnswer<Answer> {
  answer: Answer
  stale: Staleness | null
}

/**
 * Makes an answer out of the read models, and notes what it lacks: whoever gives it away says so. Rejects with what
 * `answer` does; a `NOT_FOUND` by reads that lack something has `stale` too, since what is asked for may be in it.
 */
export async function answerFrom<Answer>(
  readModels: Pick<ReadModels, 'fresh'>,
  answer: (fresh: FreshReader) => Promise<Answer>,
): Promise<FreshAnswer<Answer>> {
  let stale: Staleness | null = null
  const fresh = async () => {
    const found = await readModels.fresh()
    stale ??= found.stale
    return found.reads
  }
  try {
    return { answer: await answer(fresh), stale }
  } catch (error) {
    throw isAppError(error) && error.code === 'NOT_FOUND' && stale !== null
      ? notFoundYet(error, stale)
      : error
  }
}

function notFoundYet(error: AppError, stale: Staleness): AppError {
  const message = `${error.message.replace(/\.$/, '')}, as far as is known now. ${stale.reason}`
  return new AppError(error.code, message, { issues: error.issues, stale, cause: error })
}
