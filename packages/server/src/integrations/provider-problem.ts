import { isAppError } from '../errors.ts'
/**
 * Why a provider couldn't be asked. `credentials`: refused, and no use in asking again; `restart`: the walk has to begin
 * anew; `address`: it may not be asked where it is said to be; `wait`: not before `notBefore`; `temporary`: again later;
 * `oversized`: its answer is larger than answers may be; `broken`: it is none that we know; `object`: one object can't be
 * had, and others can.
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

/** The message says what is wrong and the remedy, for people, and holds no credential. */
export class ProviderProblem extends Error {
  override readonly name = 'ProviderProblem'
  readonly kind: ProblemKind
  /** Unix milliseconds; of `wait`. */
  readonly notBefore: number | null

  constructor(kind: ProblemKind, message: string, { notBefore = null }: { notBefore?: number | null } = {}) {
    super(message)
    this.kind = kind
    this.notBefore = notBefore
  }
}

/** Runs what reads a provider's answers: one that can't be read is a {@link ProviderProblem}, too. */
export async function readingAnswers<Result>(name: string, read: () => Promise<Result>): Promise<Result> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof ProviderProblem || isAppError(error)) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new ProviderProblem('broken', `${name} gave an answer that can't be read: ${reason}`)
  }
}
