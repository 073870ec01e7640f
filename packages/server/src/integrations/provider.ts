import type {
  IngestEvent,
  IntegrationCategory,
  JsonObject,
  ProviderId,
  RecordInput,
  RevenueRecordInput,
  SetupStepResult,
} from '@customer-intel/contract'
import type { Services } from '../services.ts'
import type { Workspace } from '../workspaces/workspace.ts'
import type { Connection } from './connections.ts'
import type { ErrorRule } from './error-rules.ts'
import type { Webhook } from './webhooks/webhook.ts'

/**
 * A provider is a declaration: what differs between services stands here, and one engine does the rest (requests, waits,
 * cursors, records, runs). Its id is a stand-in; docs/integrations.md says which public API each speaks.
 */
export interface Provider {
  id: ProviderId
  /** For people. */
  name: string
  category: IntegrationCategory
  /** What the command line calls it. */
  cliName: string
  auth: KeyAuth | OAuthAuth
  /** Origin of the API, or where the credentials say that it is; a setting of the operator takes its place. */
  origin: string | ((credentials: Credentials) => string)
  /** What stands before every path, where it depends on the credentials. Default: nothing. */
  basePath?: (credentials: Credentials) => string
  /** Sent with every request: authentication, pinned version. */
  headers(credentials: Credentials): Record<string, string>
  /** What its answers mean, before the rules that hold for every provider. */
  errors: readonly ErrorRule[]
  /** Asks for something that the credentials must allow, for each stream. Rejects where they don't. */
  check(api: ProviderApi): Promise<unknown>
  /** Rights that credentials bring and nothing needs, as far as the service tells of them. Default: it tells nothing. */
  excess?(api: ProviderApi): Promise<string[]>
  streams: readonly Stream[]
  /** What is left to do once connected. */
  steps?: readonly SetupStep[]
  /** Between the end of a sync and the next one, in milliseconds. */
  everyMs: number
  /** How it tells of changes; absent: it is only asked. */
  webhook?: Webhook
  /** For people: what to know before connecting. */
  notes: readonly string[]
}

/** Something to set up once a provider is connected. */
export interface SetupStep {
  /** Canonical, such as `crm-mapping`. */
  id: string
  /** What it may be called besides; the first one stands in commands, such as `mappings`. */
  tokens: readonly [string, ...string[]]
  /** For people. */
  label: string
  /** Whether what the provider brings lacks something before. */
  required: boolean
  /** For people: what to know of it. */
  note?: string
  /** Whether it is done, as the connection says. */
  isDone(connection: Connection): boolean
  /** Tells what is needed where `config` is null, else takes it. Throws AppErrors. */
  run(asked: StepRequest): Promise<StepOutcome>
}

export interface StepRequest {
  workspace: Workspace
  provider: Provider
  connection: Connection
  /** What the caller gives; null: nothing, they want to know what is needed. */
  config: JsonObject | null
  /** Where the caller reaches this server, without a slash at the end. */
  address: string
  services: Services
  signal?: AbortSignal | undefined
}

/** The route adds which step of which connection it is. */
export type StepOutcome = Pick<
  SetupStepResult,
  'status' | 'pipelines' | 'recommendation' | 'mappings' | 'setup' | 'nextActions' | 'setupProgress'
>

/** By name. Of a connection by OAuth: `accessToken`, `refreshToken` (empty: none), and what `keep` names. */
export type Credentials = Readonly<Record<string, string>>

/** Connected with credentials that a person copies. */
export interface KeyAuth {
  kind: 'key'
  credentialType: 'api_key' | 'api_token'
  fields: readonly {
    key: string
    label: string
    secret: boolean
    /** What is wrong with a value, as the end of a sentence; null when nothing is. */
    check?: (value: string) => string | null
  }[]
}

