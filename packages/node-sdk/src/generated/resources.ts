// Written by `pnpm generate` from the contract; a test fails when it is out of date.

import type { ApiPromise } from '../client/api-promise.ts'
import type { ListPromise } from '../client/list-promise.ts'
import type { EventStream } from '../client/event-stream.ts'
import type { TextStream } from '../client/text-stream.ts'
import type { OpenStream } from '../client/open-stream.ts'
import type { RequestOptions } from '../client/options.ts'
import type { Send } from '../client/transport.ts'
import { Resource } from '../resources/resource.ts'
import { ToolsResource } from './tools.ts'
import type {
  AcceptInvitationBody,
  AccessLink,
  Activation,
  ActivationPreview,
  AgentAction,
  AgentDetail,
  AgentRunDetail,
  AgentRunSummary,
  AgentSummary,
  AgentTemplate,
  ApiKey,
  ApiKeyValidation,
  Archived,
  AuditList,
  Automation,
  AutomationOptions,
  AutomationPreview,
  AutomationPreviewBody,
  AutomationRun,
  BrowserConnection,
  CapabilitiesQuery,
  ChangePasswordBody,
  ChatOptions,
  ChatOptionsQuery,
  ConnectIntegrationBody,
  ConnectionStatus,
  ConnectionStatusQuery,
  CreateAgentBody,
  CreateApiKeyBody,
  CreateAutomationBody,
  CreateDestinationBody,
  CreatedDestination,
  CsvImport,
  DashboardBody,
  DashboardFound,
  DashboardList,
  DeliveryList,
  Destination,
  DestinationDetail,
  DestinationOptions,
  DirectConnection,
  DisconnectIntegrationBody,
  Disconnected,
  EndSessionBody,
  EndedSessions,
  ErasePersonBody,
  Erasure,
  EventExplanation,
  EventsImported,
  EventsPartlyImported,
  ExportPersonBody,
  FollowEventsQuery,
  FollowedEvents,
  IdentityDecision,
  IdentityLinks,
  IdentityLinksQuery,
  ImportCsvBody,
  ImportEventsBody,
  ImportRecordsBody,
  IngestStats,
  IngestStatsQuery,
  Integration,
  IntegrationCapability,
  IntegrationSyncStatus,
  InviteWorkspaceUserBody,
  JoinIdentitiesBody,
  ListAccessQuery,
  ListAuditQuery,
  ListDeliveriesQuery,
  ListIntegrationsQuery,
  ListMergeSuggestionsQuery,
  ListRejectionsQuery,
  ListSkippedQuery,
  ListSyncsQuery,
  LiveEvent,
  MergeEvidence,
  MergeReview,
  MergeSuggestionFound,
  MergeSuggestionList,
  MergeUndone,
  NewApiKey,
  OfferedTools,
  Pagination,
  PersonExport,
  PreviewActivationBody,
  PreviewSignalBody,
  ProviderQuery,
  PublicKey,
  QuarantineList,
  QuarantineRetry,
  QueryCsvBody,
  QuestionBody,
  QuestionFound,
  QuestionList,
  RecordsImported,
  RecordsPartlyImported,
  RejectionList,
  RenameAgentBody,
  ReportSettings,
  ResendDeliveriesBody,
  ResentDeliveries,
  RetentionLoss,
  RetentionQuery,
  RetentionSettings,
  ReviewMergeBody,
  RotateApiKeyBody,
  RunsQuery,
  SavedArchived,
  SeparateIdentitiesBody,
  Session,
  SetupStepBody,
  SetupStepResult,
  Signal,
  SignalBody,
  SignalOptions,
  SignalPreview,
  SkippedRunList,
  StartAgentRunBody,
  StartSessionBody,
  StartedAgentRun,
  StreamEventsQuery,
  SubmitFeedbackInput,
  SubmitFeedbackOutput,
  SyncIntegrationBody,
  SyncRunList,
  SyncStarted,
  TrackingSettings,
  UpdateActivationBody,
  UpdateAgentBody,
  UpdateAutomationBody,
  UpdateDestinationBody,
  UpdateReportSettingsBody,
  UpdateRetentionSettingsBody,
  UpdateTrackingSettingsBody,
  UpdateWorkspaceSettingsBody,
  UpdateWorkspaceUserBody,
  UpdatedActivation,
  ViewBody,
  ViewFound,
  ViewList,
  WorkspaceAccess,
  WorkspaceSettings,
  WorkspaceUsage,
} from './types.ts'

/** The session of a person in their browser: signing in and out. */
export class SessionResource extends Resource {
  /**
   * Tell who is signed in. It answers anybody: the session of the cookie, the holder of the API key, or
   * nobody and the ways to sign in.
   */
  get(options?: RequestOptions): ApiPromise<Session> {
    return this.request('getSession', {}, options)
  }

  /**
   * Sign in with a password. Sets the cookie of the session. A wrong password and an unknown address are
   * one answer. After ten failures for an address, or a hundred from a network, it is 429 for an hour.
   */
  start(body: StartSessionBody, options?: RequestOptions): ApiPromise<Session> {
    return this.request('startSession', { body }, options)
  }

  /** Sign out, here or everywhere else. */
  end(body: EndSessionBody = {}, options?: RequestOptions): ApiPromise<EndedSessions> {
    return this.request('endSession', { body }, options)
  }

  /**
   * Take up an invitation, or set a password anew, by a link. A link works once, for seven days. One
   * that was used, replaced or is too old is a 404. All sessions of the person end, and one begins: the
   * cookie of it is set.
   */
  accept(body: AcceptInvitationBody, options?: RequestOptions): ApiPromise<Session> {
    return this.request('acceptInvitation', { body }, options)
  }

  /**
   * Change one’s own password. All other sessions of the person end. A wrong password counts as for a
   * sign-in.
   */
  changePassword(body: ChangePasswordBody, options?: RequestOptions): ApiPromise<Session> {
    return this.request('changePassword', { body }, options)
  }
}

