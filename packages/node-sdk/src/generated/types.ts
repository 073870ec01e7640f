// Written by `pnpm generate` from the contract; a test fails when it is out of date.

import type {
  AcceptedEvent as ClosedAcceptedEvent,
  AccessLink as ClosedAccessLink,
  Activation as ClosedActivation,
  ActivationPreview as ClosedActivationPreview,
  AgentAction as ClosedAgentAction,
  AgentArtifact as ClosedAgentArtifact,
  AgentCandidate as ClosedAgentCandidate,
  AgentDetail as ClosedAgentDetail,
  AgentOutput as ClosedAgentOutput,
  AgentOutputDeliveryStatus as ClosedAgentOutputDeliveryStatus,
  AgentOutputStatus as ClosedAgentOutputStatus,
  AgentRunDetail as ClosedAgentRunDetail,
  AgentRunStatus as ClosedAgentRunStatus,
  AgentRunSummary as ClosedAgentRunSummary,
  AgentRunTrigger as ClosedAgentRunTrigger,
  AgentSummary as ClosedAgentSummary,
  AgentTemplate as ClosedAgentTemplate,
  AgentToolCall as ClosedAgentToolCall,
  AllViewsDescription as ClosedAllViewsDescription,
  ApiKey as ClosedApiKey,
  ApiKeyValidation as ClosedApiKeyValidation,
  Archived as ClosedArchived,
  AuditList as ClosedAuditList,
  AuditedChange as ClosedAuditedChange,
  Automation as ClosedAutomation,
  AutomationConstraints as ClosedAutomationConstraints,
  AutomationOptions as ClosedAutomationOptions,
  AutomationPreview as ClosedAutomationPreview,
  AutomationRun as ClosedAutomationRun,
  BehaviorMetrics as ClosedBehaviorMetrics,
  BrowserConnection as ClosedBrowserConnection,
  ChatOptions as ClosedChatOptions,
  ConditionId as ClosedConditionId,
  ConnectionStatus as ClosedConnectionStatus,
  CreatedDestination as ClosedCreatedDestination,
  CredentialField as ClosedCredentialField,
  CrmMapping as ClosedCrmMapping,
  CrmPipeline as ClosedCrmPipeline,
  CrmStage as ClosedCrmStage,
  CrmStageMapping as ClosedCrmStageMapping,
  CsvImport as ClosedCsvImport,
  Customer as ClosedCustomer,
  CustomerProfile as ClosedCustomerProfile,
  CustomerReference as ClosedCustomerReference,
  CustomerRevenue as ClosedCustomerRevenue,
  CustomerUser as ClosedCustomerUser,
  Dashboard as ClosedDashboard,
  DashboardFound as ClosedDashboardFound,
  DashboardList as ClosedDashboardList,
  Delivery as ClosedDelivery,
  DeliveryAttempt as ClosedDeliveryAttempt,
  DeliveryList as ClosedDeliveryList,
  Destination as ClosedDestination,
  DestinationDelivery as ClosedDestinationDelivery,
  DestinationDetail as ClosedDestinationDetail,
  DestinationOptions as ClosedDestinationOptions,
  DestinationRoute as ClosedDestinationRoute,
  DirectConnection as ClosedDirectConnection,
  Disconnected as ClosedDisconnected,
  EndedSessions as ClosedEndedSessions,
  Enrichment as ClosedEnrichment,
  EnrichmentStatus as ClosedEnrichmentStatus,
  EnrichmentSummary as ClosedEnrichmentSummary,
  Erasure as ClosedErasure,
  ErasureReceipt as ClosedErasureReceipt,
  ErasureStatus as ClosedErasureStatus,
  EventExplanation as ClosedEventExplanation,
  EventStatus as ClosedEventStatus,
  EventsImported as ClosedEventsImported,
  EventsPartlyImported as ClosedEventsPartlyImported,
  EvidenceSignal as ClosedEvidenceSignal,
  Fact as ClosedFact,
  FactEvidence as ClosedFactEvidence,
  FactSearchResult as ClosedFactSearchResult,
  FactSourceMetadata as ClosedFactSourceMetadata,
  FollowedEvents as ClosedFollowedEvents,
  GapLiveEvent as ClosedGapLiveEvent,
  GetCustomerOutput as ClosedGetCustomerOutput,
  GetFactOutput as ClosedGetFactOutput,
  GetSourceOutput as ClosedGetSourceOutput,
  GetTimelineOutput as ClosedGetTimelineOutput,
  GetUserOutput as ClosedGetUserOutput,
  Grain as ClosedGrain,
  IdentityDecision as ClosedIdentityDecision,
  IdentityKey as ClosedIdentityKey,
  IdentityLinks as ClosedIdentityLinks,
  IngestStats as ClosedIngestStats,
  Integration as ClosedIntegration,
  IntegrationCapability as ClosedIntegrationCapability,
  IntegrationCategory as ClosedIntegrationCategory,
  IntegrationSyncStatus as ClosedIntegrationSyncStatus,
  Known as ClosedKnown,
  KnownRecord as ClosedKnownRecord,
  LagLiveEvent as ClosedLagLiveEvent,
  ListCustomersOutput as ClosedListCustomersOutput,
  ListFactsOutput as ClosedListFactsOutput,
  ListSourcesOutput as ClosedListSourcesOutput,
  ListUsersOutput as ClosedListUsersOutput,
  ListWorkspaceUsersOutput as ClosedListWorkspaceUsersOutput,
  ListedDelivery as ClosedListedDelivery,
  LiveEvent as ClosedLiveEvent,
  ManagedBy as ClosedManagedBy,
  MayBeStale as ClosedMayBeStale,
  MergeEvidence as ClosedMergeEvidence,
  MergeImpact as ClosedMergeImpact,
  MergeJobStatus as ClosedMergeJobStatus,
  MergeParty as ClosedMergeParty,
  MergeReview as ClosedMergeReview,
  MergeSide as ClosedMergeSide,
  MergeSuggestion as ClosedMergeSuggestion,
  MergeSuggestionFound as ClosedMergeSuggestionFound,
  MergeSuggestionList as ClosedMergeSuggestionList,
  MergeUndone as ClosedMergeUndone,
  NewApiKey as ClosedNewApiKey,
  NotificationPreview as ClosedNotificationPreview,
  OfferedTool as ClosedOfferedTool,
  OfferedTools as ClosedOfferedTools,
  Owner as ClosedOwner,
  Pagination as ClosedPagination,
  PersonExport as ClosedPersonExport,
  PersonItem as ClosedPersonItem,
  PersonItemKind as ClosedPersonItemKind,
  PersonReference as ClosedPersonReference,
  PostConnectStep as ClosedPostConnectStep,
  PreviewCustomer as ClosedPreviewCustomer,
  PreviewOccurrence as ClosedPreviewOccurrence,
  PreviewRun as ClosedPreviewRun,
  ProviderId as ClosedProviderId,
  PublicKey as ClosedPublicKey,
  QuarantineList as ClosedQuarantineList,
  QuarantineRetry as ClosedQuarantineRetry,
  QueryColumnType as ClosedQueryColumnType,
  QueryOutput as ClosedQueryOutput,
  Question as ClosedQuestion,
  QuestionFound as ClosedQuestionFound,
  QuestionList as ClosedQuestionList,
  ReadLiveEvent as ClosedReadLiveEvent,
  RecordsImported as ClosedRecordsImported,
  RecordsPartlyImported as ClosedRecordsPartlyImported,
  RejectedLiveEvent as ClosedRejectedLiveEvent,
  Rejection as ClosedRejection,
  RejectionList as ClosedRejectionList,
  ReportSettings as ClosedReportSettings,
  ResentDeliveries as ClosedResentDeliveries,
  RetentionLoss as ClosedRetentionLoss,
  RetentionSettings as ClosedRetentionSettings,
  RunStatus as ClosedRunStatus,
  SavedArchived as ClosedSavedArchived,
  SchemaOutput as ClosedSchemaOutput,
  SearchCustomerContextOutput as ClosedSearchCustomerContextOutput,
  SearchGroup as ClosedSearchGroup,
  SearchHit as ClosedSearchHit,
  SearchMatch as ClosedSearchMatch,
  SendNotificationOutput as ClosedSendNotificationOutput,
  Session as ClosedSession,
  SetupStepResult as ClosedSetupStepResult,
  Signal as ClosedSignal,
  SignalKind as ClosedSignalKind,
  SignalOccurrence as ClosedSignalOccurrence,
  SignalOptions as ClosedSignalOptions,
  SignalPreview as ClosedSignalPreview,
  SkippedRun as ClosedSkippedRun,
  SkippedRunList as ClosedSkippedRunList,
  Source as ClosedSource,
  SourceParticipant as ClosedSourceParticipant,
  SourceSearchResult as ClosedSourceSearchResult,
  Staleness as ClosedStaleness,
  StartedAgentRun as ClosedStartedAgentRun,
  StoredLiveEvent as ClosedStoredLiveEvent,
  SubmitFeedbackOutput as ClosedSubmitFeedbackOutput,
  SyncRun as ClosedSyncRun,
  SyncRunList as ClosedSyncRunList,
  SyncStarted as ClosedSyncStarted,
  TimelineEvent as ClosedTimelineEvent,
  TrackingSettings as ClosedTrackingSettings,
  TriggerEvidence as ClosedTriggerEvidence,
  UpdatedActivation as ClosedUpdatedActivation,
  User as ClosedUser,
  UserProfile as ClosedUserProfile,
  View as ClosedView,
  ViewDescription as ClosedViewDescription,
  ViewFound as ClosedViewFound,
  ViewList as ClosedViewList,
  WorkspaceAccess as ClosedWorkspaceAccess,
  WorkspaceUsage as ClosedWorkspaceUsage,
  WorkspaceUser as ClosedWorkspaceUser,
} from '@customer-intel/contract'
import type { Open } from '../open.ts'

