import type { PlatformOperation } from '@customer-intel/contract'
import { getActivation, updateActivation } from './activation.ts'
import { getAgentRun, listAgentRuns, startAgentRun } from './agent-runs.ts'
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
} from './agents.ts'
import { callTool } from './call-tool.ts'
import { getAutomationRun, listAutomationRuns } from './automation-runs.ts'
import {
  archiveAutomation,
  createAutomation,
  disableAutomation,
  enableAutomation,
  getAutomation,
  getAutomationOptions,
  listAutomations,
  updateAutomation,
} from './automations.ts'
import {
  archiveDestination,
  createDestination,
  disableDestination,
  enableDestination,
  getDestination,
  getDestinationOptions,
  listDestinations,
  updateDestination,
} from './destinations.ts'
import { followEvents } from './follow-events.ts'
import { explainEvent } from './explain-event.ts'
import { previewAutomation } from './preview-automation.ts'
import { previewActivation } from './preview-activation.ts'
import { erasePerson, exportPerson, getErasure } from './people.ts'
import {
  connectIntegration,
  disconnectIntegration,
  getIntegrationCapabilities,
  getIntegrationConnectionStatus,
  getIntegrationSyncStatus,
  listIntegrations,
  syncIntegration,
} from './integrations.ts'
import { runIntegrationSetupStep } from './setup-step.ts'
import {
  getMergeSuggestion,
  listMergeSuggestions,
  queueMergeSuggestion,
  rejectMergeSuggestion,
} from './merge-suggestions.ts'
import { listTools } from './list-tools.ts'
import { importEvents } from './import-events.ts'
import { importCsv } from './import-csv.ts'
import { importRecords } from './import-records.ts'
import type { RouteHandler } from './route-handler.ts'
import {
  getReportSettings,
  getReportSettingsOptions,
  getSettings,
  updateReportSettings,
  updateSettings,
} from './settings.ts'
import {
  archiveSignal,
  createSignal,
  getSignal,
  getSignalOptions,
  listSignals,
  updateSignal,
} from './signals.ts'
import { resendDeliveries } from './resend-deliveries.ts'
import { submitFeedback } from './submit-feedback.ts'
import { validateApiKey } from './validate-api-key.ts'

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