/** Your own people, and who of them can sign in. */
export class WorkspaceUsersResource extends Resource {
  /**
   * List your own people, and who can sign in. Those with access come first, then those whom records
   * name, each by their address. Needs the grant `workspace_members:read`.
   */
  list(
    query: ListAccessQuery = {},
    options?: RequestOptions,
  ): ListPromise<
    { users: WorkspaceAccess[]; pagination: Pagination }['users'][number],
    { users: WorkspaceAccess[]; pagination: Pagination }
  > {
    return this.requestList('listWorkspaceUsers', { query }, options)
  }

  /**
   * Invite somebody, by a link. The link is shown once and works once, for seven days: give it to them
   * yourself. Needs the grant `customer_access:manage`.
   */
  invite(
    body: InviteWorkspaceUserBody,
    options?: RequestOptions,
  ): ApiPromise<{ user: WorkspaceAccess; link: AccessLink }> {
    return this.request('inviteWorkspaceUser', { body }, options)
  }

  /**
   * Change somebody’s role, name or access. The last owner stays one: 409 otherwise. Needs the grant
   * `customer_access:manage`.
   */
  update(
    id: string,
    body: UpdateWorkspaceUserBody,
    options?: RequestOptions,
  ): ApiPromise<{ user: WorkspaceAccess }> {
    return this.request('updateWorkspaceUser', { params: { id }, body }, options)
  }

  /**
   * Make a new link for somebody, also to set their password anew. The link before it works no more, and
   * their sessions end. Needs the grant `customer_access:manage`.
   */
  createLink(id: string, options?: RequestOptions): ApiPromise<{ user: WorkspaceAccess; link: AccessLink }> {
    return this.request('createWorkspaceUserLink', { params: { id } }, options)
  }
}

/** API keys: the one that asks, and all of the workspace. */
export class KeysResource extends Resource {
  /**
   * List the API keys. The oldest first, with when each was last used. Those that were revoked stay in
   * the list. Needs the grant `workspace_settings:manage`.
   */
  list(options?: RequestOptions): ListPromise<{ keys: ApiKey[] }['keys'][number], { keys: ApiKey[] }> {
    return this.requestList('listApiKeys', {}, options)
  }

  /**
   * Make an API key, which is shown this once. An `Idempotency-Key` is not kept, since the answer holds
   * a secret: a repetition makes another. Needs the grant `workspace_settings:manage`.
   */
  create(body: CreateApiKeyBody, options?: RequestOptions): ApiPromise<NewApiKey> {
    return this.request('createApiKey', { body }, options)
  }

  /**
   * Put a new API key in a key’s place. The new one has the name and the grants of the old one, and is
   * shown this once. An `Idempotency-Key` is not kept: a repetition is a 409, since the old one was
   * replaced. Needs the grant `workspace_settings:manage`.
   */
  rotate(id: string, body: RotateApiKeyBody = {}, options?: RequestOptions): ApiPromise<NewApiKey> {
    return this.request('rotateApiKey', { params: { id }, body }, options)
  }

  /**
   * Refuse an API key from now on. Also those that sign-ins made by it. Needs the grant
   * `workspace_settings:manage`.
   */
  revoke(id: string, options?: RequestOptions): ApiPromise<{ keys: ApiKey[] }> {
    return this.request('revokeApiKey', { params: { id } }, options)
  }

  /** Validate the API key and tell what it may do. It works with any valid key, whatever its grants. */
  validate(options?: RequestOptions): ApiPromise<ApiKeyValidation> {
    return this.request('validateApiKey', {}, options)
  }

  /**
   * List tools. Each with its input as JSON Schema: what an assistant needs to know. The grants of the
   * key decide.
   */
  listTools(options?: RequestOptions): ListPromise<OfferedTools['tools'][number], OfferedTools> {
    return this.requestList('listTools', {}, options)
  }
}

/** Public keys, by which websites send events. */
export class PublicKeysResource extends Resource {
  /** List the public keys, the oldest first. Needs the grant `workspace_settings:read`. */
  list(
    options?: RequestOptions,
  ): ListPromise<{ publicKeys: PublicKey[] }['publicKeys'][number], { publicKeys: PublicKey[] }> {
    return this.requestList('listPublicKeys', {}, options)
  }

  /**
   * Make another public key, for a website or app. Each has an ingest rate of its own. Needs the grant
   * `workspace_settings:manage`.
   */
  create(options?: RequestOptions): ApiPromise<{ publicKey: PublicKey }> {
    return this.request('createPublicKey', {}, options)
  }

  /**
   * Refuse the events of a public key from now on. Who sends by it is answered 403. What it brought
   * stays. Needs the grant `workspace_settings:manage`.
   */
  revoke(publicKey: string, options?: RequestOptions): ApiPromise<{ publicKey: PublicKey }> {
    return this.request('revokePublicKey', { params: { publicKey } }, options)
  }
}

/** Feedback on the product itself. */
export class FeedbackResource extends Resource {
  /** Submit product feedback. Who and which organization it comes from, the API key says. */
  submit(body: SubmitFeedbackInput, options?: RequestOptions): ApiPromise<SubmitFeedbackOutput> {
    return this.request('submitFeedback', { body }, options)
  }
}

/** Integrations: the providers whose data is brought in. */
export class IntegrationsResource extends Resource {
  /** List providers and whether they are connected. Needs the grant `integrations:read`. */
  list(
    query: ListIntegrationsQuery = {},
    options?: RequestOptions,
  ): ListPromise<{ items: Integration[] }['items'][number], { items: Integration[] }> {
    return this.requestList('listIntegrations', { query }, options)
  }

