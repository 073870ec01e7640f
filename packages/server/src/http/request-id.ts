import { randomUUID } from 'node:crypto'

/** The caller's `X-Request-Id`, if it is simple; else a new one. Every response has it. */
export function chooseRequestId(given: string | readonly string[] | null | undefined): string {
  return typeof given === 'string' && /^[\w.:-]{1,128}$/.test(given) ? given : `req_${randomUUID()}`
}
