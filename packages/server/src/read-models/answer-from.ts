import type { Staleness } from '@customer-intel/contract'
import { isAppError } from '../errors.ts'
import type { ReadModels } from './read-models.ts'

/** How long one answer may wait for the read models before it is refused, in all. */
const maxWaitMs = 10_000

/** Reads for an answer, as current as `ReadModels.fresh` makes them. That they lack something is noted. */
export type FreshReader = () => Promise<ReadModels>

/** An answer, and what it lacks of what was accepted before it was asked for; null: nothing. */
export interface FreshAnswer<Answer> {
  answer: Answer
  stale: Staleness | null
}

/**
 * Makes an answer out of the read models, and notes what it lacks: whoever gives it away says so. Where reads that lack
 * something don't find what is asked for (`NOT_FOUND`), it may be there all the same: with `mayRepeat` the answer is made
 * once more from what holds everything. Rejects with what `answer` does, and then with `READS_UNAVAILABLE` where the read
 * models don't come to that within ten seconds of the call.
 */
export async function answerFrom<Answer>(
  readModels: Pick<ReadModels, 'fresh' | 'exact'>,
  answer: (fresh: FreshReader) => Promise<Answer>,
  { mayRepeat }: { mayRepeat: boolean },
): Promise<FreshAnswer<Answer>> {
  const begun = performance.now()
  let stale: Staleness | null = null
  const fresh = async () => {
    const found = await readModels.fresh()
    stale ??= found.stale
    return found.reads
  }
  try {
    return { answer: await answer(fresh), stale }
  } catch (error) {
    if (!mayRepeat || stale === null || !isAppError(error) || error.code !== 'NOT_FOUND') throw error
    const withinMs = Math.max(0, maxWaitMs - (performance.now() - begun))
    const reads = await readModels.exact({ withinMs })
    return { answer: await answer(async () => reads), stale: null }
  }
}
