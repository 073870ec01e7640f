import { tools } from '@customer-intel/contract'
import type { Grant, ResolvedToolInput, ToolName, ToolOutputs } from '@customer-intel/contract'
import type { Workspace } from '../store/store.ts'

/** What a tool works with. */
export interface ToolContext {
  workspace: Workspace
  /** Of the caller's key. */
  grants: readonly Grant[]
  /** Unix milliseconds. */
  clock: () => number
  config: {
    /** How long one `svc_query` may run, in milliseconds. */
    queryTimeoutMs: number
  }
  requestId: string
}

/** A tool's entry in the contract, and what it does. */
export interface Tool<Name extends ToolName> {
  contract: (typeof tools)[Name]
  /** Takes a validated input, defaults filled in. */
  run(input: ResolvedToolInput<Name>, context: ToolContext): Promise<ToolOutputs[Name]>
}

export function defineTool<Name extends ToolName>(name: Name, run: Tool<Name>['run']): Tool<Name> {
  return { contract: tools[name], run }
}