  /** Tell how one provider, or each, is set up. Needs the grant `integrations:read`. */
  capabilities(
    query: CapabilitiesQuery = {},
    options?: RequestOptions,
  ): ApiPromise<{ provider: IntegrationCapability } | { providers: IntegrationCapability[] }> {
    return this.request('getIntegrationCapabilities', { query }, options)
  }

  /** Run a follow-up step, or tell what it needs. Needs the grant `integrations:manage`. */
  runSetupStep(body: SetupStepBody, options?: RequestOptions): ApiPromise<SetupStepResult> {
    return this.request('runIntegrationSetupStep', { body }, options)
  }

  /** Connect a provider by credentials or in the browser. Needs the grant `integrations:manage`. */
  connect(
    body: ConnectIntegrationBody,
    options?: RequestOptions,
  ): ApiPromise<DirectConnection | BrowserConnection> {
    return this.request('connectIntegration', { body }, options)
  }

  /** Poll a browser connection. Needs the grant `integrations:read`. */
  connectionStatus(query: ConnectionStatusQuery, options?: RequestOptions): ApiPromise<ConnectionStatus> {
    return this.request('getIntegrationConnectionStatus', { query }, options)
  }

  /** Tell how a provider’s syncs stand. Needs the grant `integrations:read`. */
  syncStatus(query: ProviderQuery, options?: RequestOptions): ApiPromise<IntegrationSyncStatus> {
    return this.request('getIntegrationSyncStatus', { query }, options)
  }

  /**
   * List syncs, with what they brought and what failed. One that is under way comes first, with its
   * counts so far. Needs the grant `integrations:read`.
   */
  listSyncs(
    query: ListSyncsQuery = {},
    options?: RequestOptions,
  ): ListPromise<SyncRunList['items'][number], SyncRunList> {
    return this.requestList('listSyncRuns', { query }, options)
  }

  /** Sync a provider now. Needs the grant `integrations:manage`. */
  sync(body: SyncIntegrationBody, options?: RequestOptions): ApiPromise<SyncStarted> {
    return this.request('syncIntegration', { body }, options)
  }

  /** Disconnect a provider. Needs the grant `integrations:manage`. */
  disconnect(body: DisconnectIntegrationBody, options?: RequestOptions): ApiPromise<Disconnected> {
    return this.request('disconnectIntegration', { body }, options)
  }
}

/** What your other systems know: sources, facts, customers, users, members, revenue. */
export class RecordsResource extends Resource {
  /**
   * Bring in sources, facts, customers, users, members and revenue. Takes 1 to 1,000 records. A record
   * with the key of an earlier one replaces it. Those that are refused stand in `errors`, by index; the
   * others are stored. Needs the grant `integrations:manage`.
   */
  import(
    body: ImportRecordsBody,
    options?: RequestOptions,
  ): ApiPromise<RecordsImported | RecordsPartlyImported> {
    return this.request('importRecords', { body }, options)
  }

  /**
   * Bring in a spreadsheet of customers, people, members, revenue or opportunities. Each row becomes a
   * record; again with the same keys it replaces them. Begin with `dryRun`: it shows which column fills
   * which field, the first rows as records, and every row that would be refused. Needs the grant
   * `integrations:manage`.
   */
  importCsv(body: ImportCsvBody, options?: RequestOptions): ApiPromise<{ import: CsvImport }> {
    return this.request('importCsv', { body }, options)
  }
}

/** One person: everything that is known of them, and their erasure. */
export class PeopleResource extends Resource {
  /**
   * Everything that is known of one person, in pages. Pass the `nextCursor` of a page on until it is
   * null. Needs the grant `people:export`.
   */
  export(
    body: ExportPersonBody,
    options?: RequestOptions,
  ): ListPromise<PersonExport['items'][number], PersonExport> {
    return this.requestList('exportPerson', { body }, options)
  }

  /**
   * Erase one person from everything that is stored, for good. It is done in the background: ask
   * `getErasure` until its status is `DONE`. Needs the grant `people:erase`.
   */
  erase(body: ErasePersonBody, options?: RequestOptions): ApiPromise<Erasure> {
    return this.request('erasePerson', { body }, options)
  }

  /**
   * How far an erasure is, and its receipt. The receipt is there once it is done. Needs the grant
   * `people:erase`.
   */
  getErasure(id: string, options?: RequestOptions): ApiPromise<Erasure> {
    return this.request('getErasure', { params: { id } }, options)
  }
}

/** Automations: what is done when a signal occurs or a schedule comes round. */
export class AutomationsResource extends Resource {
  /** Tell what an automation can be made of. Needs the grant `agents:read`. */
  options(options?: RequestOptions): ApiPromise<AutomationOptions> {
    return this.request('getAutomationOptions', {}, options)
  }

  /** List automations. Needs the grant `agents:read`. */
  list(
    options?: RequestOptions,
  ): ListPromise<{ automations: Automation[] }['automations'][number], { automations: Automation[] }> {
    return this.requestList('listAutomations', {}, options)
  }

  /**
   * Create an automation. To switch it on the key needs `customer_intelligence:read`, too, since it then
   * tells destinations of customers (403); with `enabled: false` it may be prepared without. Needs the
   * grant `agents:write`.
   */
  create(body: CreateAutomationBody, options?: RequestOptions): ApiPromise<{ automation: Automation }> {
    return this.request('createAutomation', { body }, options)
  }

  /** Get an automation. Needs the grant `agents:read`. */
  get(id: string, options?: RequestOptions): ApiPromise<{ automation: Automation }> {
    return this.request('getAutomation', { params: { id } }, options)
  }

  /**
   * Update an automation. To switch it on the key needs `customer_intelligence:read`, too, since it then
   * tells destinations of customers (403); with `enabled: false` it may be prepared without. Needs the
   * grant `agents:write`.
   */
  update(
    id: string,
    body: UpdateAutomationBody,
    options?: RequestOptions,
  ): ApiPromise<{ automation: Automation }> {
    return this.request('updateAutomation', { params: { id }, body }, options)
  }

