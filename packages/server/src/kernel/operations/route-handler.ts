import type {
  OperationName,
  ResolvedBody,
  ResolvedParams,
  ResolvedQuery,
  RouteOutputs,
} from '@customer-intel/contract'
import type { RequestContext } from './services.ts'

/** What a route handler gets besides its validated input. */
export interface RouteContext extends RequestContext {
  /** The server's address for the caller, without a slash at the end. */
  address: string
  /** Responds with another success status of the contract than the route's first one. */
  setStatus: (status: number) => void
  /** The `If-Match` header: the `configHash` that a change is based on. Null without the header. */
  ifMatch: string | null
  /** Equal only for repetitions with the same `Idempotency-Key`; null without one. */
  requestName: string | null
}

/** An operation's validated input, with defaults; parts that the contract doesn't have are undefined. */
export interface RouteInput<Name extends OperationName> {
  params: ResolvedParams<Name>
  query: ResolvedQuery<Name>
  body: ResolvedBody<Name>
}

/** An error in a route's own form. */
export interface FailureAnswer {
  status: number
  body: object
  headers: Record<string, string>
}

/** Implements an operation of the contract. */
export interface RouteHandler<Name extends OperationName> {
  /** Returns the body of the success response. Throws AppErrors with a code of the contract. */
  run(input: RouteInput<Name>, context: RouteContext): Promise<RouteOutputs[Name]>
  /**
   * Whether executing this very request twice is harmless, although that isn't true of the route in general: then no
   * idempotency record is kept. Default: no.
   */
  isRepeatable?(input: RouteInput<Name>, context: RouteContext): boolean
  /** For a route whose errors have a form of their own; null leaves an error to the route's error style. */
  answerError?(error: unknown, requestId: string): FailureAnswer | null
}

/** A handler of some operation, whose input was validated by that operation's schemas. */
export interface AnyRouteHandler {
  run(input: { params: unknown; query: unknown; body: unknown }, context: RouteContext): Promise<object>
  isRepeatable?(input: { params: unknown; query: unknown; body: unknown }, context: RouteContext): boolean
  answerError?(error: unknown, requestId: string): FailureAnswer | null
}
