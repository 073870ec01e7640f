import type { JsonObject } from '@customer-intel/contract'
import type { CommandTool } from '@customer-intel/contract/openapi/command-tools'
import type { RequestContext } from '../services.ts'

/** Who sent a message, and what answers it. */
export interface McpContext extends RequestContext {
  /** Where the caller reaches this server, without a slash at the end. */
  address: string
  /** Runs a command as its route does. Throws AppErrors; a repetition of what was refused is answered as the first was. */
  runCommand(
    command: CommandTool,
    input: JsonObject,
    context: McpContext,
  ): Promise<{ status: number; body: string }>
}
