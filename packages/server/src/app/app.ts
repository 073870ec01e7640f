import type { RequestListener } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { toNodeHandler } from 'h3/node'
import { startBackground } from './features.ts'
import { createIngestEndpoint } from '../http/ingest-endpoint.ts'
import { createIngestEndpoints } from '../http/ingest-endpoints.ts'
import { createConnections } from '../http/connections.ts'
import { loadConsole } from '../http/console/built-console.ts'
import { consolePage, createConsoleFiles, isConsolePath, isNavigation } from '../http/console/console-page.ts'
import { createConnectEndpoints } from '../http/integrations/connect-endpoints.ts'
import { createOpenStreams } from '../http/open-streams.ts'
import { createContractEndpoints } from '../http/contract-endpoints.ts'
import { createForwarding } from '../http/forward/forwarding.ts'
import { createFrontPage } from '../http/front-page.ts'
import { createHttpApp } from '../http/http-app.ts'
import { createMetricsEndpoint } from '../http/metrics-endpoint.ts'
import { createNodeListener } from '../http/node-listener.ts'
import { createOpenApiEndpoint } from '../http/openapi-endpoint.ts'
import { type RequestLine, logRequests } from '../http/request-log.ts'
import { createSessionEndpoints } from '../http/session/session-endpoints.ts'
import { createCliAuthEndpoints } from '../http/sign-in/cli-auth-endpoints.ts'
import { createOAuthEndpoints } from '../http/sign-in/oauth-endpoints.ts'
import { createWebhookEndpoint } from '../http/webhook-endpoint.ts'
import { createReadiness } from '../http/readiness.ts'
import { createServiceEndpoints } from '../http/service-endpoints.ts'
import { createTrackerEndpoints } from '../http/tracker-endpoints.ts'
import { unexpectedError } from '../http/unexpected-error.ts'
import type { OpenIdSettings } from '../organizations/members/open-id.ts'
import type { CountryOf } from '../events/ingest/sent-from.ts'
import { createLiveNodes } from '../kernel/nodes/live-nodes.ts'
import { createRateLimiter } from '../kernel/rate-limiter.ts'
import { type ListenOptions, type Listening, listen } from './listen.ts'
import { createMcpEndpoints } from '../http/mcp/mcp-endpoints.ts'
import { type TrackerScript, loadTrackerScript } from '../http/tracker-script.ts'
import { createServices, type ServicesOptions } from './create-services.ts'
import type { Workspaces } from '../kernel/workspace/workspace.ts'

export interface ServerOptions extends ServicesOptions {
  /**
   * Origins that may send events from a browser, unless the organization has its own rules. Default: localhost and
   * loopback, any port.
   */
  allowedOrigins?: readonly string[]
  /** Ingest requests per second and public key; 0: unlimited. Default 100. */
  ingestRateLimit?: number
  /** Whether events of source `server` and `integration` need an API key. Default false. */
  requireServerAuth?: boolean
  /**
   * The country of a browser, ISO 3166-1 alpha-2, by its IP address or the first half of an IPv6 address; null: unknown.
   * `openCountryDatabase` makes it of a file. Default: all are unknown.
   */
  countryOf?: CountryOf
  /** Token that gives access to `GET /metrics` from anywhere. Null: only this machine has access. Default null. */
  metricsToken?: string | null
  /**
   * Where the other servers over the same store reach this one, such as `http://10.0.0.7:8787`: then they share the
   * organizations, and pass requests on to each other. Default: this one answers everything itself.
   */
  nodeUrl?: string | null
  /** How many of these servers hold an organization's read models. Default 2. */
  replicasPerOrganization?: number
  /** The server's public address, such as `https://intel.example.com`. Default: unknown. */
  publicUrl?: string | null
  /**
   * Whether browsers get the console at `/` and at every unknown path. Or the folder of a built one, in place of the one
   * that the package contains. Default false.
   */
  console?: boolean | string
  /** An identity provider by which people sign in, besides their passwords (OpenID Connect). Default: none. */
  openId?: OpenIdSettings
  /** Called after each request to {@link CustomerIntelServer.nodeListener}. Default: none. */
  onRequest?: (line: RequestLine) => void
}

export interface CustomerIntelServer {
  /** Answers a web request: mount it in any framework with `Request` and `Response`. */
  fetch(request: Request): Promise<Response>
  /** The same for `node:http`, faster: ingest requests are answered directly from the socket. */
  readonly nodeListener: RequestListener
  /** Listens for HTTP, until {@link CustomerIntelServer.close}. */
  listen(options?: ListenOptions): Promise<Listening>
  /** The organizations of its store. */
  readonly workspaces: Workspaces
  /** The tracker's script as served; null when it isn't built. */
  readonly trackerScript: TrackerScript | null
  /**
   * Before {@link CustomerIntelServer.close}, for a proxy that is to send its requests elsewhere: `/health/ready` is 503 from
   * now on, and each response ends its connection. Goes on answering; resolves after `ms`.
   */
  drain(ms: number): Promise<void>
  /** Lets running requests finish (at most `timeoutMs`, default 10,000), then closes the store. */
  close(timeoutMs?: number): Promise<void>
}

