import type {
  OperationName,
  ResolvedBody,
  ResolvedParams,
  ResolvedQuery,
  StreamOperation,
} from '@customer-intel/contract'
import type { RouteContext } from './route-handler.ts'

/** What the handler of a stream gets besides its validated input. */
export interface StreamContext extends RouteContext {
  /** Aborts when the caller disconnects, and when the server stops. */
  readonly signal: AbortSignal
  /** The `Last-Event-ID` header; null without one. */
  lastEventId: string | null
  /** Whether the caller still may: its key or session is in force, with the route's grant. */
  isAllowed: () => Promise<boolean>
}

/** Implements an operation of the contract that answers with a stream. */
export interface StreamHandler<Name extends StreamOperation> {
  /**
   * Resolves with the parts of the answer, which are asked for as the caller takes them. Rejects with AppErrors with a code
   * of the contract; once there are parts, an error cuts the answer off.
   */
  run(input: StreamInput<Name>, context: StreamContext): Promise<AsyncIterable<string>>
}

interface StreamInput<Name extends OperationName> {
  params: ResolvedParams<Name>
  query: ResolvedQuery<Name>
  body: ResolvedBody<Name>
}

/** A handler of some operation, whose input was validated by that operation's schemas. */
export interface AnyStreamHandler {
  run(
    input: { params: unknown; query: unknown; body: unknown },
    context: StreamContext,
  ): Promise<AsyncIterable<string>>
}
