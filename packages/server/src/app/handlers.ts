import type { PlatformOperation } from '@customer-intel/contract'
import { getActivation, updateActivation } from '../customers/activation.ts'
import { getAgentRun, listAgentRuns, startAgentRun } from '../acting/agents/agent-run-routes.ts'
import {
  createAgent,
  disableAgent,
  enableAgent,
  getAgent,
  listAgentActions,
  listAgents,
  listAgentTemplates,
  renameAgent,
  updateAgent,
} from '../acting/agents/agent-routes.ts'
import { callTool } from '../kernel/operations/call-tool.ts'
import { getAutomationRun, listAutomationRuns } from '../acting/automations/automation-run-routes.ts'
import {
  archiveAutomation,
  createAutomation,
  disableAutomation,
  enableAutomation,
  getAutomation,
  getAutomationOptions,
  listAutomations,
  updateAutomation,
} from '../acting/automations/automation-routes.ts'
import {
  archiveDestination,
  createDestination,
  disableDestination,
  enableDestination,
  getDestination,
  getDestinationOptions,
  listDestinations,
  updateDestination,
} from '../acting/notifications/destination-routes.ts'
import { followEvents } from '../events/follow-events.ts'
import { explainEvent } from '../events/explain-event-route.ts'
import { previewAutomation } from '../acting/automations/preview-automation.ts'
import { previewActivation } from '../customers/preview-activation.ts'
import { erasePerson, exportPerson, getErasure } from '../privacy/people-routes.ts'
import {
  connectIntegration,
  disconnectIntegration,
  getIntegrationCapabilities,
  getIntegrationConnectionStatus,
  getIntegrationSyncStatus,
  listIntegrations,
  syncIntegration,
} from '../integrations/routes/integration-routes.ts'
import { runIntegrationSetupStep } from '../integrations/routes/setup-step.ts'
import {
  getMergeSuggestion,
  listMergeSuggestions,
  queueMergeSuggestion,
  rejectMergeSuggestion,
} from '../customers/merges/merge-suggestion-routes.ts'
import { listTools } from '../kernel/operations/list-tools.ts'
import { importEvents } from '../events/import-events.ts'
import { importCsv } from '../records/import-csv.ts'
import { importRecords } from '../records/import-records-route.ts'
import type { RouteHandler } from '../kernel/operations/route-handler.ts'
import {
  getReportSettings,
  getReportSettingsOptions,
  getSettings,
  updateReportSettings,
  updateSettings,
} from '../organizations/settings.ts'
import {
  archiveSignal,
  createSignal,
  getSignal,
  getSignalOptions,
  listSignals,
  updateSignal,
} from '../signals/signal-routes.ts'
import { resendDeliveries } from '../acting/notifications/resend-deliveries.ts'
import { submitFeedback } from '../organizations/feedback/submit-feedback.ts'
import { validateApiKey } from '../organizations/validate-api-key.ts'

/** What answers the operations behind an API key, by name: those that the contract calls served. */
export const handlers = {
  validateApiKey,
  callTool,
  listTools,
  submitFeedback,
  listIntegrations,
  getIntegrationCapabilities,
  getIntegrationConnectionStatus,
  connectIntegration,
  disconnectIntegration,
  getIntegrationSyncStatus,
  syncIntegration,
  runIntegrationSetupStep,
  importRecords,
  importCsv,
  exportPerson,
  erasePerson,
  getErasure,
  getCustomerActivation: getActivation,
  updateCustomerActivation: updateActivation,
  previewCustomerActivation: previewActivation,
  getWorkspaceSettings: getSettings,
  updateWorkspaceSettings: updateSettings,
  getReportSettings,
  updateReportSettings,
  getReportSettingsOptions,
  listIdentityMergeSuggestions: listMergeSuggestions,
  getIdentityMergeSuggestion: getMergeSuggestion,
  queueIdentityMergeSuggestion: queueMergeSuggestion,
  rejectIdentityMergeSuggestion: rejectMergeSuggestion,
  explainEvent,
  followEvents,
  importEvents,
  getAutomationOptions,
  listAutomations,
  createAutomation,
  getAutomation,
  updateAutomation,
  enableAutomation,
  disableAutomation,
  archiveAutomation,
  previewAutomation,
  listAutomationRuns,
  getAutomationRun,
  getDestinationOptions,
  listDestinations,
  createDestination,
  getDestination,
  updateDestination,
  enableDestination,
  disableDestination,
  archiveDestination,
  resendDeliveries,
  listAgentTemplates,
  listAgentActions,
  listAgents,
  createAgent,
  getAgent,
  updateAgent,
  enableAgent,
  disableAgent,
  renameAgent,
  listAgentRuns,
  startAgentRun,
  getAgentRun,
  getSignalOptions,
  listSignals,
  createSignal,
  getSignal,
  updateSignal,
  archiveSignal,
} satisfies { [Name in PlatformOperation]: RouteHandler<Name> }
