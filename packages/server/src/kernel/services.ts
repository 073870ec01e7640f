import { randomUUID } from 'node:crypto'
import type { DataOnDisconnect, Grant } from '@customer-intel/contract'
import { type AgentSpending, defaultSpending } from '../acting/agents/spending.ts'
import { AppError } from './errors.ts'
import { createFeedbackIntake, type FeedbackIntake } from '../organizations/feedback/feedback-intake.ts'
import type { ChatEndpoint } from '../facts/extraction/post-chat.ts'
import {
  createEmbeddings,
  createQueryEmbedder,
  type Embeddings,
  type EmbeddingsEndpoint,
  type QueryEmbedder,
} from '../search/embeddings.ts'
import { type Logger, consoleLogger } from './logger.ts'
import { createMetrics, type Metrics } from './metrics/metrics.ts'
import type { ProviderId } from '@customer-intel/contract'
import type { ProviderSettings } from '../app/config.ts'
import { createOutgoing, type Outgoing } from './outgoing/outgoing.ts'
import { createSecretBox, type SecretBox } from './secrets/secret-box.ts'
import type { SecretKeys } from './secrets/secret-keys.ts'
import type { Blobs, Store } from './store/ports.ts'
import { openWorkspaces, type OpenReadModels } from '../organizations/open-workspaces.ts'
import type { Workspace, Workspaces } from './workspace/workspace.ts'
import type { ApiKey } from './workspace/workspace-document.ts'

/**
 * What handlers, tools and background work share, created once per server. To add a service, add a field here and a line
 * in {@link createServices}.
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
  /** Null when no language model is configured. */
  ai: ChatEndpoint | null
  /** Null when no embeddings endpoint is configured. */
  embeddings: Embeddings | null
  /** Returns the vector of a search's text. Null when no embeddings endpoint is configured. */
  embedQuery: QueryEmbedder | null
  /** Encrypts credentials before they are stored. */
  secrets: SecretBox
  /** Sends requests to addresses from people or providers. */
  outgoing: Outgoing
  /** Configuration of the providers. */
  integrations: IntegrationSettings
  config: {
    /** How long one `svc_query` may run, in milliseconds. */
    queryTimeoutMs: number
    /** Maximal age of the newest snapshot, in milliseconds. */
    snapshotEveryMs: number
    /** Occurrences that are older than this don't trigger automations, in milliseconds. */
    freshnessHorizonMs: number
    /** Messages of automations that a destination gets per clock hour; 0: unlimited. */
    messagesPerHour: number
    agentSpending: AgentSpending
  }
}

export interface IntegrationSettings {
  /** The operator's settings of each provider. */
  providers: Partial<Record<ProviderId, ProviderSettings>>
  /** Whether addresses from the API may be in private networks. */
  allowPrivateAddresses: boolean
  /** What happens to a provider's data when it is disconnected, by default. */
  dataOnDisconnect: DataOnDisconnect
}

/** The caller and its organization. */
export interface Caller {
  workspace: Workspace
  apiKey: ApiKey
  /** Of the caller's key. */
  grants: readonly Grant[]
}

/** What a handler or a tool gets: all services, and the request. */
export interface RequestContext extends Services, Caller {
  requestId: string
  /** Equal only for repetitions with the same `Idempotency-Key`; null, or absent, without one. */
  requestName?: string | null
  /** Aborts when the caller disconnects before the response; absent when that can't be detected. */
  signal?: AbortSignal
}

export interface ServicesOptions {
  /** Where everything is stored: `fileStore({ directory })`, `memoryStore()`, or one of your own. */
  store: Store
  /** Opens an organization's read models. Default: DuckDB in a child process. */
  openReadModels?: OpenReadModels
  /** How many organizations have a read process at once; the others wait for a slot. Default 8. */
  readProcesses?: number
  /**
   * Storage of an organization's snapshots of read models, from which a new server starts instead of applying the whole
   * log; null: none are taken. Default: the store's blobs, if it has any, as PostgreSQL has.
   */
  snapshots?: (organizationId: string) => Blobs | null
  /** Maximal age of the newest snapshot, if the log has grown by a tenth since. Default one hour. */
  snapshotEveryMs?: number
  /** Feedback per organization and hour; 0: unlimited. Default 60. */
  feedbackPerHour?: number
  /** How long one `svc_query` may run, in milliseconds. Default 10,000. */
  queryTimeoutMs?: number
  /** Chat endpoint that extracts facts from texts. Default: none. */
  ai?: ChatEndpoint
  /** Embeddings endpoint, so that search finds texts by meaning, not by words only. Default: none. */
  embeddings?: EmbeddingsEndpoint
  /**
   * Keys that encrypt the credentials of connections, 32 bytes each; the first one encrypts. Called each time. Default:
   * none, so that no provider can be connected.
   */
  secretKeys?: () => Promise<SecretKeys>
  /** Settings by provider id. Default: the real services, by credentials only. */
  providers?: IntegrationSettings['providers']
  /** Whether addresses from the API may be in private networks. Default false. */
  allowPrivateAddresses?: boolean
  /** What happens to a provider's data when it is disconnected, by default. Default `keep`. */
  dataOnDisconnect?: DataOnDisconnect
  /** Occurrences that are older than this don't trigger automations, in milliseconds. Default 24 hours. */
  freshnessHorizonMs?: number
  /** Messages of automations that a destination gets per clock hour; 0: unlimited. Default 100. */
  messagesPerHour?: number
  /** What agents may spend on the language model. Default 5,000,000 tokens per day and organization, at any cost. */
  agentSpending?: AgentSpending
  /** Unix milliseconds. Default `Date.now`. */
  clock?: () => number
  /** Creates a uuid, used as the id of what is created. Default `randomUUID`. */
  newId?: () => string
  /** The server's log. Default: standard error. */
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
      messagesPerHour: options.messagesPerHour ?? 100,
      agentSpending: options.agentSpending ?? defaultSpending,
    },
  }
}

function noSecretKeys(): Promise<never> {
  const message = 'This server has no key to keep secrets with: give createServer secretKeys'
  return Promise.reject(new AppError('CONFLICT', message))
}
