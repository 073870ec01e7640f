import { tools } from '@customer-intel/contract'
import type { ResolvedToolInput, ToolName, ToolOutputs } from '@customer-intel/contract'
import type { RequestContext } from './services.ts'

/** A tool: its entry in the contract, and its implementation. */
export interface Tool<Name extends ToolName> {
  contract: (typeof tools)[Name]
  /** Whether it reads the read models, which must then include everything accepted before the call. */
  reads: boolean
  /** Whether a call counts toward the plan's API calls. */
  counts: boolean
  /** Takes a validated input, with defaults. */
  run(input: ResolvedToolInput<Name>, context: RequestContext): Promise<ToolOutputs[Name]>
}

export function defineTool<Name extends ToolName>(
  name: Name,
  run: Tool<Name>['run'],
  { reads = true, counts = true }: { reads?: boolean; counts?: boolean } = {},
): Tool<Name> {
  return { contract: tools[name], reads, counts, run }
}
