import type { Request } from './protocol.ts'

/** The process that answers, as those see it who put requests to it. */
export interface Answerer {
  readonly pid: number | undefined
  /** Null while it can answer. */
  readonly unavailable: string | null
  /** Whether it can't open the database, as far as it was tried. */
  readonly isUnopened: boolean
  send: (request: Request) => void
  /** Ends it; it is started again. */
  kill: () => void
  /** Something is asked that it has to be there for. */
  onRequest: () => void
}
