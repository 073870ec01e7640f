import { type ProviderId, providerIds } from '@customer-intel/contract'
import { type AgentSpending, defaultSpending, type TokenPrices } from './agents/spending.ts'
import { parseOriginRule } from './ingest/origin-rules.ts'
import { isApiKey, isPublicKey } from './platform/api-keys.ts'
import type { LogFormat } from './logger.ts'
import { nearest } from './program/nearest.ts'
import { parseSecretKeys, type SecretKeys } from './secrets/secret-keys.ts'

/** Every setting of the server program. `docs/configuration.md` has one line for each. */
export interface Config {
  /** `PORT`: where to listen. 0 picks a free port. Default 8787. */
  port: number
  /** `HOST`: the address to listen on. Default 127.0.0.1: this machine only. */
  host: string
  /** `SVC_DATA_DIR`: the folder that holds everything. Default `./data`. */
  dataDirectory: string
  /** `SVC_DATABASE_URL`: a PostgreSQL that keeps everything in place of that folder, `postgres://…`; null: the folder does. */
  databaseUrl: string | null
  /** `SVC_DATABASE_SPOOL_MB`: events that wait on disk while that database is away, in MiB; 0: none do. Default 256. */
  spoolMegabytes: number
  /**
   * `SVC_SNAPSHOTS`: where copies of read models are kept for servers that have none: in the database, in a folder or a
   * bucket (`SVC_S3_…`) that all its servers share, or nowhere.
   */
  snapshots: SnapshotsPlace
  /** `SVC_INITIAL_API_KEY`: the API key of the first organization, when it is made; null makes one. */
  initialApiKey: string | null
  /** `SVC_INITIAL_PUBLIC_KEY`: the public key of the first organization, when it is made; null makes one. */
  initialPublicKey: string | null
  /** `SVC_PUBLIC_URL`: where the world reaches this server, without a slash at the end; null: where it listens. */
  publicUrl: string | null
  /** `SVC_LOG_REQUESTS`: whether each request is logged. Default false. */
  logRequests: boolean
  /** `SVC_LOG_FORMAT`: what the server prints while it runs. Default `text`. */
  logFormat: LogFormat
  /** `SVC_BASE_URL`: the running server that commands go through. A client's setting: `start` doesn't look at it. */
  baseUrl: string | null
  /** `SVC_API_KEY`: what commands ask that server with. A client's setting. */
  apiKey: string | null
  /** `SVC_ALLOWED_ORIGINS`: who may send events from a browser. Default: localhost and loopback, any port. */
  allowedOrigins: string[]
  /** `SVC_INGEST_RATE_LIMIT`: ingest requests a second and public key; 0 lifts the limit. Default 100. */
  ingestRateLimit: number
  /** `SVC_REQUIRE_SERVER_AUTH`: whether `server` and `integration` events need an API key. Default false. */
  requireServerAuth: boolean
  /** `SVC_FEEDBACK_PER_HOUR`: feedback that an organization may send within any hour; 0 lifts the limit. Default 60. */
  feedbackPerHour: number
  /** `SVC_METRICS_TOKEN`: who sends it may read `/metrics` from anywhere; null: only this machine may. */
  metricsToken: string | null
  /** `SVC_QUERY_TIMEOUT_MS`: how long one `svc_query` may run, in milliseconds. Default 10,000. */
  queryTimeoutMs: number
  /** `SVC_READ_PROCESSES`: organizations that are read from at once, each by a process of its own; others take turns. Default 8. */
  readProcesses: number
  /**
   * `SVC_AI_BASE_URL`, `SVC_AI_API_KEY`, `SVC_AI_MODEL`: an OpenAI-compatible chat endpoint that reads texts for facts.
   * Null: no facts are extracted.
   */
  ai: { baseUrl: string; apiKey: string | null; model: string } | null
  /**
   * `SVC_EMBEDDINGS_BASE_URL`, `SVC_EMBEDDINGS_API_KEY`, `SVC_EMBEDDINGS_MODEL`: an OpenAI-compatible endpoint that turns
   * texts into vectors. Null: a search is by words alone.
   */
  embeddings: { baseUrl: string; apiKey: string | null; model: string } | null
  /**
   * `SVC_SECRET_KEY`: what credentials of connections are encrypted with, 32 bytes in base64; several, separated by
   * commas, open what was encrypted before a rotation. Null: a key file in the data folder, made when it is needed.
   */
  secretKeys: SecretKeys | null
  /** `SVC_ALLOW_PRIVATE_ADDRESSES`: whether addresses that come over the API may be of a private network. Default false. */
  allowPrivateAddresses: boolean
  /** `SVC_PROVIDER_<ID>_BASE_URL`, `…_CLIENT_ID`, `…_CLIENT_SECRET`: how each provider is reached. */
  providers: Partial<Record<ProviderId, ProviderSettings>>
  /**
   * `SVC_AGENT_DAILY_TOKENS`, `SVC_AI_PRICES`, `SVC_AGENT_RUN_COST`: what agents may spend on that endpoint. Default 5,000,000
   * tokens a day and organization, whatever they cost.
   */
  agentSpending: AgentSpending
  /** `SVC_FRESHNESS_HOURS`: what happened longer ago makes no automation act, in milliseconds. Default 24 hours. */
  freshnessHorizonMs: number
  /** `SVC_SHUTDOWN_TIMEOUT_MS`: how long requests in flight may take after SIGTERM, in milliseconds. Default 10,000. */
  shutdownTimeoutMs: number
}

