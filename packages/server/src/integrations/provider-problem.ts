import { isAppError } from '../kernel/errors.ts'
import { messageOf } from '../kernel/reason-of.ts'
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
    const reason = messageOf(error)
    throw new ProviderProblem('broken', `${name} gave an answer that can't be read: ${reason}`)
  }
}

/** What to do about a problem, for people. */
export const remedies: Readonly<Record<ProblemKind, string>> = {
  credentials: 'Connect it again, with credentials that are valid.',
  permission: 'Give the key or the application the rights that it lacks, then sync again.',
  address: 'Let SVC_PROVIDER_<ID>_BASE_URL name an address that is allowed, or leave it out.',
  restart: 'Nothing to do: it begins anew by itself.',
  wait: 'Nothing to do: it goes on by itself as soon as it may.',
  temporary: 'Nothing to do: it is tried again by itself, after a while.',
  oversized: 'Make the object smaller at the service, or leave it: what else there is goes on.',
  broken:
    'It is tried again by itself. If it stays, update this server: the service may have changed its API.',
  object: 'Nothing to do: the object is asked for again, and quarantined after ten tries.',
}