/** Composes the server. Opens nothing before the first request. */
export function createServer(options: ServerOptions): CustomerIntelServer {
  const { ingestRateLimit = 100, publicUrl = null } = options
  const nodes = createLiveNodes({
    registry: options.store.nodes ?? null,
    url: options.nodeUrl ?? null,
    replicasPerOrganization: options.replicasPerOrganization ?? 2,
  })
  const services = createServices(options, (organizationId) => nodes.holds(organizationId))
  const { workspaces, metrics, clock } = services
  const background = startBackground(services)
  const trackerScript = loadTrackerScript()
  const hasConsole = options.console !== undefined && options.console !== false
  const built = hasConsole ? loadConsole(typeof options.console === 'string' ? options.console : null) : null
  const onError = unexpectedError(services.logger)
  const ingest = createIngestEndpoint({
    workspaces,
    limiter:
      ingestRateLimit === 0
        ? null
        : { limit: ingestRateLimit, rate: createRateLimiter({ limit: ingestRateLimit }) },
    allowedOrigins: options.allowedOrigins ?? [],
    requireServerAuth: options.requireServerAuth ?? false,
    countryOf: options.countryOf ?? (() => null),
    clock,
    metrics,
    warn: (message) => services.logger.warn(message),
  })
  let isDraining = false
  const readiness = createReadiness({
    workspaces,
    metrics,
    isPlaced: () => nodes.isPlaced,
    isDraining: () => isDraining,
  })
  nodes.subscribe(() => void readiness.prepare())
  const forwarding = createForwarding({ nodes, workspaces, metrics, publicUrl })
  const streams = createOpenStreams()
  const endpoints = [
    ...createContractEndpoints(services, { publicUrl, streams }),
    ...createIngestEndpoints(ingest),
    ...createSessionEndpoints(services, { publicUrl, openId: options.openId ?? null }),
    ...createCliAuthEndpoints(services, { publicUrl }),
    ...createOAuthEndpoints(services, { publicUrl }),
    ...createConnectEndpoints(services, { publicUrl }),
    createFrontPage({
      publicUrl,
      consolePage: built && (() => consolePage(built)),
      lacksConsole: hasConsole && built === null,
    }),
    ...(built === null ? [] : createConsoleFiles(built)),
    createOpenApiEndpoint({ publicUrl }),
    createWebhookEndpoint(services),
    ...createServiceEndpoints({ workspaces, metrics, readiness }),
    ...createMcpEndpoints({ services, publicUrl }),
    createMetricsEndpoint({
      metrics,
      opened: workspaces.opened,
      directory: options.store.localDirectory,
      clock,
      token: options.metricsToken ?? null,
    }),
    ...createTrackerEndpoints(trackerScript),
  ]
  const app = createHttpApp({
    endpoints: endpoints.map((endpoint) => forwarding.wrap(endpoint)),
    fallback: (call, path) =>
      built !== null && isConsolePath(path) && isNavigation(call) ? consolePage(built) : null,
    onError,
    metrics,
  })
  const listener = createNodeListener({ ingest, fallback: toNodeHandler(app), onError, metrics })
  const untilDrained: RequestListener = (request, response) => {
    if (isDraining) response.setHeader('connection', 'close')
    listener(request, response)
  }
  const connections = createConnections()
  const nodeListener = connections.bound(
    options.onRequest === undefined ? untilDrained : logRequests(untilDrained, options.onRequest),
  )
  const listening = new Set<Listening>()

  return {
    fetch: async (request) => app.fetch(request),
    nodeListener,
    workspaces,
    trackerScript,
    async listen(listenOptions) {
      const opened = await listen(nodeListener, {
        ...listenOptions,
        watch: (bound) => connections.watch(bound),
      })
      listening.add(opened)
      // Opens the store, where nothing else has yet.
      if (nodes.isShared) await workspaces.listOrganizations().catch(() => undefined)
      await nodes.start(async () => (await readiness.check()).ready)
      return opened
    },
    async drain(ms) {
      isDraining = true
      await nodes.stop()
      await setTimeout(ms)
    },
    async close(timeoutMs) {
      await nodes.stop()
      streams.end()
      await Promise.all([...listening].map((opened) => opened.close(timeoutMs)))
      await background.close()
      await services.outgoing.close()
      forwarding.close()
      await workspaces.close()
    },
  }
}