/** Where `SVC_SNAPSHOTS` keeps copies of read models. */
export type SnapshotsPlace =
  | 'database'
  | 'none'
  | { folder: string }
  | {
      endpoint: string
      region: string
      accessKeyId: string
      secretAccessKey: string
      bucket: string
      prefix: string
    }

/** What an operator says of a provider. */
export interface ProviderSettings {
  /** Takes the place of the origin of every address of the provider; null: the real service. */
  baseUrl: string | null
  /** Of the OAuth application that was registered with the provider. */
  clientId: string | null
  clientSecret: string | null
}

/** A setting is wrong. The message has one line a problem: the variable, what is wrong with it, and the remedy. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** Names that other parts of the product read; a server may find them in its environment and lets them be. */
const otherNames = ['SVC_API_URL', 'SVC_PUBLIC_KEY', 'SVC_CHROMIUM', 'SVC_FIREFOX']

/**
 * Reads the settings from the environment; an empty value counts as absent.
 * Throws a {@link ConfigError} that lists every problem at once.
 */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const problems: string[] = []
  const read = <T>(name: string, fallback: T, parse: (text: string) => T | Problem): T => {
    const text = environment[name]?.trim()
    if (text === undefined || text === '') return fallback
    const value = parse(text)
    if (!(value instanceof Problem)) return value
    problems.push(`${name} ${value.remedy}${value.secret ? '' : `; it is ${JSON.stringify(text)}`}`)
    return fallback
  }
  const settings = {
    PORT: read('PORT', 8787, integer(0, 65_535, 'a port number from 0 (any free port) to 65535')),
    HOST: read('HOST', '127.0.0.1', hostName),
    SVC_DATA_DIR: read('SVC_DATA_DIR', './data', (text) => text),
    SVC_DATABASE_URL: read<string | null>('SVC_DATABASE_URL', null, databaseAddress),
    SVC_DATABASE_SPOOL_MB: read(
      'SVC_DATABASE_SPOOL_MB',
      256,
      integer(0, 1_000_000, 'MiB, 0 to keep no events on disk'),
    ),
    SVC_SNAPSHOTS: read('SVC_SNAPSHOTS', 'database', snapshotsPlace),
    SVC_S3_ENDPOINT: read<string | null>('SVC_S3_ENDPOINT', null, originAddress),
    SVC_S3_REGION: read('SVC_S3_REGION', 'auto', (text) => text),
    SVC_S3_ACCESS_KEY_ID: read<string | null>('SVC_S3_ACCESS_KEY_ID', null, (text) => text),
    SVC_S3_SECRET_ACCESS_KEY: read<string | null>('SVC_S3_SECRET_ACCESS_KEY', null, (text) => text),
    SVC_BASE_URL: read<string | null>('SVC_BASE_URL', null, (text) => text),
    SVC_API_KEY: read<string | null>('SVC_API_KEY', null, (text) => text),
    SVC_PUBLIC_URL: read<string | null>('SVC_PUBLIC_URL', null, publicAddress),
    SVC_LOG_REQUESTS: read('SVC_LOG_REQUESTS', false, boolean),
    SVC_LOG_FORMAT: read<LogFormat>('SVC_LOG_FORMAT', 'text', logFormat),
    SVC_INITIAL_API_KEY: read<string | null>(
      'SVC_INITIAL_API_KEY',
      null,
      key(isApiKey, 'ok_ followed by 32 to 200', { secret: true }),
    ),
    SVC_INITIAL_PUBLIC_KEY: read<string | null>(
      'SVC_INITIAL_PUBLIC_KEY',
      null,
      key(isPublicKey, 'pk_ followed by 1 to 190', { secret: false }),
    ),
    SVC_ALLOWED_ORIGINS: read<string[]>('SVC_ALLOWED_ORIGINS', [], originList),
    SVC_INGEST_RATE_LIMIT: read(
      'SVC_INGEST_RATE_LIMIT',
      100,
      integer(0, 1_000_000, 'requests a second, 0 for no limit'),
    ),
    SVC_REQUIRE_SERVER_AUTH: read('SVC_REQUIRE_SERVER_AUTH', false, boolean),
    SVC_FEEDBACK_PER_HOUR: read(
      'SVC_FEEDBACK_PER_HOUR',
      60,
      integer(0, 100_000, 'feedbacks an hour, 0 for no limit'),
    ),
    SVC_METRICS_TOKEN: read<string | null>('SVC_METRICS_TOKEN', null, token),
    SVC_READ_PROCESSES: read('SVC_READ_PROCESSES', 8, integer(1, 1_000, 'processes from 1 to 1000')),
    SVC_QUERY_TIMEOUT_MS: read(
      'SVC_QUERY_TIMEOUT_MS',
      10_000,
      integer(1, 600_000, 'milliseconds from 1 to 600000'),
    ),
    SVC_AI_BASE_URL: read<string | null>('SVC_AI_BASE_URL', null, webAddress),
    SVC_AI_API_KEY: read<string | null>('SVC_AI_API_KEY', null, (text) => text),
    SVC_AI_MODEL: read<string | null>('SVC_AI_MODEL', null, (text) => text),
    SVC_AI_PRICES: read<TokenPrices | null>('SVC_AI_PRICES', null, tokenPrices),
    SVC_AGENT_RUN_COST: read<number | null>('SVC_AGENT_RUN_COST', null, cost),
    SVC_AGENT_DAILY_TOKENS: read(
      'SVC_AGENT_DAILY_TOKENS',
      defaultSpending.dailyTokens,
      integer(0, 1_000_000_000_000, 'tokens a day, 0 for no limit'),
    ),
    SVC_EMBEDDINGS_BASE_URL: read<string | null>('SVC_EMBEDDINGS_BASE_URL', null, webAddress),
    SVC_EMBEDDINGS_API_KEY: read<string | null>('SVC_EMBEDDINGS_API_KEY', null, (text) => text),
    SVC_EMBEDDINGS_MODEL: read<string | null>('SVC_EMBEDDINGS_MODEL', null, (text) => text),
    SVC_SECRET_KEY: read<SecretKeys | null>('SVC_SECRET_KEY', null, secretKeys),
    SVC_ALLOW_PRIVATE_ADDRESSES: read('SVC_ALLOW_PRIVATE_ADDRESSES', false, boolean),
    SVC_FRESHNESS_HOURS: read('SVC_FRESHNESS_HOURS', 24, integer(1, 720, 'hours from 1 to 720')),
    SVC_SHUTDOWN_TIMEOUT_MS: read(
      'SVC_SHUTDOWN_TIMEOUT_MS',
      10_000,
      integer(0, 600_000, 'milliseconds from 0 to 600000'),
    ),
  }
  if ((settings.SVC_AI_BASE_URL === null) !== (settings.SVC_AI_MODEL === null))
    problems.push('SVC_AI_BASE_URL and SVC_AI_MODEL belong together: set both, or neither')
  if (settings.SVC_AGENT_RUN_COST !== null && settings.SVC_AI_PRICES === null)
    problems.push('SVC_AGENT_RUN_COST needs SVC_AI_PRICES: what a million tokens cost')
  if ((settings.SVC_EMBEDDINGS_BASE_URL === null) !== (settings.SVC_EMBEDDINGS_MODEL === null))
    problems.push('SVC_EMBEDDINGS_BASE_URL and SVC_EMBEDDINGS_MODEL belong together: set both, or neither')
  const snapshots = findSnapshotsPlace(settings, problems)
  const providers: Config['providers'] = {}
  const providerNames: string[] = []
  for (const id of providerIds) {
    const stem = `SVC_PROVIDER_${id.toUpperCase().replaceAll('-', '_')}`
    const names = [`${stem}_BASE_URL`, `${stem}_CLIENT_ID`, `${stem}_CLIENT_SECRET`] as const
    providerNames.push(...names)
    const [baseUrl, clientId, clientSecret] = [
      read<string | null>(names[0], null, originAddress),
      read<string | null>(names[1], null, (text) => text),
      read<string | null>(names[2], null, (text) => text),
    ]
    if ((clientId === null) !== (clientSecret === null))
      problems.push(`${names[1]} and ${names[2]} belong together: set both, or neither`)
    if (baseUrl !== null || clientId !== null) providers[id] = { baseUrl, clientId, clientSecret }
  }
  const known = [...Object.keys(settings), ...providerNames, ...otherNames]
  for (const name of Object.keys(environment)) {
    if (!/^svc_/i.test(name) || known.includes(name)) continue
    problems.push(
      `${name} is no setting of this server; did you mean ${nearest(name, known)}? Rename it or unset it`,
    )
  }
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
  return {
    port: settings.PORT,
    host: settings.HOST,
    dataDirectory: settings.SVC_DATA_DIR,
    databaseUrl: settings.SVC_DATABASE_URL,
    spoolMegabytes: settings.SVC_DATABASE_SPOOL_MB,
    snapshots,
    initialApiKey: settings.SVC_INITIAL_API_KEY,
    initialPublicKey: settings.SVC_INITIAL_PUBLIC_KEY,
    publicUrl: settings.SVC_PUBLIC_URL,
    logRequests: settings.SVC_LOG_REQUESTS,
    logFormat: settings.SVC_LOG_FORMAT,
    baseUrl: settings.SVC_BASE_URL,
    apiKey: settings.SVC_API_KEY,
    allowedOrigins: settings.SVC_ALLOWED_ORIGINS,
    ingestRateLimit: settings.SVC_INGEST_RATE_LIMIT,
    requireServerAuth: settings.SVC_REQUIRE_SERVER_AUTH,
    feedbackPerHour: settings.SVC_FEEDBACK_PER_HOUR,
    metricsToken: settings.SVC_METRICS_TOKEN,
    queryTimeoutMs: settings.SVC_QUERY_TIMEOUT_MS,
    freshnessHorizonMs: settings.SVC_FRESHNESS_HOURS * 3_600_000,
    readProcesses: settings.SVC_READ_PROCESSES,
    agentSpending: {
      dailyTokens: settings.SVC_AGENT_DAILY_TOKENS,
      prices: settings.SVC_AI_PRICES,
      runCost: settings.SVC_AGENT_RUN_COST,
    },
    ai:
      settings.SVC_AI_BASE_URL === null || settings.SVC_AI_MODEL === null
        ? null
        : {
            baseUrl: settings.SVC_AI_BASE_URL,
            apiKey: settings.SVC_AI_API_KEY,
            model: settings.SVC_AI_MODEL,
          },
    embeddings:
      settings.SVC_EMBEDDINGS_BASE_URL === null || settings.SVC_EMBEDDINGS_MODEL === null
        ? null
        : {
            baseUrl: settings.SVC_EMBEDDINGS_BASE_URL,
            apiKey: settings.SVC_EMBEDDINGS_API_KEY,
            model: settings.SVC_EMBEDDINGS_MODEL,
          },
    secretKeys: settings.SVC_SECRET_KEY,
    allowPrivateAddresses: settings.SVC_ALLOW_PRIVATE_ADDRESSES,
    providers,
    shutdownTimeoutMs: settings.SVC_SHUTDOWN_TIMEOUT_MS,
  }
}