export type {
  AcceptInvitationBody,
  ActivityWindow,
  AnalyticsView,
  AnyFactCategory,
  AnyFactType,
  AudienceFilter,
  AutomationPreviewBody,
  AutomationSchedule,
  BillingStatus,
  CalendarEvent,
  CapabilitiesQuery,
  ChangePasswordBody,
  Channel,
  ChatDestinationInput,
  ChatOptionsQuery,
  ConnectIntegrationBody,
  ConnectionStatusQuery,
  CreateAgentBody,
  CreateApiKeyBody,
  CreateAutomationBody,
  CreateChatDestination,
  CreateDestinationBody,
  CreateWebhookDestination,
  CustomEvent,
  CustomerIdentity,
  CustomerRecordInput,
  CustomerReferenceInput,
  CustomerSection,
  DashboardBody,
  DataOnDisconnect,
  DayWindow,
  DeliveryPolicy,
  DeliveryStatus,
  DisconnectIntegrationBody,
  EndSessionBody,
  EngagementEvent,
  ErasePersonBody,
  EventBase,
  EventFilter,
  EventMatchDefinition,
  EventPatternDefinition,
  ExportPersonBody,
  FactEvidenceInput,
  FactRecordInput,
  FactStatus,
  FactType,
  FollowEventsQuery,
  FormEvent,
  GetCustomerInput,
  GetFactInput,
  GetSourceInput,
  GetTimelineInput,
  GetUserInput,
  Grant,
  IdentifyEvent,
  IdentityLinksQuery,
  ImportCsvBody,
  ImportEventsBody,
  ImportRecordsBody,
  IngestEvent,
  IngestPayload,
  IngestSource,
  IngestStatsQuery,
  InviteWorkspaceUserBody,
  JoinIdentitiesBody,
  JourneyStage,
  JsonObject,
  KeyType,
  ListAccessQuery,
  ListAuditQuery,
  ListCustomersInput,
  ListDeliveriesQuery,
  ListFactsInput,
  ListIntegrationsQuery,
  ListMergeSuggestionsQuery,
  ListRejectionsQuery,
  ListSkippedQuery,
  ListSourcesInput,
  ListSyncsQuery,
  ListUsersInput,
  ListWorkspaceUsersInput,
  MatchMode,
  MemberRecordInput,
  MergeConfidence,
  MergeSuggestionStatus,
  MrrCalculationStatus,
  OrderDirection,
  PageviewEvent,
  ParticipantInput,
  PreviewActivationBody,
  PreviewSignalBody,
  ProcessorPolicy,
  PropertyCondition,
  ProviderQuery,
  QueryCsvBody,
  QueryInput,
  QuestionBody,
  RecordInput,
  RejectionKind,
  RenameAgentBody,
  ResendDeliveriesBody,
  RetentionQuery,
  RevenueRecordInput,
  ReviewMergeBody,
  Role,
  RotateApiKeyBody,
  RunsQuery,
  SchemaInput,
  SearchCustomerContextInput,
  SendNotificationInput,
  SeparateIdentitiesBody,
  SetupStepBody,
  Severity,
  SignalBody,
  SignalDetection,
  SourceRecordInput,
  SourceType,
  SourceTypeInput,
  StartAgentRunBody,
  StartSessionBody,
  StreamEventsQuery,
  SubmitFeedbackInput,
  SyncIntegrationBody,
  TraitFilters,
  TraitValue,
  Traits,
  TriggerType,
  UpdateActivationBody,
  UpdateAgentBody,
  UpdateAutomationBody,
  UpdateDestinationBody,
  UpdateReportSettingsBody,
  UpdateRetentionSettingsBody,
  UpdateTrackingSettingsBody,
  UpdateWorkspaceSettingsBody,
  UpdateWorkspaceUserBody,
  UserIdentity,
  UserRecordInput,
  Utm,
  ViewBody,
  Visibility,
  WorkspaceSettings,
} from '@customer-intel/contract'

