import type { Request } from './protocol.ts'

/** The read process, as the request queue sees it. */
export interface Answerer {
  readonly pid: number | undefined
  /** Why it can't answer; null while it can. */
  readonly unavailable: string | null
  /** Whether the last attempts to open the database failed. */
  readonly isUnopened: boolean
  send: (request: Request) => void
  /** Kills the process; it is restarted. */
  kill: () => void
  /** Called when a request arrives that needs the process. */
  onRequest: () => void
}
