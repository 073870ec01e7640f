import { randomUUID } from 'node:crypto'
import type { DataOnDisconnect, Grant } from '@customer-intel/contract'
import { type AgentSpending, defaultSpending } from './agents/spending.ts'
import { AppError } from './errors.ts'
import { createFeedbackIntake, type FeedbackIntake } from './feedback/feedback-intake.ts'
import type { ChatEndpoint } from './knowledge/extraction/post-chat.ts'
import {
  createEmbeddings,
  createQueryEmbedder,
  type Embeddings,
  type EmbeddingsEndpoint,
  type QueryEmbedder,
} from './knowledge/search/embeddings.ts'
import { type Logger, consoleLogger } from './logger.ts'
import { createMetrics, type Metrics } from './metrics/metrics.ts'
import type { ProviderId } from '@customer-intel/contract'
import type { ProviderSettings } from './config.ts'
import { createOutgoing, type Outgoing } from './outgoing/outgoing.ts'
import { createSecretBox, type SecretBox } from './secrets/secret-box.ts'
import type { SecretKeys } from './secrets/secret-keys.ts'
import type { Blobs, Store } from './store/ports.ts'
import { openWorkspaces, type OpenReadModels } from './workspaces/open-workspaces.ts'
import type { Workspace, Workspaces } from './workspaces/workspace.ts'
import type { ApiKey } from './workspaces/workspace-document.ts'

/**
 * What handlers, tools and background work share, made once per server. A new service is a field here and a line in
 * {@link createServices}: everybody has it.
 */
export interface Services {
  workspaces: Workspaces
  /** Unix milliseconds. */
  clock: () => number
  /** A new uuid. */
  newId: () => string
  logger: Logger
  metrics: Metrics
  feedback: FeedbackIntake
  /** Null where no language model is configured. */
  ai: ChatEndpoint | null
  /** Null where no embeddings endpoint is configured. */
  embeddings: Embeddings | null
  /** Turns a search's text into a vector. Null where no embeddings endpoint is configured. */
  embedQuery: QueryEmbedder | null
  /** Seals credentials before they are stored. */
  secrets: SecretBox
  /** Requests to addresses that people or providers name. */
  outgoing: Outgoing
  /** How providers are reached. */
  integrations: IntegrationSettings
  config: {
    /** How long one `svc_query` may run, in milliseconds. */
    queryTimeoutMs: number
    /** How old the newest snapshot may be, in milliseconds. */
    snapshotEveryMs: number
    /** What happened longer ago makes no automation act, in milliseconds. */
    freshnessHorizonMs: number
    agentSpending: AgentSpending
  }
}

export interface IntegrationSettings {
  /** What the operator says of each provider. */
  providers: Partial<Record<ProviderId, ProviderSettings>>
  /** Whether addresses that come over the API may be of a private network. */
  allowPrivateAddresses: boolean
  /** What becomes of what a provider brought once it is disconnected, where nobody says. */
  dataOnDisconnect: DataOnDisconnect
}

/** Who asks, and of which organization. */
export interface Caller {
  workspace: Workspace
  apiKey: ApiKey
  /** Of the caller's key. */
  grants: readonly Grant[]
}

/** What a handler or a tool works with: every service, and the request. */
export interface RequestContext extends Services, Caller {
  requestId: string
  /** The same for a repetition under the same `Idempotency-Key` alone; null, or absent, without one. */
  requestName?: string | null
  /** Aborted when the caller is gone before the answer; absent where nobody tells. */
  signal?: AbortSignal
}

export interface ServicesOptions {
  /** Where everything is kept: `fileStore({ directory })`, `memoryStore()`, or one of your own. */
  store: Store
  /** How an organization's read models are opened. Default: DuckDB in a child process. */
  openReadModels?: OpenReadModels
  /** Organizations that are read from at once, each by a process of its own; others take turns. Default 8. */
  readProcesses?: number
  /**
   * Where an organization's snapshots of read models are kept, so that a server without them needn't apply the whole log;
   * null: none are made. Default: in the store, where that has room for them, as PostgreSQL has.
   */
  snapshots?: (organizationId: string) => Blobs | null
  /** The newest snapshot is no older than so many milliseconds, as long as a tenth of the log came since. Default one hour. */
  snapshotEveryMs?: number
  /** Feedback that an organization may send within any hour; 0 lifts the limit. Default 60. */
  feedbackPerHour?: number
  /** How long one `svc_query` may run, in milliseconds. Default 10,000. */
  queryTimeoutMs?: number
  /** Where texts of sources are read for facts. Default: nowhere. */
  ai?: ChatEndpoint
  /** Where texts become vectors, so that a search finds what is meant and not only what is said. Default: nowhere. */
  embeddings?: EmbeddingsEndpoint
  /**
   * What credentials of connections are sealed with: 32 bytes each, the first one seals, asked for each time. Default: none,
   * so that no provider can be connected.
   */
  secretKeys?: () => Promise<SecretKeys>
  /** How providers are reached, by their ids. Default: the real services, by credentials alone. */
  providers?: IntegrationSettings['providers']
  /** Whether addresses that come over the API may be of a private network. Default false. */
  allowPrivateAddresses?: boolean
  /** What becomes of what a provider brought once it is disconnected, where nobody says. Default `keep`. */
  dataOnDisconnect?: DataOnDisconnect
  /** What happened longer ago makes no automation act, in milliseconds. Default 24 hours. */
  freshnessHorizonMs?: number
  /** What agents may spend on the language model. Default 5,000,000 tokens a day and organization, whatever they cost. */
  agentSpending?: AgentSpending
  /** Unix milliseconds. Default `Date.now`. */
  clock?: () => number
  /** A new uuid: what is created gets it as its id. Default `randomUUID`. */
  newId?: () => string
  /** Where the server says what people should know. Default: standard error. */
  logger?: Logger
}

export function createServices(options: ServicesOptions): Services {
  const { clock = Date.now, logger = consoleLogger } = options
  const embeddings = options.embeddings === undefined ? null : createEmbeddings(options.embeddings)
  const warn = (message: string) => logger.warn(message)
  return {
    workspaces: openWorkspaces({ onProblem: warn, ...options }),
    clock,
    newId: options.newId ?? randomUUID,
    logger,
    metrics: createMetrics(),
    feedback: createFeedbackIntake({ perHour: options.feedbackPerHour ?? 60, clock }),
    ai: options.ai ?? null,
    embeddings,
    embedQuery: embeddings && createQueryEmbedder(embeddings, { clock, warn }),
    secrets: createSecretBox(options.secretKeys ?? noSecretKeys),
    outgoing: createOutgoing(),
    integrations: {
      providers: options.providers ?? {},
      allowPrivateAddresses: options.allowPrivateAddresses ?? false,
      dataOnDisconnect: options.dataOnDisconnect ?? 'keep',
    },
    config: {
      snapshotEveryMs: options.snapshotEveryMs ?? 60 * 60_000,
      queryTimeoutMs: options.queryTimeoutMs ?? 10_000,
      freshnessHorizonMs: options.freshnessHorizonMs ?? 24 * 60 * 60_000,
      agentSpending: options.agentSpending ?? defaultSpending,
    },
  }
}

function noSecretKeys(): Promise<never> {
  const message = 'This server has no key to keep secrets with: give createServer secretKeys'
  return Promise.reject(new AppError('CONFLICT', message))
}
