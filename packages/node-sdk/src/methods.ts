import type { OperationName, routes } from '@customer-intel/contract'
import type { CustomerIntel } from './client/client.ts'

/** A route that takes an API key. */
type PlatformOperation = {
  [Name in OperationName]: (typeof routes)[Name]['auth'] extends 'apiKey' ? Name : never
}[OperationName]

/** `automations.create`, and every other method of the client's resources. */
type MethodPath = {
  [Resource in keyof CustomerIntel]: `${Resource}.${keyof CustomerIntel[Resource] & string}`
}[keyof CustomerIntel]

/**
 * Which method calls which route. A route of the contract without a line here, and a line that names no method, do not
 * compile; that each method calls its route is tested.
 */
export const methodOf = {
  validateApiKey: 'keys.validate',
  submitFeedback: 'feedback.submit',
  listIntegrations: 'integrations.list',
  getIntegrationCapabilities: 'integrations.capabilities',
  runIntegrationSetupStep: 'integrations.runSetupStep',
  connectIntegration: 'integrations.connect',
  getIntegrationConnectionStatus: 'integrations.connectionStatus',
  disconnectIntegration: 'integrations.disconnect',
  getIntegrationSyncStatus: 'integrations.syncStatus',
  importRecords: 'records.import',
  exportPerson: 'people.export',
  erasePerson: 'people.erase',
  getErasure: 'people.getErasure',
  callTool: 'tools.call',
  getAutomationOptions: 'automations.options',
  listAutomations: 'automations.list',
  createAutomation: 'automations.create',
  getAutomation: 'automations.get',
  updateAutomation: 'automations.update',
  enableAutomation: 'automations.enable',
  disableAutomation: 'automations.disable',
  archiveAutomation: 'automations.archive',
  listAutomationRuns: 'automations.listRuns',
  getAutomationRun: 'automations.getRun',
  getSignalOptions: 'signals.options',
  listSignals: 'signals.list',
  createSignal: 'signals.create',
  getSignal: 'signals.get',
  updateSignal: 'signals.update',
  archiveSignal: 'signals.archive',
  getDestinationOptions: 'destinations.options',
  listDestinations: 'destinations.list',
  createDestination: 'destinations.create',
  getDestination: 'destinations.get',
  updateDestination: 'destinations.update',
  enableDestination: 'destinations.enable',
  disableDestination: 'destinations.disable',
  archiveDestination: 'destinations.archive',
  getWorkspaceSettings: 'settings.get',
  updateWorkspaceSettings: 'settings.update',
  getReportSettings: 'settings.getReport',
  updateReportSettings: 'settings.updateReport',
  getReportSettingsOptions: 'settings.getReportOptions',
  listIdentityMergeSuggestions: 'identity.listMergeSuggestions',
  getIdentityMergeSuggestion: 'identity.getMergeSuggestion',
  queueIdentityMergeSuggestion: 'identity.queueMergeSuggestion',
  rejectIdentityMergeSuggestion: 'identity.rejectMergeSuggestion',
  explainEvent: 'identity.explainEvent',
  listAgentTemplates: 'agents.listTemplates',
  listAgentActions: 'agents.listActions',
  listAgents: 'agents.list',
  createAgent: 'agents.create',
  getAgent: 'agents.get',
  updateAgent: 'agents.update',
  enableAgent: 'agents.enable',
  disableAgent: 'agents.disable',
  renameAgent: 'agents.rename',
  listAgentRuns: 'agents.listRuns',
  startAgentRun: 'agents.startRun',
  getAgentRun: 'agents.getRun',
  getCustomerActivation: 'activation.get',
  updateCustomerActivation: 'activation.update',
  previewCustomerActivation: 'activation.preview',
} as const satisfies Record<PlatformOperation, MethodPath>
