import type { Logger } from '../kernel/logger.ts'
import { type Reply, jsonReply } from './reply.ts'

/** Responds to an unexpected error: the log has all of it, the caller gets a request id to quote. */
export function unexpectedError(logger: Logger): (error: unknown, requestId: string) => Reply {
  return (error, requestId) => {
    logger.error(`Request ${requestId} failed:`, error)
    return jsonReply(500, { error: 'Internal server error' }, { 'x-request-id': requestId })
  }
}
