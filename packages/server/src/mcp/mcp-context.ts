import type { RequestContext } from '../services.ts'

/** Who sent a message, and what answers it. */
export interface McpContext extends RequestContext {
  /** Where the caller reaches this server, without a slash at the end. */
  address: string
}