  /**
   * Enable an automation. The key needs `customer_intelligence:read`, too, since it then tells
   * destinations of customers. Needs the grant `agents:write`.
   */
  enable(id: string, options?: RequestOptions): ApiPromise<{ automation: Automation }> {
    return this.request('enableAutomation', { params: { id } }, options)
  }

  /** Disable an automation. Needs the grant `agents:write`. */
  disable(id: string, options?: RequestOptions): ApiPromise<{ automation: Automation }> {
    return this.request('disableAutomation', { params: { id } }, options)
  }

  /**
   * Tell what an automation would have done, without doing it. Looks back over the last days with the
   * rules by which automations act. It sends nothing and stores nothing. Needs the grant `agents:read`.
   */
  preview(body: AutomationPreviewBody, options?: RequestOptions): ApiPromise<AutomationPreview> {
    return this.request('previewAutomation', { body }, options)
  }

  /** List an automation’s runs, newest first. Needs the grant `agents:read`. */
  listRuns(
    automationId: string,
    query: RunsQuery = {},
    options?: RequestOptions,
  ): ListPromise<
    { runs: AutomationRun[]; pagination: Pagination }['runs'][number],
    { runs: AutomationRun[]; pagination: Pagination }
  > {
    return this.requestList('listAutomationRuns', { params: { automationId }, query }, options)
  }

  /** Get a run of an automation. Needs the grant `agents:read`. */
  getRun(automationId: string, runId: string, options?: RequestOptions): ApiPromise<{ run: AutomationRun }> {
    return this.request('getAutomationRun', { params: { automationId, runId } }, options)
  }

  /** Archive an automation. Needs the grant `agents:write`. */
  archive(id: string, options?: RequestOptions): ApiPromise<{ automation: Archived }> {
    return this.request('archiveAutomation', { params: { id } }, options)
  }

  /**
   * List what an automation did not act on, and why. Which condition held back whom: the audience, a
   * cooldown, what came too late, a limit. Needs the grant `agents:read`.
   */
  listSkipped(
    id: string,
    query: ListSkippedQuery = {},
    options?: RequestOptions,
  ): ListPromise<SkippedRunList['items'][number], SkippedRunList> {
    return this.requestList('listSkippedRuns', { params: { id }, query }, options)
  }
}

/** Signals: what in the stream of events deserves attention. */
export class SignalsResource extends Resource {
  /** Tell what a signal can be made of. Needs the grant `agents:read`. */
  options(options?: RequestOptions): ApiPromise<SignalOptions> {
    return this.request('getSignalOptions', {}, options)
  }

  /** List signals. Needs the grant `agents:read`. */
  list(
    options?: RequestOptions,
  ): ListPromise<{ signals: Signal[] }['signals'][number], { signals: Signal[] }> {
    return this.requestList('listSignals', {}, options)
  }

  /** Create a signal. Needs the grant `agents:write`. */
  create(body: SignalBody, options?: RequestOptions): ApiPromise<{ signal: Signal }> {
    return this.request('createSignal', { body }, options)
  }

  /**
   * Try a signal on history. What it would have found in the events that are stored, day by day; nothing
   * is stored. Needs `customer_intelligence:read`, too, to name customers. Needs the grant
   * `agents:read`.
   */
  preview(body: PreviewSignalBody, options?: RequestOptions): ApiPromise<SignalPreview> {
    return this.request('previewSignal', { body }, options)
  }

  /** Get a signal. Needs the grant `agents:read`. */
  get(id: string, options?: RequestOptions): ApiPromise<{ signal: Signal }> {
    return this.request('getSignal', { params: { id } }, options)
  }

  /** Update a signal. Needs the grant `agents:write`. */
  update(id: string, body: SignalBody, options?: RequestOptions): ApiPromise<{ signal: Signal }> {
    return this.request('updateSignal', { params: { id }, body }, options)
  }

  /** Archive a signal. Needs the grant `agents:write`. */
  archive(id: string, options?: RequestOptions): ApiPromise<{ signal: Archived }> {
    return this.request('archiveSignal', { params: { id } }, options)
  }
}

/** Destinations: where results are delivered. */
export class DestinationsResource extends Resource {
  /** Tell what a destination can be made of. Needs the grant `agents:write`. */
  options(query: ChatOptionsQuery = {}, options?: RequestOptions): ApiPromise<DestinationOptions> {
    return this.request('getDestinationOptions', { query }, options)
  }

  /** List destinations. Needs the grant `agents:read`. */
  list(
    options?: RequestOptions,
  ): ListPromise<{ destinations: Destination[] }['destinations'][number], { destinations: Destination[] }> {
    return this.requestList('listDestinations', {}, options)
  }

  /**
   * Create a destination: a channel of the chat app, or a webhook. To make it the default the key needs
   * `customer_intelligence:read`, too, since automations tell it of customers then (403). Needs the
   * grant `agents:write`.
   */
  create(body: CreateDestinationBody, options?: RequestOptions): ApiPromise<CreatedDestination> {
    return this.request('createDestination', { body }, options)
  }

  /** Get a destination and what uses it. Needs the grant `agents:read`. */
  get(id: string, options?: RequestOptions): ApiPromise<{ destination: DestinationDetail }> {
    return this.request('getDestination', { params: { id } }, options)
  }

  /**
   * Update a destination. To give it another `url`, enable it or make it the default, the key needs
   * `customer_intelligence:read`, too, since automations tell it of customers (403). Needs the grant
   * `agents:write`.
   */
  update(
    id: string,
    body: UpdateDestinationBody,
    options?: RequestOptions,
  ): ApiPromise<{ destination: Destination }> {
    return this.request('updateDestination', { params: { id }, body }, options)
  }