/** Connected by a person in a browser: OAuth 2.0, the code grant. A setting of the operator takes the place of each origin. */
export interface OAuthAuth {
  kind: 'oauth'
  /** Where the person is asked. */
  authoriseUrl: string
  tokenUrl: string
  /** What is needed: where the person grants less, nothing is connected. */
  scopes: readonly string[]
  /** What is needed besides, and chosen where the application is registered: it isn't asked for. Default: nothing. */
  registeredScopes?: readonly string[]
  /** Default a blank, as the standard has it. */
  scopeSeparator?: ' ' | ','
  /** Whether the service takes a proof key (RFC 7636). */
  pkce: boolean
  /** Further parameters of the address where the person is asked. */
  parameters?: Readonly<Record<string, string>>
  /** How the application shows its id and secret at `tokenUrl`. */
  clientAuth: 'body' | 'basic'
  /** Texts of the token answer that are kept beside the tokens, for `origin` and `headers`. */
  keep?: readonly string[]
  /**
   * An answer of `tokenUrl` in the form of RFC 6749 (`access_token` …, or `error` and `error_description`), where the
   * service has a form of its own. Default: as it is.
   */
  readTokens?(answer: Answer): Answer
  /** Codes of a refusal, besides `invalid_grant`, that say that access was withdrawn. */
  revokedCodes?: readonly string[]
  /** Who connected, for people and for `map`: an address of theirs, or the name of their workspace. `answer`: of `tokenUrl`. */
  account(api: ProviderApi, answer: Answer): Promise<string>
  /**
   * Whose access ends with it where one application serves both: while another of them is connected, nothing is revoked.
   */
  endsWith?: readonly ProviderId[]
  /** How access is revoked. Default: it isn't. */
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

/** The provider's API with the connection's credentials: waits, tries again and reads answers as the declaration says. */
export interface ProviderApi {
  /** Rejects with {@link ProviderProblem}. */
  get(path: string, query?: Query): Promise<Answer>
  /** As `get`; null where the provider says that it isn't there (404, 410). */
  find(path: string, query?: Query): Promise<Answer | null>
  /** As `get`, where the answer is a list. */
  list(path: string, query?: Query): Promise<unknown[]>
  post(path: string, body: unknown): Promise<Answer>
}

export type Query = Readonly<Record<string, string | number | boolean | readonly string[] | null | undefined>>

/** A JSON object of the provider: nothing in it is known to be what its documentation says. */
export type Answer = Record<string, unknown>

/** What a stream is asked for. */
export interface Asked {
  /** Objects that changed since then, the overlap taken off: the stream's own cursor; null: all there are. */
  since: string | null
  /** The page, by what the one before it said; null: the first. */
  page: string | null
  /** When the walk began, Unix milliseconds. */
  startedAt: number
  /** At most so many objects, where the stream says how many are usual. */
  limit?: number
}

export interface Page {
  /** As the provider gave them, nothing filtered. */
  items: readonly unknown[]
  /** Null: that was the last one. */
  next: string | null
  /** The cursor that this page allows, once the walk is complete; null: none. */
  cursor: string | null
}

/** One kind of object, walked page by page. */
export interface Stream {
  /** What answers call it, such as `Opportunity`. */
  model: string
  /** A time cursor is ISO 8601 and is asked from the overlap before it; a token goes as it is. */
  cursor: { kind: 'time'; overlapMs: number } | { kind: 'token' }
  fetch(api: ProviderApi, asked: Asked): Promise<Page>
  /**
   * How many objects a page usually holds (`Asked.limit`): fewer, once a page of them was larger than answers may be. Default:
   * `fetch` takes no limit.
   */
  perPage?: number
  /**
   * The page of the next object alone (of the next ones, where nobody can say how many), each as an `UnfetchedObject` with
   * this reason: for one by itself whose answer is larger than answers may be. Default: such a one ends the model's sync.
   */
  passOver?(api: ProviderApi, asked: Asked, reason: string): Promise<Page>
  /**
   * One object as it stands now, as a page would hold it, by the id that `idOf` gives; null: it is gone there. For what a
   * webhook names. Default: everything that changed is asked for.
   */
  fetchOne?(api: ProviderApi, id: string): Promise<unknown>
  /** The provider's id of an object. Throws where it has none. */
  idOf(item: unknown): string
  /** Whether an object says that it is gone there: what came of it is taken away here. Default: none says so. */
  isDeleted?(item: unknown, context: MapContext): boolean
  /**
   * Everything is walked at least this often, in milliseconds, and what such a walk didn't meet from its first page to its
   * last is taken away here. Default: never.
   */
  wholeWalkEveryMs?: number
  /** The step whose settings `map` reads: with others, everything is walked anew. */
  readsStep?: string
  /**
   * What an object says, in our records. Pure. An empty list: nothing that concerns us. Throws an Error whose message says
   * why the object can't be taken; it is set aside then.
   */
  map(item: unknown, context: MapContext): MappedRecord[]
}

export interface MapContext {
  provider: ProviderId
  /** Unix milliseconds. */
  now: number
  /** Who connected, as the declaration names them; null: a key did. */
  account: string | null
  /** What was given to setup steps, by their ids. */
  setup: Readonly<Record<string, JsonObject>>
}

/** What a billing account pays, whole. */
export interface BillingInput {
  kind: 'billing'
  /** The provider's id of the account. */
  account: string
  customer: { email: string } | { customerId: string }
  days: Omit<RevenueRecordInput, 'kind' | 'customer'>[]
}

/** Something that people did: it goes through the entrance that all events take. */
export interface EventInput {
  kind: 'event'
  /** The browser: a uuid. */
  visitorId?: string
  /** Whose it is, where that is known. */
  userIdentity?: { email?: string; userId?: string }
  /** Its uuid is the same whichever way it comes. */
  event: IngestEvent
}

export type MappedRecord = RecordInput | BillingInput | EventInput
