import type {
  OperationName,
  ResolvedBody,
  ResolvedParams,
  ResolvedQuery,
  RouteOutputs,
} from '@customer-intel/contract'
import type { RequestContext } from '../services.ts'

/** What a route handler works with, besides its validated input. */
export interface RouteContext extends RequestContext {
  /** Where the caller reaches this server, without a slash at the end. */
  address: string
  /** Answers with another success of the contract than the route's first. */
  setStatus: (status: number) => void
  /** The `If-Match` header: the `configHash` that a change is based on. Null when the caller doesn't say. */
  ifMatch: string | null
  /** The same for a repetition under the same `Idempotency-Key` alone; null without one. */
  requestName: string | null
}

/** An operation's input, validated, defaults filled in; parts that the contract doesn't have are undefined. */
export interface RouteInput<Name extends OperationName> {
  params: ResolvedParams<Name>
  query: ResolvedQuery<Name>
  body: ResolvedBody<Name>
}

/** A failure in a form of the route's own. */
export interface FailureAnswer {
  status: number
  body: object
  headers: Record<string, string>
}

/** What answers an operation of the contract. */
export interface RouteHandler<Name extends OperationName> {
  /** Returns the body of the success answer. Throws AppErrors with a code of the contract. */
  run(input: RouteInput<Name>, context: RouteContext): Promise<RouteOutputs[Name]>
  /** Whether to execute this very request again does no harm, though the route's may: then its answer isn't kept. Default: no. */
  isRepeatable?(input: RouteInput<Name>, context: RouteContext): boolean
  /** For a route whose failures have a form of their own; null leaves a failure to its error style. */
  answerError?(error: unknown, requestId: string): FailureAnswer | null
}

/** A handler of some operation, once its input has been validated by that operation's schemas. */
export interface AnyRouteHandler {
  run(input: { params: unknown; query: unknown; body: unknown }, context: RouteContext): Promise<object>
  isRepeatable?(input: { params: unknown; query: unknown; body: unknown }, context: RouteContext): boolean
  answerError?(error: unknown, requestId: string): FailureAnswer | null
}