  /** Disable a destination. Needs the grant `agents:write`. */
  disable(id: string, options?: RequestOptions): ApiPromise<{ destination: Destination }> {
    return this.request('disableDestination', { params: { id } }, options)
  }

  /**
   * Enable a destination. The key needs `customer_intelligence:read`, too, since automations may tell it
   * of customers then (403). Needs the grant `agents:write`.
   */
  enable(id: string, options?: RequestOptions): ApiPromise<{ destination: Destination }> {
    return this.request('enableDestination', { params: { id } }, options)
  }

  /** Send again what a destination didn’t take. Needs the grant `agents:write`. */
  resend(
    id: string,
    body: ResendDeliveriesBody = {},
    options?: RequestOptions,
  ): ApiPromise<ResentDeliveries> {
    return this.request('resendDeliveries', { params: { id }, body }, options)
  }

  /** Archive a destination. Needs the grant `agents:write`. */
  archive(id: string, options?: RequestOptions): ApiPromise<{ destination: Archived }> {
    return this.request('archiveDestination', { params: { id } }, options)
  }

  /**
   * List deliveries. Messages on their way to destinations, newest first: how each stands, and why it
   * failed. Needs the grant `agents:read`.
   */
  listDeliveries(
    query: ListDeliveriesQuery = {},
    options?: RequestOptions,
  ): ListPromise<DeliveryList['items'][number], DeliveryList> {
    return this.requestList('listDeliveries', { query }, options)
  }
}

/** Settings of the workspace. */
export class SettingsResource extends Resource {
  /** Get the workspace’s settings. Needs the grant `agents:read`. */
  get(options?: RequestOptions): ApiPromise<{ settings: WorkspaceSettings }> {
    return this.request('getWorkspaceSettings', {}, options)
  }

  /**
   * Change the workspace’s settings. What is set to what it already is leaves no audit entry. Needs the
   * grant `agents:write`.
   */
  update(
    body: UpdateWorkspaceSettingsBody,
    options?: RequestOptions,
  ): ApiPromise<{ settings: WorkspaceSettings }> {
    return this.request('updateWorkspaceSettings', { body }, options)
  }

  /** Get who may send events from a browser. Needs the grant `workspace_settings:read`. */
  getTracking(options?: RequestOptions): ApiPromise<{ tracking: TrackingSettings }> {
    return this.request('getTrackingSettings', {}, options)
  }

  /**
   * Set who may send events from a browser. It holds within half a second. Needs the grant
   * `workspace_settings:manage`.
   */
  updateTracking(
    body: UpdateTrackingSettingsBody,
    options?: RequestOptions,
  ): ApiPromise<{ tracking: TrackingSettings }> {
    return this.request('updateTrackingSettings', { body }, options)
  }

  /** Get how long events are kept, and what goes. Needs the grant `workspace_settings:read`. */
  getRetention(
    query: RetentionQuery = {},
    options?: RequestOptions,
  ): ApiPromise<{ retention: RetentionSettings; loss: RetentionLoss | null }> {
    return this.request('getRetentionSettings', { query }, options)
  }

  /**
   * Set how long events are kept. What is older is deleted for good, within a day: the answer says how
   * much that is. A longer time brings nothing back. Needs the grant `workspace_settings:manage`.
   */
  updateRetention(
    body: UpdateRetentionSettingsBody,
    options?: RequestOptions,
  ): ApiPromise<{ retention: RetentionSettings; loss: RetentionLoss | null }> {
    return this.request('updateRetentionSettings', { body }, options)
  }

  /**
   * Get the channel that reports go to. Its fields are null until one is set. Needs the grant
   * `agents:read`.
   */
  getReport(options?: RequestOptions): ApiPromise<{ report: ReportSettings }> {
    return this.request('getReportSettings', {}, options)
  }

  /** Set the channel that reports go to. Needs the grant `agents:write`. */
  updateReport(
    body: UpdateReportSettingsBody,
    options?: RequestOptions,
  ): ApiPromise<{ report: ReportSettings }> {
    return this.request('updateReportSettings', { body }, options)
  }

  /** List channels that reports may go to. Needs the grant `agents:read`. */
  getReportOptions(
    query: ChatOptionsQuery = {},
    options?: RequestOptions,
  ): ApiPromise<{ chat: ChatOptions }> {
    return this.request('getReportSettingsOptions', { query }, options)
  }

  /**
   * List changes of what is configured. Who changed what, with before and after. Secrets are masked.
   * Needs the grant `workspace_settings:read`.
   */
  listAudit(
    query: ListAuditQuery = {},
    options?: RequestOptions,
  ): ListPromise<AuditList['items'][number], AuditList> {
    return this.requestList('listAudit', { query }, options)
  }

  /**
   * Tell what the workspace has used. Calls, limits, and the requests of each key and person. Needs the
   * grant `workspace_settings:read`.
   */
  getUsage(options?: RequestOptions): ApiPromise<WorkspaceUsage> {
    return this.request('getUsage', {}, options)
  }

  /**
   * List what was accepted and can not be applied. Events and records that are safe in the log, and in
   * no answer, with the reason. Needs the grant `workspace_settings:read`.
   */
  listQuarantine(options?: RequestOptions): ListPromise<QuarantineList['items'][number], QuarantineList> {
    return this.requestList('listQuarantine', {}, options)
  }

  /**
   * Try again what could not be applied. Each at its place in the log, for which the read models are
   * built anew in the background; answers go on from the old ones meanwhile. Needs the grant
   * `workspace_settings:manage`.
   */
  retryQuarantine(options?: RequestOptions): ApiPromise<QuarantineRetry> {
    return this.request('retryQuarantine', {}, options)
  }
}

/** Views: saved lists with their filters. */
export class ViewsResource extends Resource {
  /** List saved views. Needs the grant `analytics:read`. */
  list(options?: RequestOptions): ListPromise<ViewList['views'][number], ViewList> {
    return this.requestList('listViews', {}, options)
  }

