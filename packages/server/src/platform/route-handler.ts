import type { Grant } from '@customer-intel/contract'
import type { Workspace } from '../store/store.ts'
import type { ApiKey } from '../store/workspace-document.ts'
import type { ApiKeyUsage } from './api-key-usage.ts'

/** What a route handler works with, besides its validated input. */
export interface RouteContext {
  workspace: Workspace
  /** The caller's key. */
  apiKey: ApiKey
  grants: readonly Grant[]
  requestId: string
  /** Unix milliseconds. */
  clock: () => number
  usage: ApiKeyUsage
  config: {
    /** How long one `svc_query` may run, in milliseconds. */
    queryTimeoutMs: number
  }
  /** Adds a header to the answer. */
  setHeader: (name: string, value: string) => void
}

/** An operation's input, validated, defaults filled in; parts that the contract doesn't have are undefined. */
export interface RouteInput {
  params: unknown
  query: unknown
  body: unknown
}

/** A failure in a form of the route's own. */
export interface FailureAnswer {
  status: number
  body: object
  headers: Record<string, string>
}

export interface RouteHandler {
  /** Returns the body of the success answer. Throws AppErrors with a code of the contract. */
  run(input: RouteInput, context: RouteContext): Promise<object>
  /** For a route whose failures have a form of their own; null leaves a failure to its error style. */
  answerError?(error: unknown, requestId: string): FailureAnswer | null
}
