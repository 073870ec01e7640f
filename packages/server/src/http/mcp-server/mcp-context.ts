import type { JsonObject } from '@customer-intel/contract'
import type { CommandTool } from '@customer-intel/contract/openapi/command-tools'
import type { RequestContext } from '../../kernel/operations/services.ts'
import type { ToolSelection } from './toolsets.ts'

/** The caller of a message, and the server's services for it. */
export interface McpContext extends RequestContext {
  /** The server's address for the caller, without a slash at the end. */
  address: string
  /** Which tools the client has listed. */
  selection: ToolSelection
  /** Runs a command like its route. Throws AppErrors; a repetition of a failed request gets its error. */
  runCommand(
    command: CommandTool,
    input: JsonObject,
    context: McpContext,
  ): Promise<{ status: number; body: string }>
}
