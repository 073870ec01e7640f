import type { ProviderSettings } from '../integrations/integration-settings.ts'
import { type DataOnDisconnect, type ProviderId, providerIds, type Role } from '@customer-intel/contract'
import { type AgentSpending, defaultSpending, type TokenPrices } from '../acting/agents/spending.ts'
import {
  anyText,
  boolean,
  cost,
  databaseAddress,
  domainList,
  hostName,
  integer,
  keepOrRemove,
  key,
  logFormat,
  newcomerRoles,
  originAddress,
  originList,
  Problem,
  publicAddress,
  secretKeys,
  snapshotsPlace,
  token,
  tokenPrices,
  webAddress,
} from './config-values.ts'
import { isApiKey, isPublicKey } from '../organizations/api-keys.ts'
import type { LogFormat } from '../kernel/logger.ts'
import type { OpenIdSettings } from '../organizations/members/open-id.ts'
import { nearest } from '../kernel/nearest.ts'
import type { SecretKeys } from '../kernel/secrets/secret-keys.ts'

/** Every setting of the server program. `docs/configuration.md` has one line for each. */
export interface Config {
  /** `PORT`: where to listen. 0 picks a free port. Default 8787. */
  port: number
  /** `HOST`: the address to listen on. Default 127.0.0.1: this machine only. */
  host: string
  /** `SVC_DATA_DIR`: the folder for all data. Default `./data`. */
  dataDirectory: string
  /**
   * `SVC_DATABASE_URL`: a PostgreSQL that stores everything instead of that folder, `postgres://…`; null: the folder is
   * used.
   */
  databaseUrl: string | null
  /** `SVC_DATABASE_SPOOL_MB`: events that are kept on disk while that database is away, in MiB; 0: none. Default 256. */
  spoolMegabytes: number
  /**
   * `SVC_SNAPSHOTS`: where snapshots of read models are kept for new servers: in the database, in a folder or a bucket
   * (`SVC_S3_…`) that all servers share, or nowhere.
   */
  snapshots: SnapshotsPlace
  /** `SVC_S3_…`: the service whose buckets are named elsewhere; null until all of them but the region are set. */
  bucketService: BucketService | null
  /** `SVC_INITIAL_API_KEY`: the first organization's API key when it is created; null: a generated one. */
  initialApiKey: string | null
  /** `SVC_INITIAL_PUBLIC_KEY`: the first organization's public key when it is created; null: a generated one. */
  initialPublicKey: string | null
  /**
   * `SVC_NODE_URL`: where the other servers over the same database reach this one, without a slash at the end; null: where
   * it listens, unless that is this machine only.
   */
  nodeUrl: string | null
  /** `SVC_REPLICAS_PER_ORGANIZATION`: how many servers hold an organization's read models. Default 2. */
  replicasPerOrganization: number
  /** `SVC_PUBLIC_URL`: the server's public address, without a slash at the end; null: where it listens. */
  publicUrl: string | null
  /**
   * `SVC_OIDC_ISSUER`, `SVC_OIDC_CLIENT_ID`, `SVC_OIDC_CLIENT_SECRET`, `SVC_OIDC_LABEL`, `SVC_OIDC_DOMAINS`,
   * `SVC_OIDC_ROLE`: an identity provider by which people sign in, and who may without an invitation. Null: none.
   */
  openId: OpenIdSettings | null
  /** `SVC_LOG_REQUESTS`: whether each request is logged. Default false. */
  logRequests: boolean
  /** `SVC_LOG_FORMAT`: the format of the server's log. Default `text`. */
  logFormat: LogFormat
  /** `SVC_BASE_URL`: the running server that commands use. For clients: `start` ignores it. */
  baseUrl: string | null
  /** `SVC_API_KEY`: the API key for that server. For clients. */
  apiKey: string | null
  /** `SVC_ALLOWED_ORIGINS`: origins that may send events from a browser. Default: localhost and loopback, any port. */
  allowedOrigins: string[]
  /** `SVC_INGEST_RATE_LIMIT`: ingest requests per second and public key; 0: unlimited. Default 100. */
  ingestRateLimit: number
  /** `SVC_REQUIRE_SERVER_AUTH`: whether `server` and `integration` events need an API key. Default false. */
  requireServerAuth: boolean
  /** `SVC_COUNTRY_DATABASE`: an MMDB file by which browsers' countries are known; null: they aren't. */
  countryDatabase: string | null
  /** `SVC_FEEDBACK_PER_HOUR`: feedback per organization and hour; 0: unlimited. Default 60. */
  feedbackPerHour: number
  /** `SVC_METRICS_TOKEN`: token that gives access to `/metrics` from anywhere; null: only this machine has access. */
  metricsToken: string | null
  /** `SVC_QUERY_TIMEOUT_MS`: how long one `svc_query` may run, in milliseconds. Default 10,000. */
  queryTimeoutMs: number
  /** `SVC_READ_PROCESSES`: how many organizations have a read process at once; the others wait for a slot. Default 8. */
  readProcesses: number
  /**
   * `SVC_AI_BASE_URL`, `SVC_AI_API_KEY`, `SVC_AI_MODEL`: an OpenAI-compatible chat endpoint that extracts facts from
   * texts. Null: no facts are extracted.
   */
  ai: { baseUrl: string; apiKey: string | null; model: string } | null
  /**
   * `SVC_EMBEDDINGS_BASE_URL`, `SVC_EMBEDDINGS_API_KEY`, `SVC_EMBEDDINGS_MODEL`: an OpenAI-compatible embeddings
   * endpoint. Null: search uses words only.
   */
  embeddings: { baseUrl: string; apiKey: string | null; model: string } | null
  /**
   * `SVC_SECRET_KEY`: encrypts the credentials of connections, 32 bytes in base64; with several, separated by commas, the
   * further ones decrypt what was encrypted before a rotation. Null: a key file in the data folder, created when needed.
   */
  secretKeys: SecretKeys | null
  /** `SVC_ALLOW_PRIVATE_ADDRESSES`: whether addresses from the API may be in private networks. Default false. */
  allowPrivateAddresses: boolean
  /** `SVC_INTEGRATION_DATA_ON_DISCONNECT`: what happens to a provider's data when it is disconnected. Default `keep`. */
  dataOnDisconnect: DataOnDisconnect
  /** `SVC_PROVIDER_<ID>_BASE_URL`, `…_CLIENT_ID`, `…_CLIENT_SECRET`: how each provider is reached. */
  providers: Partial<Record<ProviderId, ProviderSettings>>
  /**
   * `SVC_AGENT_DAILY_TOKENS`, `SVC_AI_PRICES`, `SVC_AGENT_RUN_COST`: what agents may spend on the chat endpoint. Default
   * 5,000,000 tokens per day and organization, at any cost.
   */
  agentSpending: AgentSpending
  /** `SVC_FRESHNESS_HOURS`: older occurrences don't trigger automations, in milliseconds. Default 24 hours. */
  freshnessHorizonMs: number
  /** `SVC_MESSAGES_PER_HOUR`: messages of automations that a destination gets per clock hour; 0: unlimited. Default 100. */
  messagesPerHour: number
  /**
   * `SVC_DRAIN_MS`: how long the server goes on answering after SIGTERM, while `/health/ready` is 503, in milliseconds.
   * Default 5,000.
   */
  drainMs: number
  /** `SVC_SHUTDOWN_TIMEOUT_MS`: how long running requests may take after that, in milliseconds. Default 10,000. */
  shutdownTimeoutMs: number
}

