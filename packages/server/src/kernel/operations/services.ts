import type { Grant } from '@customer-intel/contract'
import type { Logger } from '../logger.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Operations } from './operations.ts'
import type { Outgoing } from '../outgoing/outgoing.ts'
import type { SecretBox } from '../secrets/secret-box.ts'
import type { ApiKey, User } from '../workspace/workspace-document.ts'
import type { Workspace, Workspaces } from '../workspace/workspace.ts'

/**
 * What handlers, tools and background work share, created once per server. A feature adds its own by a declaration in its
 * `feature.ts`; `app/create-services.ts` creates all.
 */
export interface Services {
  workspaces: Workspaces
  /** What the server can be asked for: tools and routes, by name. */
  operations: Operations
  /** Unix milliseconds. */
  clock: () => number
  /** A new uuid. */
  newId: () => string
  logger: Logger
  metrics: Metrics
  /** Encrypts credentials before they are stored. */
  secrets: SecretBox
  /** Sends requests to addresses from people or providers. */
  outgoing: Outgoing
  config: ServicesConfig
}

/** Settings of the operator. */
// Features add to it.
export interface ServicesConfig {}

/** The caller and its organization. */
export interface Caller {
  workspace: Workspace
  /** The key that was shown. Where none was, because a person signed in or an agent asks, one that stands for them. */
  apiKey: ApiKey
  /** Of the caller's key. */
  grants: readonly Grant[]
  /** The person who signed in; null, or absent: the holder of a key. */
  user?: User | null
}

/** What a handler or a tool gets: all services, and the request. */
export interface RequestContext extends Services, Caller {
  requestId: string
  /** Equal only for repetitions with the same `Idempotency-Key`; null, or absent, without one. */
  requestName?: string | null
  /** Aborts when the caller disconnects before the response; absent when that can't be detected. */
  signal?: AbortSignal
}