class Problem {
  readonly remedy: string
  /** True keeps the value out of the message. */
  readonly secret: boolean

  constructor(remedy: string, options: { secret?: boolean } = {}) {
    this.remedy = remedy
    this.secret = options.secret ?? false
  }
}

function integer(minimum: number, maximum: number, what: string) {
  return (text: string): number | Problem => {
    const value = Number(text)
    if (/^\d+$/.test(text) && value >= minimum && value <= maximum) return value
    return new Problem(`must be ${what}`)
  }
}

function cost(text: string): number | Problem {
  const amount = /^\d+(\.\d+)?$/.test(text) ? Number(text) : 0
  return amount > 0 && Number.isFinite(amount)
    ? amount
    : new Problem('must be an amount over 0, such as 0.25')
}

function tokenPrices(text: string): TokenPrices | Problem {
  const [input, output, ...more] = text
    .split(',')
    .map((part) => (/^\d+(\.\d+)?$/.test(part.trim()) ? Number(part) : NaN))
  return input !== undefined && output !== undefined && more.length === 0 && input + output > 0
    ? { input, output }
    : new Problem('must be what a million tokens cost, in and out, such as 0.15,0.60')
}

function boolean(text: string): boolean | Problem {
  if (/^(true|1|yes|on)$/i.test(text)) return true
  if (/^(false|0|no|off)$/i.test(text)) return false
  return new Problem('must be true or false')
}

