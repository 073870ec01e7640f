import { tools } from '@customer-intel/contract'
import type { Grant, ResolvedToolInput, ToolName, ToolOutputs } from '@customer-intel/contract'
import type { FeedbackIntake } from '../feedback/feedback-intake.ts'
import type { QueryEmbedder } from '../knowledge/search/embeddings.ts'
import type { Workspace } from '../store/store.ts'
import type { ApiKey } from '../store/workspace-document.ts'

/** What a tool works with. */
export interface ToolContext {
  workspace: Workspace
  /** The caller's key. */
  apiKey: ApiKey
  /** Of the caller's key. */
  grants: readonly Grant[]
  /** Unix milliseconds. */
  clock: () => number
  feedback: FeedbackIntake
  /** Null where no embeddings endpoint is configured. */
  embedQuery: QueryEmbedder | null
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
