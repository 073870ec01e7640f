import { tools } from '@customer-intel/contract'
import type { ResolvedToolInput, ToolName, ToolOutputs } from '@customer-intel/contract'
import type { RequestContext } from '../services.ts'

/** A tool's entry in the contract, and what it does. */
export interface Tool<Name extends ToolName> {
  contract: (typeof tools)[Name]
  /** Whether its answer comes out of the read models, and so has to hold what was accepted before the call. */
  reads: boolean
  /** Whether a call counts toward the plan's API calls. */
  counts: boolean
  /** Takes a validated input, defaults filled in. */
  run(input: ResolvedToolInput<Name>, context: RequestContext): Promise<ToolOutputs[Name]>
}

export function defineTool<Name extends ToolName>(
  name: Name,
  run: Tool<Name>['run'],
  { reads = true, counts = true }: { reads?: boolean; counts?: boolean } = {},
): Tool<Name> {
  return { contract: tools[name], reads, counts, run }
}
