import type { RequestListener } from 'node:http'
import { toNodeHandler } from 'h3/node'
import { createFeedbackIntake } from './feedback/feedback-intake.ts'
import { createIngestEndpoint } from './http/ingest-endpoint.ts'
import { createIngestEndpoints } from './http/ingest-endpoints.ts'
import { createContractEndpoints } from './http/contract-endpoints.ts'
import { createHttpApp } from './http/http-app.ts'
import { createRunOnce } from './http/idempotency/run-once.ts'
import { createMetricsEndpoint } from './http/metrics-endpoint.ts'
import { createNodeListener } from './http/node-listener.ts'
import { createOpenApiEndpoint } from './http/openapi-endpoint.ts'
import { createServiceEndpoints } from './http/service-endpoints.ts'
import { createTrackerEndpoints } from './http/tracker-endpoints.ts'
import { unexpectedError } from './http/unexpected-error.ts'
import { createRateLimiter } from './ingest/rate-limiter.ts'
import { startBackgroundWork } from './knowledge/background-work.ts'
import { createBackgroundRefresh } from './knowledge/behaviour/refresh-in-background.ts'
import { type ChatEndpoint, createAskModel } from './knowledge/extraction/ask-model.ts'
import { createFactExtraction } from './knowledge/extraction/extract-facts.ts'
import { embedDocuments } from './knowledge/search/embed-documents.ts'
import {
  createEmbeddings,
  createQueryEmbedder,
  type EmbeddingsEndpoint,
} from './knowledge/search/embeddings.ts'
import { type ListenOptions, type Listening, listen } from './listen.ts'
import { type Logger, consoleLogger } from './logger.ts'
import { createMetrics } from './metrics/metrics.ts'
import { rememberWorkspaces } from './platform/health.ts'
import { type TrackerScript, loadTrackerScript } from './platform/tracker-script.ts'
import { besideErasures, resumeErasures } from './privacy/erasures.ts'
import { vectorsBesideErasures } from './privacy/vectors-beside-erasures.ts'
import type { Store } from './store/store.ts'

export interface ServerOptions {
  /** Where everything is kept: `fileStore({ directory })`, `memoryStore()`, or one of your own. */
  store: Store
  /** Who may send events from a browser, for organizations without rules of their own. Default: localhost and loopback, any port. */
  allowedOrigins?: readonly string[]
  /** Ingest requests a second and public key; 0 lifts the limit. Default 100. */
  ingestRateLimit?: number
  /** Whether events of source `server` and `integration` need an API key. Default false. */
  requireServerAuth?: boolean
  /** Feedback that an organization may send within any hour; 0 lifts the limit. Default 60. */
  feedbackPerHour?: number
  /** Who may read `GET /metrics` from anywhere: whoever sends this token. Null: only this machine. Default null. */
  metricsToken?: string | null
  /** How long one `svc_query` may run, in milliseconds. Default 10,000. */
  queryTimeoutMs?: number
  /** Where texts of sources are read for facts. Default: nowhere. */
  ai?: ChatEndpoint
  /** Where texts become vectors, so that a search finds what is meant and not only what is said. Default: nowhere. */
  embeddings?: EmbeddingsEndpoint
  /** Unix milliseconds. Default `Date.now`. */
  clock?: () => number
  /** Where the server says what people should know. Default: standard error. */
  logger?: Logger
}

export interface CustomerIntelServer {
  /** Answers a web request: mount it in any framework that speaks `Request` and `Response`. */
  fetch(request: Request): Promise<Response>
  /** The same for `node:http`, faster: ingest goes straight from the socket. */
  readonly nodeListener: RequestListener
  /** Listens for HTTP. {@link CustomerIntelServer.close} ends it. */
  listen(options?: ListenOptions): Promise<Listening>
  /** The store as the server sees it: what is opened through it counts in `/health`. */
  readonly store: Store
  /** The tracker's script as it is served; null when it isn't built. */
  readonly trackerScript: TrackerScript | null
  /** Lets requests in flight finish (at most `timeoutMs`, default 10,000), then closes the store. */
  close(timeoutMs?: number): Promise<void>
}

/** Composes the server. Nothing is opened before the first request. */
export function createServer(options: ServerOptions): CustomerIntelServer {
  const { logger = consoleLogger, clock = Date.now, ingestRateLimit = 100 } = options
  const store = rememberWorkspaces(options.store)
  const trackerScript = loadTrackerScript()
  const onError = unexpectedError(logger)
  const metrics = createMetrics()
  const warn = (message: string) => logger.warn(message)
  const ingest = createIngestEndpoint({
    store,
    limiter:
      ingestRateLimit === 0
        ? null
        : { limit: ingestRateLimit, rate: createRateLimiter({ limit: ingestRateLimit }) },
    allowedOrigins: options.allowedOrigins ?? [],
    requireServerAuth: options.requireServerAuth ?? false,
    clock,
    metrics,
    warn,
  })
  const embeddings = options.embeddings === undefined ? null : createEmbeddings(options.embeddings)
  const documentEmbedder =
    embeddings &&
    embedDocuments(embeddings, { workspaces: () => [...store.opened].map(vectorsBesideErasures), warn })
  const background = [
    startBackgroundWork({
      name: 'A person could not be erased',
      workspaces: store.opened,
      restMs: 5_000,
      work: resumeErasures,
      warn,
    }),
    startBackgroundWork({
      name: 'Behavioural facts could not be brought up to date',
      workspaces: store.opened,
      restMs: 60_000,
      work: createBackgroundRefresh(clock),
      warn,
    }),
  ]
  if (options.ai !== undefined) {
    const extraction = createFactExtraction({
      ask: createAskModel(options.ai),
      model: options.ai.model,
      clock,
    })
    background.push(
      startBackgroundWork({
        name: 'Sources could not be read for facts',
        workspaces: store.opened,
        restMs: 2_000,
        work: (workspace, signal) =>
          besideErasures(workspace, signal, (stop) => extraction.run(workspace, stop)),
        warn,
      }),
    )
  }
  const endpoints = [
    ...createContractEndpoints({
      store,
      embedQuery: embeddings && createQueryEmbedder(embeddings, { clock, warn }),
      feedback: createFeedbackIntake({ perHour: options.feedbackPerHour ?? 60, clock }),
      clock,
      logger,
      config: { queryTimeoutMs: options.queryTimeoutMs ?? 10_000 },
      runOnce: createRunOnce({ clock, logger }),
    }),
    ...createIngestEndpoints(ingest),
    createOpenApiEndpoint(),
    ...createServiceEndpoints({ opened: store.opened, metrics }),
    createMetricsEndpoint({ metrics, opened: store.opened, token: options.metricsToken ?? null }),
    ...createTrackerEndpoints(trackerScript),
  ]
  const app = createHttpApp({ endpoints, onError, metrics })
  const nodeListener = createNodeListener({
    ingest,
    fallback: toNodeHandler(app),
    onError,
    metrics,
  })
  const listening = new Set<Listening>()

  return {
    fetch: async (request) => app.fetch(request),
    nodeListener,
    store,
    trackerScript,
    async listen(listenOptions) {
      const opened = await listen(nodeListener, listenOptions)
      listening.add(opened)
      return opened
    },
    async close(timeoutMs) {
      await Promise.all([...listening].map((opened) => opened.close(timeoutMs)))
      await documentEmbedder?.close()
      await Promise.all(background.map((work) => work.close()))
      await store.close()
    },
  }
}