export type AcceptedEvent = Open<ClosedAcceptedEvent>
export type AccessLink = Open<ClosedAccessLink>
export type Activation = Open<ClosedActivation>
export type ActivationPreview = Open<ClosedActivationPreview>
export type AgentAction = Open<ClosedAgentAction>
export type AgentArtifact = Open<ClosedAgentArtifact>
export type AgentCandidate = Open<ClosedAgentCandidate>
export type AgentDetail = Open<ClosedAgentDetail>
export type AgentOutput = Open<ClosedAgentOutput>
export type AgentOutputDeliveryStatus = Open<ClosedAgentOutputDeliveryStatus>
export type AgentOutputStatus = Open<ClosedAgentOutputStatus>
export type AgentRunDetail = Open<ClosedAgentRunDetail>
export type AgentRunStatus = Open<ClosedAgentRunStatus>
export type AgentRunSummary = Open<ClosedAgentRunSummary>
export type AgentRunTrigger = Open<ClosedAgentRunTrigger>
export type AgentSummary = Open<ClosedAgentSummary>
export type AgentTemplate = Open<ClosedAgentTemplate>
export type AgentToolCall = Open<ClosedAgentToolCall>
export type AllViewsDescription = Open<ClosedAllViewsDescription>
export type ApiKey = Open<ClosedApiKey>
export type ApiKeyValidation = Open<ClosedApiKeyValidation>
export type Archived = Open<ClosedArchived>
export type AuditList = Open<ClosedAuditList>
export type AuditedChange = Open<ClosedAuditedChange>
export type Automation = Open<ClosedAutomation>
export type AutomationConstraints = Open<ClosedAutomationConstraints>
export type AutomationOptions = Open<ClosedAutomationOptions>
export type AutomationPreview = Open<ClosedAutomationPreview>
export type AutomationRun = Open<ClosedAutomationRun>
export type BehaviorMetrics = Open<ClosedBehaviorMetrics>
export type BrowserConnection = Open<ClosedBrowserConnection>
export type ChatOptions = Open<ClosedChatOptions>
export type ConditionId = Open<ClosedConditionId>
export type ConnectionStatus = Open<ClosedConnectionStatus>
export type CreatedDestination = Open<ClosedCreatedDestination>
export type CredentialField = Open<ClosedCredentialField>
export type CrmMapping = Open<ClosedCrmMapping>
export type CrmPipeline = Open<ClosedCrmPipeline>
export type CrmStage = Open<ClosedCrmStage>
export type CrmStageMapping = Open<ClosedCrmStageMapping>
export type CsvImport = Open<ClosedCsvImport>
export type Customer = Open<ClosedCustomer>
export type CustomerProfile = Open<ClosedCustomerProfile>
export type CustomerReference = Open<ClosedCustomerReference>
export type CustomerRevenue = Open<ClosedCustomerRevenue>
export type CustomerUser = Open<ClosedCustomerUser>
export type Dashboard = Open<ClosedDashboard>
export type DashboardFound = Open<ClosedDashboardFound>
export type DashboardList = Open<ClosedDashboardList>
export type Delivery = Open<ClosedDelivery>
export type DeliveryAttempt = Open<ClosedDeliveryAttempt>
export type DeliveryList = Open<ClosedDeliveryList>
export type Destination = Open<ClosedDestination>
export type DestinationDelivery = Open<ClosedDestinationDelivery>
export type DestinationDetail = Open<ClosedDestinationDetail>
export type DestinationOptions = Open<ClosedDestinationOptions>
export type DestinationRoute = Open<ClosedDestinationRoute>
export type DirectConnection = Open<ClosedDirectConnection>
export type Disconnected = Open<ClosedDisconnected>
export type EndedSessions = Open<ClosedEndedSessions>
export type Enrichment = Open<ClosedEnrichment>
export type EnrichmentStatus = Open<ClosedEnrichmentStatus>
export type EnrichmentSummary = Open<ClosedEnrichmentSummary>
export type Erasure = Open<ClosedErasure>
export type ErasureReceipt = Open<ClosedErasureReceipt>
export type ErasureStatus = Open<ClosedErasureStatus>
export type EventExplanation = Open<ClosedEventExplanation>
export type EventStatus = Open<ClosedEventStatus>
export type EventsImported = Open<ClosedEventsImported>
export type EventsPartlyImported = Open<ClosedEventsPartlyImported>
export type EvidenceSignal = Open<ClosedEvidenceSignal>
export type Fact = Open<ClosedFact>
export type FactEvidence = Open<ClosedFactEvidence>
export type FactSearchResult = Open<ClosedFactSearchResult>
export type FactSourceMetadata = Open<ClosedFactSourceMetadata>
export type FollowedEvents = Open<ClosedFollowedEvents>
export type GapLiveEvent = Open<ClosedGapLiveEvent>
export type GetCustomerOutput = Open<ClosedGetCustomerOutput>
export type GetFactOutput = Open<ClosedGetFactOutput>
export type GetSourceOutput = Open<ClosedGetSourceOutput>
export type GetTimelineOutput = Open<ClosedGetTimelineOutput>
export type GetUserOutput = Open<ClosedGetUserOutput>
export type Grain = Open<ClosedGrain>
export type IdentityDecision = Open<ClosedIdentityDecision>
export type IdentityKey = Open<ClosedIdentityKey>
export type IdentityLinks = Open<ClosedIdentityLinks>
export type IngestStats = Open<ClosedIngestStats>
export type Integration = Open<ClosedIntegration>
export type IntegrationCapability = Open<ClosedIntegrationCapability>
export type IntegrationCategory = Open<ClosedIntegrationCategory>
export type IntegrationSyncStatus = Open<ClosedIntegrationSyncStatus>
export type Known = Open<ClosedKnown>
export type KnownRecord = Open<ClosedKnownRecord>
export type LagLiveEvent = Open<ClosedLagLiveEvent>
export type ListCustomersOutput = Open<ClosedListCustomersOutput>
export type ListFactsOutput = Open<ClosedListFactsOutput>
export type ListSourcesOutput = Open<ClosedListSourcesOutput>
export type ListUsersOutput = Open<ClosedListUsersOutput>
export type ListWorkspaceUsersOutput = Open<ClosedListWorkspaceUsersOutput>
export type ListedDelivery = Open<ClosedListedDelivery>
export type LiveEvent = Open<ClosedLiveEvent>
export type ManagedBy = Open<ClosedManagedBy>
export type MayBeStale = Open<ClosedMayBeStale>
export type MergeEvidence = Open<ClosedMergeEvidence>
export type MergeImpact = Open<ClosedMergeImpact>
export type MergeJobStatus = Open<ClosedMergeJobStatus>
export type MergeParty = Open<ClosedMergeParty>
export type MergeReview = Open<ClosedMergeReview>
export type MergeSide = Open<ClosedMergeSide>
export type MergeSuggestion = Open<ClosedMergeSuggestion>
export type MergeSuggestionFound = Open<ClosedMergeSuggestionFound>
export type MergeSuggestionList = Open<ClosedMergeSuggestionList>
export type MergeUndone = Open<ClosedMergeUndone>
export type NewApiKey = Open<ClosedNewApiKey>
export type NotificationPreview = Open<ClosedNotificationPreview>
export type OfferedTool = Open<ClosedOfferedTool>
export type OfferedTools = Open<ClosedOfferedTools>
export type Owner = Open<ClosedOwner>
export type Pagination = Open<ClosedPagination>
export type PersonExport = Open<ClosedPersonExport>
export type PersonItem = Open<ClosedPersonItem>
export type PersonItemKind = Open<ClosedPersonItemKind>
export type PersonReference = Open<ClosedPersonReference>
export type PostConnectStep = Open<ClosedPostConnectStep>
export type PreviewCustomer = Open<ClosedPreviewCustomer>
export type PreviewOccurrence = Open<ClosedPreviewOccurrence>
export type PreviewRun = Open<ClosedPreviewRun>
export type ProviderId = Open<ClosedProviderId>
export type PublicKey = Open<ClosedPublicKey>
export type QuarantineList = Open<ClosedQuarantineList>
export type QuarantineRetry = Open<ClosedQuarantineRetry>
export type QueryColumnType = Open<ClosedQueryColumnType>
export type QueryOutput = Open<ClosedQueryOutput>
export type Question = Open<ClosedQuestion>
export type QuestionFound = Open<ClosedQuestionFound>
export type QuestionList = Open<ClosedQuestionList>
export type ReadLiveEvent = Open<ClosedReadLiveEvent>
export type RecordsImported = Open<ClosedRecordsImported>
export type RecordsPartlyImported = Open<ClosedRecordsPartlyImported>
export type RejectedLiveEvent = Open<ClosedRejectedLiveEvent>
export type Rejection = Open<ClosedRejection>
export type RejectionList = Open<ClosedRejectionList>
export type ReportSettings = Open<ClosedReportSettings>
export type ResentDeliveries = Open<ClosedResentDeliveries>
export type RetentionLoss = Open<ClosedRetentionLoss>
export type RetentionSettings = Open<ClosedRetentionSettings>
export type RunStatus = Open<ClosedRunStatus>
export type SavedArchived = Open<ClosedSavedArchived>
export type SchemaOutput = Open<ClosedSchemaOutput>
export type SearchCustomerContextOutput = Open<ClosedSearchCustomerContextOutput>
export type SearchGroup = Open<ClosedSearchGroup>
export type SearchHit = Open<ClosedSearchHit>
export type SearchMatch = Open<ClosedSearchMatch>
export type SendNotificationOutput = Open<ClosedSendNotificationOutput>
export type Session = Open<ClosedSession>
export type SetupStepResult = Open<ClosedSetupStepResult>
export type Signal = Open<ClosedSignal>
export type SignalKind = Open<ClosedSignalKind>
export type SignalOccurrence = Open<ClosedSignalOccurrence>
export type SignalOptions = Open<ClosedSignalOptions>
export type SignalPreview = Open<ClosedSignalPreview>
export type SkippedRun = Open<ClosedSkippedRun>
export type SkippedRunList = Open<ClosedSkippedRunList>
export type Source = Open<ClosedSource>
export type SourceParticipant = Open<ClosedSourceParticipant>
export type SourceSearchResult = Open<ClosedSourceSearchResult>
export type Staleness = Open<ClosedStaleness>
export type StartedAgentRun = Open<ClosedStartedAgentRun>
export type StoredLiveEvent = Open<ClosedStoredLiveEvent>
export type SubmitFeedbackOutput = Open<ClosedSubmitFeedbackOutput>
export type SyncRun = Open<ClosedSyncRun>
export type SyncRunList = Open<ClosedSyncRunList>
export type SyncStarted = Open<ClosedSyncStarted>
export type TimelineEvent = Open<ClosedTimelineEvent>
export type TrackingSettings = Open<ClosedTrackingSettings>
export type TriggerEvidence = Open<ClosedTriggerEvidence>
export type UpdatedActivation = Open<ClosedUpdatedActivation>
export type User = Open<ClosedUser>
export type UserProfile = Open<ClosedUserProfile>
export type View = Open<ClosedView>
export type ViewDescription = Open<ClosedViewDescription>
export type ViewFound = Open<ClosedViewFound>
export type ViewList = Open<ClosedViewList>
export type WorkspaceAccess = Open<ClosedWorkspaceAccess>
export type WorkspaceUsage = Open<ClosedWorkspaceUsage>
export type WorkspaceUser = Open<ClosedWorkspaceUser>