/** The storage that `SVC_SNAPSHOTS` names. */
export type SnapshotsPlace = 'database' | 'none' | { folder: string } | (BucketService & BucketPlace)

/** An S3-compatible service, and how to access it. */
export interface BucketService {
  endpoint: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** What `s3://bucket/prefix` names. */
export interface BucketPlace {
  bucket: string
  /** Without slashes around it; may be empty. */
  prefix: string
}

/** Null for a place that isn't `s3://…`. */
export function parseBucketPlace(place: string): BucketPlace | null {
  const [, bucket, prefix = ''] = /^s3:\/\/([^/]+)\/*(.*)$/.exec(place) ?? []
  return bucket === undefined ? null : { bucket, prefix: prefix.replace(/\/+$/, '') }
}

/** Invalid settings. The message has one line per problem: the variable, the problem, and the remedy. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** Variables of other parts of the product, which may be in the server's environment. */
const otherNames = ['SVC_API_URL', 'SVC_NO_UPDATE_NOTIFIER', 'SVC_PUBLIC_KEY', 'SVC_CHROMIUM', 'SVC_FIREFOX']

/**
 * Reads the settings from the environment; an empty value counts as absent. Throws a {@link ConfigError} that lists all
 * problems.
 */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const problems: string[] = []
  const known = [...otherNames]
  const read = <T>(name: string, fallback: T, parse: (text: string) => T | Problem): T => {
    known.push(name)
    const text = environment[name]?.trim()
    if (text === undefined || text === '') return fallback
    const value = parse(text)
    if (!(value instanceof Problem)) return value
    problems.push(`${name} ${value.remedy}${value.secret ? '' : `; it is ${JSON.stringify(text)}`}`)
    return fallback
  }
  /** The base address, key and model of an OpenAI-compatible endpoint. */
  const readEndpoint = (name: 'AI' | 'EMBEDDINGS'): Config['ai'] => {
    const baseUrl = read<string | null>(`SVC_${name}_BASE_URL`, null, webAddress)
    const apiKey = read<string | null>(`SVC_${name}_API_KEY`, null, anyText)
    const model = read<string | null>(`SVC_${name}_MODEL`, null, anyText)
    if ((baseUrl === null) !== (model === null))
      problems.push(`SVC_${name}_BASE_URL and SVC_${name}_MODEL belong together: set both, or neither`)
    return baseUrl === null || model === null ? null : { baseUrl, apiKey, model }
  }
  const readOpenId = (): OpenIdSettings | null => {
    const issuer = read<string | null>('SVC_OIDC_ISSUER', null, webAddress)
    const clientId = read<string | null>('SVC_OIDC_CLIENT_ID', null, anyText)
    const clientSecret = read<string | null>('SVC_OIDC_CLIENT_SECRET', null, anyText)
    const label = read('SVC_OIDC_LABEL', 'Single sign-on', anyText)
    const domains = read<string[]>('SVC_OIDC_DOMAINS', [], domainList)
    const newcomerRole = read<Role>('SVC_OIDC_ROLE', 'viewer', newcomerRoles)
    if (issuer !== null && clientId !== null && clientSecret !== null)
      return { issuer, clientId, clientSecret, label, domains, newcomerRole }
    if (issuer !== null || clientId !== null || clientSecret !== null)
      problems.push(
        'SVC_OIDC_ISSUER, SVC_OIDC_CLIENT_ID and SVC_OIDC_CLIENT_SECRET belong together: set all, or none',
      )
    return null
  }
  const readSpending = (): AgentSpending => {
    const spending = {
      dailyTokens: read(
        'SVC_AGENT_DAILY_TOKENS',
        defaultSpending.dailyTokens,
        integer(0, 1_000_000_000_000, 'tokens a day, 0 for no limit'),
      ),
      prices: read<TokenPrices | null>('SVC_AI_PRICES', null, tokenPrices),
      runCost: read<number | null>('SVC_AGENT_RUN_COST', null, cost),
    }
    if (spending.runCost !== null && spending.prices === null)
      problems.push('SVC_AGENT_RUN_COST needs SVC_AI_PRICES: what a million tokens cost')
    return spending
  }
  const bucketSettings = {
    SVC_S3_ENDPOINT: read<string | null>('SVC_S3_ENDPOINT', null, originAddress),
    SVC_S3_ACCESS_KEY_ID: read<string | null>('SVC_S3_ACCESS_KEY_ID', null, anyText),
    SVC_S3_SECRET_ACCESS_KEY: read<string | null>('SVC_S3_SECRET_ACCESS_KEY', null, anyText),
  }
  const missingOfBucket = Object.entries(bucketSettings).flatMap(([name, value]) =>
    value === null ? [name] : [],
  )
  const bucketService: BucketService = {
    endpoint: bucketSettings.SVC_S3_ENDPOINT ?? '',
    region: read('SVC_S3_REGION', 'auto', anyText),
    accessKeyId: bucketSettings.SVC_S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: bucketSettings.SVC_S3_SECRET_ACCESS_KEY ?? '',
  }
  const readSnapshots = (): SnapshotsPlace => {
    const place = read('SVC_SNAPSHOTS', 'database', snapshotsPlace)
    if (place === 'database' || place === 'none') return place
    const named = parseBucketPlace(place)
    if (named === null) return { folder: place }
    if (missingOfBucket.length > 0)
      problems.push(
        `SVC_SNAPSHOTS names a bucket, which needs ${missingOfBucket.join(', ')}: set ${missingOfBucket.length > 1 ? 'them' : 'it'}`,
      )
    return { ...bucketService, ...named }
  }
  const readProviders = (): Config['providers'] => {
    const providers: Config['providers'] = {}
    for (const id of providerIds) {
      const stem = `SVC_PROVIDER_${id.toUpperCase().replaceAll('-', '_')}`
      const baseUrl = read<string | null>(`${stem}_BASE_URL`, null, originAddress)
      const clientId = read<string | null>(`${stem}_CLIENT_ID`, null, anyText)
      const clientSecret = read<string | null>(`${stem}_CLIENT_SECRET`, null, anyText)
      if ((clientId === null) !== (clientSecret === null))
        problems.push(`${stem}_CLIENT_ID and ${stem}_CLIENT_SECRET belong together: set both, or neither`)
      if (baseUrl !== null || clientId !== null) providers[id] = { baseUrl, clientId, clientSecret }
    }
    return providers
  }
  const config: Config = {
    port: read('PORT', 8787, integer(0, 65_535, 'a port number from 0 (any free port) to 65535')),
    host: read('HOST', '127.0.0.1', hostName),
    dataDirectory: read('SVC_DATA_DIR', './data', anyText),
    databaseUrl: read<string | null>('SVC_DATABASE_URL', null, databaseAddress),
    spoolMegabytes: read(
      'SVC_DATABASE_SPOOL_MB',
      256,
      integer(0, 1_000_000, 'MiB, 0 to keep no events on disk'),
    ),
    initialApiKey: read<string | null>(
      'SVC_INITIAL_API_KEY',
      null,
      key(isApiKey, 'ok_ followed by 32 to 200', { secret: true }),
    ),
    initialPublicKey: read<string | null>(
      'SVC_INITIAL_PUBLIC_KEY',
      null,
      key(isPublicKey, 'pk_ followed by 1 to 190', { secret: false }),
    ),
    nodeUrl: read<string | null>('SVC_NODE_URL', null, originAddress),
    replicasPerOrganization: read(
      'SVC_REPLICAS_PER_ORGANIZATION',
      2,
      integer(1, 100, 'servers from 1 to 100'),
    ),
    publicUrl: read<string | null>('SVC_PUBLIC_URL', null, publicAddress),
    openId: readOpenId(),
    logRequests: read('SVC_LOG_REQUESTS', false, boolean),
    logFormat: read<LogFormat>('SVC_LOG_FORMAT', 'text', logFormat),
    baseUrl: read<string | null>('SVC_BASE_URL', null, anyText),
    apiKey: read<string | null>('SVC_API_KEY', null, anyText),
    allowedOrigins: read<string[]>('SVC_ALLOWED_ORIGINS', [], originList),
    ingestRateLimit: read(
      'SVC_INGEST_RATE_LIMIT',
      100,
      integer(0, 1_000_000, 'requests a second, 0 for no limit'),
    ),
    requireServerAuth: read('SVC_REQUIRE_SERVER_AUTH', false, boolean),
    countryDatabase: read<string | null>('SVC_COUNTRY_DATABASE', null, anyText),
    feedbackPerHour: read(
      'SVC_FEEDBACK_PER_HOUR',
      60,
      integer(0, 100_000, 'feedbacks an hour, 0 for no limit'),
    ),
    metricsToken: read<string | null>('SVC_METRICS_TOKEN', null, token),
    queryTimeoutMs: read(
      'SVC_QUERY_TIMEOUT_MS',
      10_000,
      integer(1, 600_000, 'milliseconds from 1 to 600000'),
    ),
    freshnessHorizonMs: read('SVC_FRESHNESS_HOURS', 24, integer(1, 720, 'hours from 1 to 720')) * 3_600_000,
    messagesPerHour: read(
      'SVC_MESSAGES_PER_HOUR',
      100,
      integer(0, 1_000_000, 'messages an hour, 0 for no limit'),
    ),
    readProcesses: read('SVC_READ_PROCESSES', 8, integer(1, 1_000, 'processes from 1 to 1000')),
    secretKeys: read<SecretKeys | null>('SVC_SECRET_KEY', null, secretKeys),
    allowPrivateAddresses: read('SVC_ALLOW_PRIVATE_ADDRESSES', false, boolean),
    dataOnDisconnect: read<DataOnDisconnect>('SVC_INTEGRATION_DATA_ON_DISCONNECT', 'keep', keepOrRemove),
    drainMs: read('SVC_DRAIN_MS', 5_000, integer(0, 600_000, 'milliseconds from 0 to 600000')),
    shutdownTimeoutMs: read(
      'SVC_SHUTDOWN_TIMEOUT_MS',
      10_000,
      integer(0, 600_000, 'milliseconds from 0 to 600000'),
    ),
    snapshots: readSnapshots(),
    bucketService: missingOfBucket.length > 0 ? null : bucketService,
    ai: readEndpoint('AI'),
    agentSpending: readSpending(),
    embeddings: readEndpoint('EMBEDDINGS'),
    providers: readProviders(),
  }
  for (const name of Object.keys(environment)) {
    if (!/^svc_/i.test(name) || known.includes(name)) continue
    problems.push(
      `${name} is no setting of this server; did you mean ${nearest(name, known)}? Rename it or unset it`,
    )
  }
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
  return config
}
