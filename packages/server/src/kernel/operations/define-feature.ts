import type { PlatformOperation, StreamOperation, ToolName } from '@customer-intel/contract'
import type { BackgroundWork } from '../background/background-work.ts'
import type { Services } from './services.ts'
import type { RouteHandler } from './route-handler.ts'
import type { StreamHandler } from './stream-handler.ts'
import type { Tool } from './tool.ts'

/** A feature's door in the server's process. */
export interface Feature {
  /** By the contract's name of the route. */
  handlers?: { [Name in PlatformOperation]?: RouteHandler<Name> }
  streams?: { [Name in StreamOperation]?: StreamHandler<Name> }
  tools?: { [Name in ToolName]?: Tool<Name> }
  /** Starts its background work: `underLease` what one node does for all, the rest on each node for its own read models. */
  startBackground?(services: Services): BackgroundWork[]
}

/** Keeps the names of the handlers and tools, so that `app/features.ts` sees whether one is missing. */
export function defineFeature<const Of extends Feature>(feature: Of): Of {
  return feature
}