function hostName(text: string): string | Problem {
  if (/^[A-Za-z0-9.:%_-]+$/.test(text)) return text
  return new Problem(
    'must be an address or a host name without scheme and port, such as 127.0.0.1 or 0.0.0.0',
  )
}

function databaseAddress(text: string): string | Problem {
  const remedy = 'must be postgres://user:password@host:5432/database'
  return /^postgres(?:ql)?:$/.test(URL.canParse(text) ? new URL(text).protocol : '')
    ? text
    : new Problem(remedy, { secret: true })
}

/** `s3://bucket/prefix` as it is, and a folder told from two words. */
function snapshotsPlace(text: string): string | Problem {
  const isBucket = /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](?:\/[\w./-]*)?$/.test(text)
  if (isBucket || !/^[a-z\d]+:\/\//i.test(text)) return text
  return new Problem('must be database, none, a folder, or a bucket such as s3://my-bucket/snapshots')
}

function findSnapshotsPlace(
  settings: Record<`SVC_S3_${'ENDPOINT' | 'ACCESS_KEY_ID' | 'SECRET_ACCESS_KEY'}`, string | null> & {
    SVC_SNAPSHOTS: string
    SVC_S3_REGION: string
  },
  problems: string[],
): SnapshotsPlace {
  const place = settings.SVC_SNAPSHOTS
  if (place === 'database' || place === 'none') return place
  const [, bucket, prefix = ''] = /^s3:\/\/([^/]+)\/?(.*)$/.exec(place) ?? []
  if (bucket === undefined) return { folder: place }
  const needed = ['SVC_S3_ENDPOINT', 'SVC_S3_ACCESS_KEY_ID', 'SVC_S3_SECRET_ACCESS_KEY'] as const
  const missing = needed.filter((name) => settings[name] === null)
  if (missing.length > 0)
    problems.push(
      `SVC_SNAPSHOTS names a bucket, which needs ${missing.join(', ')}: set ${missing.length > 1 ? 'them' : 'it'}`,
    )
  return {
    endpoint: settings.SVC_S3_ENDPOINT ?? '',
    region: settings.SVC_S3_REGION,
    accessKeyId: settings.SVC_S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: settings.SVC_S3_SECRET_ACCESS_KEY ?? '',
    bucket,
    prefix: prefix.replace(/\/+$/, ''),
  }
}