  /** Save a view. Needs the grant `analytics:read`. */
  create(body: ViewBody, options?: RequestOptions): ApiPromise<ViewFound> {
    return this.request('createView', { body }, options)
  }

  /** Get a view. Needs the grant `analytics:read`. */
  get(id: string, options?: RequestOptions): ApiPromise<ViewFound> {
    return this.request('getView', { params: { id } }, options)
  }

  /** Update a view. Needs the grant `analytics:read`. */
  update(id: string, body: ViewBody, options?: RequestOptions): ApiPromise<ViewFound> {
    return this.request('updateView', { params: { id }, body }, options)
  }

  /** Archive a view. Needs the grant `analytics:read`. */
  archive(id: string, options?: RequestOptions): ApiPromise<SavedArchived> {
    return this.request('archiveView', { params: { id } }, options)
  }
}

/** Questions: saved SQL. */
export class QuestionsResource extends Resource {
  /** List saved questions. Needs the grant `analytics:read`. */
  list(options?: RequestOptions): ListPromise<QuestionList['questions'][number], QuestionList> {
    return this.requestList('listQuestions', {}, options)
  }

  /** Save a question. Needs the grant `analytics:read`. */
  create(body: QuestionBody, options?: RequestOptions): ApiPromise<QuestionFound> {
    return this.request('createQuestion', { body }, options)
  }

  /** Get a question. Needs the grant `analytics:read`. */
  get(id: string, options?: RequestOptions): ApiPromise<QuestionFound> {
    return this.request('getQuestion', { params: { id } }, options)
  }

  /** Update a question. Needs the grant `analytics:read`. */
  update(id: string, body: QuestionBody, options?: RequestOptions): ApiPromise<QuestionFound> {
    return this.request('updateQuestion', { params: { id }, body }, options)
  }

  /** Archive a question. Needs the grant `analytics:read`. */
  archive(id: string, options?: RequestOptions): ApiPromise<SavedArchived> {
    return this.request('archiveQuestion', { params: { id } }, options)
  }
}

/** Dashboards: saved tiles of questions. */
export class DashboardsResource extends Resource {
  /** List saved dashboards. Needs the grant `analytics:read`. */
  list(options?: RequestOptions): ListPromise<DashboardList['dashboards'][number], DashboardList> {
    return this.requestList('listDashboards', {}, options)
  }

  /** Save a dashboard. Needs the grant `analytics:read`. */
  create(body: DashboardBody, options?: RequestOptions): ApiPromise<DashboardFound> {
    return this.request('createDashboard', { body }, options)
  }

  /** Get a dashboard. Needs the grant `analytics:read`. */
  get(id: string, options?: RequestOptions): ApiPromise<DashboardFound> {
    return this.request('getDashboard', { params: { id } }, options)
  }

  /** Update a dashboard. Needs the grant `analytics:read`. */
  update(id: string, body: DashboardBody, options?: RequestOptions): ApiPromise<DashboardFound> {
    return this.request('updateDashboard', { params: { id }, body }, options)
  }

  /** Archive a dashboard. Needs the grant `analytics:read`. */
  archive(id: string, options?: RequestOptions): ApiPromise<SavedArchived> {
    return this.request('archiveDashboard', { params: { id } }, options)
  }
}

/** Whose an event is, and which customers may be one. */
export class IdentityResource extends Resource {
  /**
   * Show what was joined with a key, and why. Which keys were stated together with that of a person, by
   * which event, and whether they count as one; of a customer with which others it was made one. Needs
   * the grant `identity:read`.
   */
  listLinks(query: IdentityLinksQuery, options?: RequestOptions): ApiPromise<IdentityLinks> {
    return this.request('listIdentityLinks', { query }, options)
  }

  /**
   * Decide that two are one. Two keys that something stated together are one person, whatever speaks
   * against it; or two customers are one, and the id of the left one leads to the right one. `separate`
   * takes it back. Needs the grant `identity:write`.
   */
  join(body: JoinIdentitiesBody, options?: RequestOptions): ApiPromise<IdentityDecision> {
    return this.request('joinIdentities', { body }, options)
  }

  /**
   * Decide that two are not one. Two keys are never one person by what was stated of these two; or two
   * customers that were made one are two again. `join` takes it back. Needs the grant `identity:write`.
   */
  separate(body: SeparateIdentitiesBody, options?: RequestOptions): ApiPromise<IdentityDecision> {
    return this.request('separateIdentities', { body }, options)
  }

  /**
   * Show both sides of a merge suggestion, and the evidence. Keys, people, revenue and traits of both,
   * and what speaks for and against, with the events that state it. Needs the grant `identity:read`.
   */
  getMergeEvidence(id: string, options?: RequestOptions): ApiPromise<MergeEvidence> {
    return this.request('getIdentityMergeEvidence', { params: { id } }, options)
  }

  /**
   * Take back what was decided about a merge suggestion. Two that were made one are two again; whatever
   * was decided, the suggestion is open again where something still speaks for it. Needs the grant
   * `identity:write`.
   */
  undoMergeSuggestion(
    id: string,
    body: ReviewMergeBody = {},
    options?: RequestOptions,
  ): ApiPromise<MergeUndone> {
    return this.request('undoIdentityMerge', { params: { id }, body }, options)
  }

  /**
   * List customers that may be one. Customers that share a company domain, a name or people, and people
   * whom a browser’s word joins against a server’s. What can be decided comes first, the surest before
   * the others. Needs the grant `identity:read`.
   */
  listMergeSuggestions(
    query: ListMergeSuggestionsQuery = {},
    options?: RequestOptions,
  ): ListPromise<MergeSuggestionList['suggestions'][number], MergeSuggestionList> {
    return this.requestList('listIdentityMergeSuggestions', { query }, options)
  }

