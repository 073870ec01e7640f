import type { ToolName } from '@customer-intel/contract'
import type { AnyRouteHandler } from './route-handler.ts'
import type { AnyStreamHandler } from './stream-handler.ts'
import type { Tool } from './tool.ts'

/** What the server can be asked for. The features' operations together (`app/features.ts`). */
export interface Operations {
  /** By the contract's name of the route. */
  readonly handlers: Readonly<Record<string, AnyRouteHandler>>
  /** The handlers of streams, by the contract's name of the route. */
  readonly streams: Readonly<Record<string, AnyStreamHandler>>
  /** The tools that this server implements. */
  readonly tools: { readonly [Name in ToolName]?: Tool<Name> }
}
