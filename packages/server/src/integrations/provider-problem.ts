import { isAppError } from '../kernel/errors.ts'
/**
 * Why a provider couldn't be called. `credentials`: refused for good; `restart`: the walk must start again; `address`:
 * the configured address isn't allowed; `wait`: not before `notBefore`; `temporary`: retry later; `oversized`: the
 * response exceeds the size limit; `broken`: the response has an unknown form; `object`: one object can't be fetched, but
 * others can.
 */
export type ProblemKind =
  | 'credentials'
  | 'permission'
  | 'address'
  | 'restart'
  | 'wait'
  | 'temporary'
  | 'oversized'
  | 'broken'
  | 'object'

/** The message names the problem and the remedy, for people, and contains no credentials. */
export class ProviderProblem extends Error {
  override readonly name = 'ProviderProblem'
  readonly kind: ProblemKind
  /** Unix milliseconds; for `wait`. */
  readonly notBefore: number | null

  constructor(kind: ProblemKind, message: string, { notBefore = null }: { notBefore?: number | null } = {}) {
    super(message)
    this.kind = kind
    this.notBefore = notBefore
  }
}

/** Runs a parser of a provider's responses: its errors become {@link ProviderProblem}s. */
export async function readingAnswers<Result>(name: string, read: () => Promise<Result>): Promise<Result> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof ProviderProblem || isAppError(error)) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new ProviderProblem('broken', `${name} gave an answer that can't be read: ${reason}`)
  }
}