  /** Get a merge suggestion. Needs the grant `identity:read`. */
  getMergeSuggestion(id: string, options?: RequestOptions): ApiPromise<MergeSuggestionFound> {
    return this.request('getIdentityMergeSuggestion', { params: { id } }, options)
  }

  /**
   * Accept a merge suggestion. The two are made one in the background: `GET` the suggestion until its
   * `latestJob` is `COMPLETED`. `undo` takes it back. Needs the grant `identity:write`.
   */
  queueMergeSuggestion(
    id: string,
    body: ReviewMergeBody = {},
    options?: RequestOptions,
  ): ApiPromise<MergeReview> {
    return this.request('queueIdentityMergeSuggestion', { params: { id }, body }, options)
  }

  /** Reject a merge suggestion. It is not suggested again. Needs the grant `identity:write`. */
  rejectMergeSuggestion(
    id: string,
    body: ReviewMergeBody = {},
    options?: RequestOptions,
  ): ApiPromise<MergeReview> {
    return this.request('rejectIdentityMergeSuggestion', { params: { id }, body }, options)
  }

  /**
   * Explain what became of an event, and whose it is. Whether it was stored, came twice, waits or was
   * refused; why; and whose it is. Needs the grant `events:explain`.
   */
  explainEvent(uuid: string, options?: RequestOptions): ApiPromise<EventExplanation> {
    return this.request('explainEvent', { params: { uuid } }, options)
  }
}

/** Events: to follow those that are accepted, and to bring in a history of them. */
export class EventsResource extends Resource {
  /**
   * Follow accepted events. Without after: where to go on from now. With after: what was accepted since,
   * each event once, in order; a repetition that changed nothing is skipped. Ask again with next, at
   * once. Needs the grant `customer_intelligence:read`.
   */
  follow(query: FollowEventsQuery = {}, options?: RequestOptions): ApiPromise<FollowedEvents> {
    return this.request('followEvents', { query }, options)
  }

  /**
   * Bring in events of many people. Takes 1 to 1,000 batches of the Ingest API, by an API key in place
   * of a public one, and without its limit of requests. Events that are refused stand in `errors`, by
   * batch and index; the others are stored. Give each event a uuid: sent again it is stored once. Needs
   * the grant `integrations:manage`.
   */
  import(
    body: ImportEventsBody,
    options?: RequestOptions,
  ): ApiPromise<EventsImported | EventsPartlyImported> {
    return this.request('importEvents', { body }, options)
  }

  /**
   * List rejected events. The last rejected events and requests, newest first, with field, reason and
   * remedy. Of what they said only the name is kept, and the list forgets its oldest. Needs the grant
   * `events:explain`.
   */
  listRejections(
    query: ListRejectionsQuery = {},
    options?: RequestOptions,
  ): ListPromise<RejectionList['items'][number], RejectionList> {
    return this.requestList('listRejections', { query }, options)
  }

  /**
   * Count what came in. Accepted, duplicate and rejected events by minute, hour or day, and the lag of
   * the answers. Counts are kept for weeks; those of the last minute are lost when the server is killed.
   * Needs the grant `analytics:read`.
   */
  ingestStats(query: IngestStatsQuery = {}, options?: RequestOptions): ApiPromise<IngestStats> {
    return this.request('getIngestStats', { query }, options)
  }

  /**
   * Follow events live. Server-sent events: what is accepted, at once from the log (`stored`), whose it
   * is (`read`), what is rejected, how far the answers are behind (`lag`), and what a slow reader missed
   * (`gap`). Ends with the right to read, and when the server stops: ask again with Last-Event-ID. Needs
   * the grant `customer_intelligence:read`.
   */
  stream(query: StreamEventsQuery = {}, options?: RequestOptions): EventStream<LiveEvent> {
    return this.requestEvents('streamEvents', { query }, options)
  }
}

/** Agents: who works on what a signal or a schedule brings up. */
export class AgentsResource extends Resource {
  /** List templates of agents. Needs the grant `agents:read`. */
  listTemplates(
    options?: RequestOptions,
  ): ListPromise<{ templates: AgentTemplate[] }['templates'][number], { templates: AgentTemplate[] }> {
    return this.requestList('listAgentTemplates', {}, options)
  }

  /** List what agents may be allowed to do. Needs the grant `agents:read`. */
  listActions(
    options?: RequestOptions,
  ): ListPromise<{ actions: AgentAction[] }['actions'][number], { actions: AgentAction[] }> {
    return this.requestList('listAgentActions', {}, options)
  }

  /** List agents. Needs the grant `agents:read`. */
  list(
    options?: RequestOptions,
  ): ListPromise<{ agents: AgentSummary[] }['agents'][number], { agents: AgentSummary[] }> {
    return this.requestList('listAgents', {}, options)
  }

  /** Create an agent. Needs the grant `agents:write`. */
  create(body: CreateAgentBody, options?: RequestOptions): ApiPromise<{ agent: AgentSummary }> {
    return this.request('createAgent', { body }, options)
  }

  /** Get an agent. Needs the grant `agents:read`. */
  get(id: string, options?: RequestOptions): ApiPromise<{ agent: AgentDetail }> {
    return this.request('getAgent', { params: { id } }, options)
  }

  /** Update an agent. Needs the grant `agents:write`. */
  update(id: string, body: UpdateAgentBody, options?: RequestOptions): ApiPromise<{ agent: AgentSummary }> {
    return this.request('updateAgent', { params: { id }, body }, options)
  }

  /** Enable an agent. Needs the grant `agents:write`. */
  enable(id: string, options?: RequestOptions): ApiPromise<{ agent: AgentSummary }> {
    return this.request('enableAgent', { params: { id } }, options)
  }

  /** Disable an agent. Needs the grant `agents:write`. */
  disable(id: string, options?: RequestOptions): ApiPromise<{ agent: AgentSummary }> {
    return this.request('disableAgent', { params: { id } }, options)
  }

