import { randomUUID } from 'node:crypto'

/** The caller's own `X-Request-Id`, where it is a plain one; else a new one. It comes back with every answer. */
export function chooseRequestId(given: string | readonly string[] | null | undefined): string {
  return typeof given === 'string' && /^[\w.:-]{1,128}$/.test(given) ? given : `req_${randomUUID()}`
}