function webAddress(text: string): string | Problem {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text
  return new Problem('must be a web address, such as https://models.example.com/v1')
}

/** An address without a path: it stands for another one's origin. */
function originAddress(text: string): string | Problem {
  const url = URL.canParse(text) ? new URL(text) : null
  const isOrigin = url !== null && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href
  return isOrigin
    ? url.origin
    : new Problem('must be an address without a path, such as http://127.0.0.1:9400')
}

function secretKeys(text: string): SecretKeys | Problem {
  const remedy = 'must be 32 bytes in base64 (openssl rand -base64 32), several separated by commas'
  return parseSecretKeys(text) ?? new Problem(remedy, { secret: true })
}

/** An address that paths can be put behind. */
function publicAddress(text: string): string | Problem {
  const url = URL.canParse(text) ? new URL(text) : null
  const isPlain = url !== null && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === ''
  if (isPlain && url.username === '') return url.href.replace(/\/$/, '')
  return new Problem('must be where the world reaches this server, such as https://intel.example.com')
}

function logFormat(text: string): LogFormat | Problem {
  return text === 'text' || text === 'json' ? text : new Problem('must be text or json')
}

function key(isKey: (text: string) => boolean, form: string, options: { secret: boolean }) {
  return (text: string): string | Problem =>
    isKey(text) ? text : new Problem(`must be ${form} letters, digits, "-" or "_"`, options)
}

function token(text: string): string | Problem {
  if (/^[\x21-\x7e]{16,200}$/.test(text)) return text
  return new Problem('must be 16 to 200 letters, digits and signs without blanks', { secret: true })
}

function originList(text: string): string[] | Problem {
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
  const wrong = entries.find((entry) => parseOriginRule(entry) === null)
  if (wrong === undefined) return entries
  return new Problem(
    `must list origins (https://app.example.com), hosts (example.com), subdomains (*.example.com) or null, ` +
      `separated by commas; ${JSON.stringify(wrong)} is none of these`,
  )
}
