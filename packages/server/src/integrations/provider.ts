import type { InternalPeople } from '../customers/identity/internal-people.ts'
import type {
  IngestEvent,
  IntegrationCategory,
  JsonObject,
  ProviderId,
  RecordInput,
  RevenueRecordInput,
  SetupStepResult,
} from '@customer-intel/contract'
import type { Services } from '../kernel/operations/services.ts'
import type { Workspace } from '../kernel/workspace/workspace.ts'
import type { Connection } from './connections.ts'
import type { ErrorRule } from './error-rules.ts'
import type { Webhook } from './webhooks/webhook.ts'

/**
 * A provider is a declaration of what differs between services; the sync engine does the rest (requests, pauses, cursors,
 * records, runs). Its id is a stand-in; docs/integrations.md says which public API each one uses.
 */
export interface Provider {
  id: ProviderId
  /** Display name. */
  name: string
  category: IntegrationCategory
  /** The service whose public API it speaks. */
  service: { name: string; website: string }
  /** What it brings, for people: the end of a sentence. */
  brings: string
  /** The rights that a key needs, in the service's words. Of OAuth the scopes are shown. Default: none to choose. */
  rights?: readonly string[]
  /** Its name on the command line. */
  cliName: string
  auth: KeyAuth | OAuthAuth
  /** Origin of the API, possibly from the credentials; the operator can replace it. */
  origin: string | ((credentials: Credentials) => string)
  /** Prefix of every path, if it depends on the credentials. Default: none. */
  basePath?: (credentials: Credentials) => string
  /** Headers of every request: authentication, API version. */
  headers(credentials: Credentials): Record<string, string>
  /** The meaning of responses, before the rules for all providers. */
  errors: readonly ErrorRule[]
  /** Tests the credentials for each stream. Rejects if they aren't sufficient. */
  check(api: ProviderApi): Promise<unknown>
  /** Rights of the credentials that aren't needed, if the service lists them. Default: unknown. */
  excess?(api: ProviderApi): Promise<string[]>
  streams: readonly Stream[]
  /** Setup steps after connecting. */
  steps?: readonly SetupStep[]
  /** Pause between two syncs. */
  everyMs: number
  /** How it reports changes; absent: it doesn't. */
  webhook?: Webhook
  /** What people should know before connecting. */
  notes: readonly string[]
}

/** A setup step of a connected provider. */
export interface SetupStep {
  /** Canonical, such as `crm-mapping`. */
  id: string
  /** Its names in commands; the first one is preferred, such as `mappings`. */
  tokens: readonly [string, ...string[]]
  /** For people. */
  label: string
  /** Whether the provider's data is incomplete without it. */
  required: boolean
  /** A note for people. */
  note?: string
  /** Whether the connection has it done. */
  isDone(connection: Connection): boolean
  /** Describes the step if `config` is null, else executes it. Throws AppErrors. */
  run(request: StepRequest): Promise<StepOutcome>
}

export interface StepRequest {
  workspace: Workspace
  provider: Provider
  connection: Connection
  /** The caller's input; null: they ask for the description. */
  config: JsonObject | null
  /** The server's address for the caller, without a slash at the end. */
  address: string
  services: Services
  signal?: AbortSignal | undefined
}

/** The route adds which step of which connection it is. */
export type StepOutcome = Pick<
  SetupStepResult,
  'status' | 'pipelines' | 'recommendation' | 'mappings' | 'setup' | 'nextActions' | 'setupProgress'
>

/** By name. For OAuth: `accessToken`, `refreshToken` (empty: none), and what `keep` names. */
export type Credentials = Readonly<Record<string, string>>

/** Connected by credentials that a person copies. */
export interface KeyAuth {
  kind: 'key'
  credentialType: 'api_key' | 'api_token'
  fields: readonly {
    key: string
    label: string
    secret: boolean
    /** Where to find it, for people. */
    help: string
    /** The problem with a value, as the end of a sentence; null for none. */
    check?: (value: string) => string | null
  }[]
}

/** Connected by a person in a browser: OAuth 2.0 authorization code grant. The operator can replace the origins. */
export interface OAuthAuth {
  kind: 'oauth'
  /** The authorization endpoint. */
  authoriseUrl: string
  tokenUrl: string
  /** Required scopes: if the person grants less, nothing is connected. */
  scopes: readonly string[]
  /** Required scopes that are chosen when the application is registered, and not requested. Default: none. */
  registeredScopes?: readonly string[]
  /** Default a space, as in the standard. */
  scopeSeparator?: ' ' | ','
  /** Whether the service supports PKCE (RFC 7636). */
  pkce: boolean
  /** Further parameters of the authorization request. */
  parameters?: Readonly<Record<string, string>>
  /** How the application authenticates at `tokenUrl`. */
  clientAuth: 'body' | 'basic'
  /** Fields of the token response that are stored beside the tokens, for `origin` and `headers`. */
  keep?: readonly string[]
  /**
   * Converts a response of `tokenUrl` to the form of RFC 6749 (`access_token` …, or `error` and `error_description`), for
   * a service with another form. Default: none.
   */
  readTokens?(answer: Answer): Answer
  /** Error codes, besides `invalid_grant`, for revoked access. */
  revokedCodes?: readonly string[]
  /**
   * The account that connected, for people and for `map`: an e-mail address, or the name of a workspace. `answer`: of
   * `tokenUrl`.
   */
  account(api: ProviderApi, answer: Answer): Promise<string>
  /**
   * Providers whose access would end with it, since they share an application: while another of them is connected,
   * nothing is revoked.
   */
  endsWith?: readonly ProviderId[]
  /** Revokes access. Default: it isn't revoked. */
  revoke?(
    credentials: Credentials,
    application: { clientId: string; clientSecret: string },
  ): {
    method: 'GET' | 'POST' | 'DELETE'
    url: string
    headers?: Record<string, string>
    /** Sent as a form. */
    form?: Record<string, string>
  }
}

