import { randomUUID } from 'node:crypto'
import type { DataOnDisconnect } from '@customer-intel/contract'
import { type AgentSpending, defaultSpending } from '../acting/agents/spending.ts'
import { AppError } from '../kernel/errors.ts'
import { createFeedbackIntake } from '../organizations/feedback/feedback-intake.ts'
import type { ChatEndpoint } from '../facts/extraction/post-chat.ts'
import { createEmbeddings, createQueryEmbedder, type EmbeddingsEndpoint } from '../search/embeddings.ts'
import { type Logger, consoleLogger } from '../kernel/logger.ts'
import { createMetrics } from '../kernel/metrics/metrics.ts'
import type { IntegrationSettings } from '../integrations/integration-settings.ts'
import type { Services } from '../kernel/operations/services.ts'
import { findAutomationsWaiting } from '../acting/automations/automations.ts'
import { operations } from './features.ts'
import { createOutgoing } from '../kernel/outgoing/outgoing.ts'
import { createSecretBox } from '../kernel/secrets/secret-box.ts'
import type { SecretKeys } from '../kernel/secrets/secret-keys.ts'
import type { Blobs, Store } from '../kernel/store/ports.ts'
import { openWorkspaces, type OpenReadModels } from './workspaces/open-workspaces.ts'

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

/** Creates all services of a server, which `holds` these organizations; by default all. */
export function createServices(
  options: ServicesOptions,
  holds: (organizationId: string) => boolean = () => true,
): Services {
  const { clock = Date.now, logger = consoleLogger } = options
  const embeddings = options.embeddings === undefined ? null : createEmbeddings(options.embeddings)
  const warn = (message: string) => logger.warn(message)
  return {
    workspaces: openWorkspaces({ onProblem: warn, ...options, holds }),
    operations,
    findSignalUses: findAutomationsWaiting,
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