  /** Rename an agent. Needs the grant `agents:write`. */
  rename(id: string, body: RenameAgentBody, options?: RequestOptions): ApiPromise<{ agent: AgentSummary }> {
    return this.request('renameAgent', { params: { id }, body }, options)
  }

  /** List an agent’s runs, newest first. Needs the grant `agents:read`. */
  listRuns(
    agentId: string,
    query: RunsQuery = {},
    options?: RequestOptions,
  ): ListPromise<
    { runs: AgentRunSummary[]; pagination: Pagination }['runs'][number],
    { runs: AgentRunSummary[]; pagination: Pagination }
  > {
    return this.requestList('listAgentRuns', { params: { agentId }, query }, options)
  }

  /** Start a run of an agent. Needs the grant `agents:write`. */
  startRun(
    agentId: string,
    body: StartAgentRunBody = {},
    options?: RequestOptions,
  ): ApiPromise<StartedAgentRun> {
    return this.request('startAgentRun', { params: { agentId }, body }, options)
  }

  /** Get a run of an agent. Needs the grant `agents:read`. */
  getRun(agentId: string, runId: string, options?: RequestOptions): ApiPromise<{ run: AgentRunDetail }> {
    return this.request('getAgentRun', { params: { agentId, runId } }, options)
  }
}

/** The event that marks a customer as activated. */
export class ActivationResource extends Resource {
  /** Get the event that marks activation. Needs the grant `activation:read`. */
  get(options?: RequestOptions): ApiPromise<{ activation: Activation }> {
    return this.request('getCustomerActivation', {}, options)
  }

  /**
   * Set the event that marks activation. It holds from here on; null turns it off. What was activated
   * stays so. Needs the grant `activation:manage`.
   */
  update(body: UpdateActivationBody, options?: RequestOptions): ApiPromise<UpdatedActivation> {
    return this.request('updateCustomerActivation', { body }, options)
  }

  /** Preview what an event would have activated. Changes nothing. Needs the grant `activation:read`. */
  preview(body: PreviewActivationBody, options?: RequestOptions): ApiPromise<{ preview: ActivationPreview }> {
    return this.request('previewCustomerActivation', { body }, options)
  }
}

/** SQL: answers of any length. */
export class SqlResource extends Resource {
  /**
   * Get all rows of a query as CSV. The whole answer, however long, up to 1 GiB: a line of names, then a
   * line a row, as RFC 4180 has it. It is worked out before the first byte, so that a failure is a
   * status; an answer that is cut off on its way ends without its end (the connection breaks). Missing
   * is empty, an empty text `""`, times are ISO 8601 in UTC. Needs the grant `analytics:read`.
   */
  csv(body: QueryCsvBody, options?: RequestOptions): TextStream {
    return this.requestText('queryCsv', { body }, options)
  }
}

/** The resources of the client. */
export class Resources {
  /** The event that marks a customer as activated. */
  readonly activation: ActivationResource
  /** Agents: who works on what a signal or a schedule brings up. */
  readonly agents: AgentsResource
  /** Automations: what is done when a signal occurs or a schedule comes round. */
  readonly automations: AutomationsResource
  /** Dashboards: saved tiles of questions. */
  readonly dashboards: DashboardsResource
  /** Destinations: where results are delivered. */
  readonly destinations: DestinationsResource
  /** Events: to follow those that are accepted, and to bring in a history of them. */
  readonly events: EventsResource
  /** Feedback on the product itself. */
  readonly feedback: FeedbackResource
  /** Whose an event is, and which customers may be one. */
  readonly identity: IdentityResource
  /** Integrations: the providers whose data is brought in. */
  readonly integrations: IntegrationsResource
  /** API keys: the one that asks, and all of the workspace. */
  readonly keys: KeysResource
  /** One person: everything that is known of them, and their erasure. */
  readonly people: PeopleResource
  /** Public keys, by which websites send events. */
  readonly publicKeys: PublicKeysResource
  /** Questions: saved SQL. */
  readonly questions: QuestionsResource
  /** What your other systems know: sources, facts, customers, users, members, revenue. */
  readonly records: RecordsResource
  /** The session of a person in their browser: signing in and out. */
  readonly session: SessionResource
  /** Settings of the workspace. */
  readonly settings: SettingsResource
  /** Signals: what in the stream of events deserves attention. */
  readonly signals: SignalsResource
  /** SQL: answers of any length. */
  readonly sql: SqlResource
  /** Tools: questions about customers, and a few actions. */
  readonly tools: ToolsResource
  /** Views: saved lists with their filters. */
  readonly views: ViewsResource
  /** Your own people, and who of them can sign in. */
  readonly workspaceUsers: WorkspaceUsersResource

  /** @internal */
  constructor(send: Send, open: OpenStream) {
    this.activation = new ActivationResource(send, open)
    this.agents = new AgentsResource(send, open)
    this.automations = new AutomationsResource(send, open)
    this.dashboards = new DashboardsResource(send, open)
    this.destinations = new DestinationsResource(send, open)
    this.events = new EventsResource(send, open)
    this.feedback = new FeedbackResource(send, open)
    this.identity = new IdentityResource(send, open)
    this.integrations = new IntegrationsResource(send, open)
    this.keys = new KeysResource(send, open)
    this.people = new PeopleResource(send, open)
    this.publicKeys = new PublicKeysResource(send, open)
    this.questions = new QuestionsResource(send, open)
    this.records = new RecordsResource(send, open)
    this.session = new SessionResource(send, open)
    this.settings = new SettingsResource(send, open)
    this.signals = new SignalsResource(send, open)
    this.sql = new SqlResource(send, open)
    this.tools = new ToolsResource(send)
    this.views = new ViewsResource(send, open)
    this.workspaceUsers = new WorkspaceUsersResource(send, open)
  }
}