/** The provider's API with the connection's credentials: waits, retries and parses responses as declared. */
export interface ProviderApi {
  /** Rejects with {@link ProviderProblem}. */
  get(path: string, query?: Query): Promise<Answer>
  /** As `get`; null for a missing resource (404, 410). */
  find(path: string, query?: Query): Promise<Answer | null>
  /** As `get`, if the response is a list. */
  list(path: string, query?: Query): Promise<unknown[]>
  post(path: string, body: unknown): Promise<Answer>
}

export type Query = Readonly<Record<string, string | number | boolean | readonly string[] | null | undefined>>

/** A JSON object of the provider, unchecked. */
export type Answer = Record<string, unknown>

/** A request for a page of a stream. */
export interface StreamRequest {
  /** Objects that changed since then, minus the overlap: the stream's cursor; null: all objects. */
  since: string | null
  /** The page, from the `next` of the previous one; null: the first. */
  page: string | null
  /** When the walk started, Unix milliseconds. */
  startedAt: number
  /** Maximal number of objects, for streams with `perPage`. */
  limit?: number
}

export interface StreamPage {
  /** As received, unfiltered. */
  items: readonly unknown[]
  /** Null for the last page. */
  next: string | null
  /** The cursor once the walk is complete; null: none. */
  cursor: string | null
}

/** One kind of object, fetched page by page in a walk. */
export interface Stream {
  /** Its name in the API, such as `Opportunity`. */
  model: string
  /** A time cursor is ISO 8601, and a walk starts the overlap before it; a token is passed as it is. */
  cursor: { kind: 'time'; overlapMs: number } | { kind: 'token' }
  fetch(api: ProviderApi, request: StreamRequest): Promise<StreamPage>
  /**
   * Usual number of objects per page (`PageRequest.limit`); reduced after a page whose response exceeded the size limit.
   * Default: `fetch` takes no limit.
   */
  perPage?: number
  /**
   * The page with only the next object (or the next few, if the service can't return one), each as an `UnfetchedObject`
   * with this reason: skips an object whose response exceeds the size limit. Default: such an object ends the model's
   * sync.
   */
  skip?(api: ProviderApi, request: StreamRequest, reason: string): Promise<StreamPage>
  /**
   * One object in its current state, as in a page, by the id from `idOf`; null: it was deleted. For objects that webhooks
   * name. Default: all changes are synced.
   */
  fetchOne?(api: ProviderApi, id: string): Promise<unknown>
  /** The provider's id of an object. Throws without one. */
  idOf(item: unknown): string
  /** Whether an object is marked as deleted: its records are removed. Default: no. */
  isDeleted?(item: unknown, context: MapContext): boolean
  /** All objects are walked at least this often, and objects that such a walk didn't see are removed. Default: never. */
  wholeWalkEveryMs?: number
  /** The setup step whose settings `map` uses: when they change, everything is walked again. */
  readsStep?: string
  /**
   * Maps an object to our records. Pure. An empty list: it isn't relevant. Throws an Error with the reason when the
   * object can't be accepted; it is then quarantined.
   */
  map(item: unknown, context: MapContext): MappedRecord[]
}

export interface MapContext {
  provider: ProviderId
  /** Unix milliseconds. */
  now: number
  /** The account that connected; null: connected by a key. */
  account: string | null
  /** The organization's own people: they make no customer and no contact. */
  internal: InternalPeople
  /** Settings of setup steps, by their ids. */
  setup: Readonly<Record<string, JsonObject>>
}

/** The complete revenue of a billing account. */
export interface BillingInput {
  kind: 'billing'
  /** The provider's id of the account. */
  account: string
  customer: { email: string } | { customerId: string }
  days: Omit<RevenueRecordInput, 'kind' | 'customer'>[]
}

/** An event, to be ingested like all events. */
export interface EventInput {
  kind: 'event'
  /** Of the browser: a uuid. */
  visitorId?: string
  /** The person, if known. */
  userIdentity?: { email?: string; userId?: string }
  /** Its uuid is the same whether it comes from the API or by webhook. */
  event: IngestEvent
}

/** A sign-up or sign-in of a user whom the same object brings as a record. */
export interface AuthEventInput {
  kind: 'authEvent'
  userId: string
  action: 'SIGNED_UP' | 'SIGNED_IN'
  /** Unix milliseconds. */
  occurredAt: number
}

export type MappedRecord = RecordInput | BillingInput | EventInput | AuthEventInput
