// Written by `pnpm generate` from the contract; a test fails when it is out of date.

import type { Operation, Stream, Tool } from '../client/operation.ts'

/** A route that takes an API key, or the session of a browser. */
export type OperationName =
  | 'getSession'
  | 'startSession'
  | 'endSession'
  | 'acceptInvitation'
  | 'changePassword'
  | 'listWorkspaceUsers'
  | 'inviteWorkspaceUser'
  | 'updateWorkspaceUser'
  | 'createWorkspaceUserLink'
  | 'listApiKeys'
  | 'createApiKey'
  | 'rotateApiKey'
  | 'revokeApiKey'
  | 'validateApiKey'
  | 'listPublicKeys'
  | 'createPublicKey'
  | 'revokePublicKey'
  | 'submitFeedback'
  | 'listIntegrations'
  | 'getIntegrationCapabilities'
  | 'runIntegrationSetupStep'
  | 'connectIntegration'
  | 'getIntegrationConnectionStatus'
  | 'getIntegrationSyncStatus'
  | 'listSyncRuns'
  | 'syncIntegration'
  | 'disconnectIntegration'
  | 'importRecords'
  | 'importCsv'
  | 'exportPerson'
  | 'erasePerson'
  | 'getErasure'
  | 'listTools'
  | 'callTool'
  | 'getAutomationOptions'
  | 'listAutomations'
  | 'createAutomation'
  | 'getAutomation'
  | 'updateAutomation'
  | 'enableAutomation'
  | 'disableAutomation'
  | 'previewAutomation'
  | 'listAutomationRuns'
  | 'getAutomationRun'
  | 'archiveAutomation'
  | 'getSignalOptions'
  | 'listSignals'
  | 'createSignal'
  | 'previewSignal'
  | 'getSignal'
  | 'updateSignal'
  | 'archiveSignal'
  | 'getDestinationOptions'
  | 'listDestinations'
  | 'createDestination'
  | 'getDestination'
  | 'updateDestination'
  | 'disableDestination'
  | 'enableDestination'
  | 'resendDeliveries'
  | 'archiveDestination'
  | 'listDeliveries'
  | 'listSkippedRuns'
  | 'getWorkspaceSettings'
  | 'updateWorkspaceSettings'
  | 'getTrackingSettings'
  | 'updateTrackingSettings'
  | 'getRetentionSettings'
  | 'updateRetentionSettings'
  | 'getReportSettings'
  | 'updateReportSettings'
  | 'getReportSettingsOptions'
  | 'listAudit'
  | 'getUsage'
  | 'listQuarantine'
  | 'retryQuarantine'
  | 'listViews'
  | 'createView'
  | 'getView'
  | 'updateView'
  | 'archiveView'
  | 'listQuestions'
  | 'createQuestion'
  | 'getQuestion'
  | 'updateQuestion'
  | 'archiveQuestion'
  | 'listDashboards'
  | 'createDashboard'
  | 'getDashboard'
  | 'updateDashboard'
  | 'archiveDashboard'
  | 'listIdentityLinks'
  | 'joinIdentities'
  | 'separateIdentities'
  | 'getIdentityMergeEvidence'
  | 'undoIdentityMerge'
  | 'listIdentityMergeSuggestions'
  | 'getIdentityMergeSuggestion'
  | 'queueIdentityMergeSuggestion'
  | 'rejectIdentityMergeSuggestion'
  | 'explainEvent'
  | 'followEvents'
  | 'importEvents'
  | 'listRejections'
  | 'getIngestStats'
  | 'listAgentTemplates'
  | 'listAgentActions'
  | 'listAgents'
  | 'createAgent'
  | 'getAgent'
  | 'updateAgent'
  | 'enableAgent'
  | 'disableAgent'
  | 'renameAgent'
  | 'listAgentRuns'
  | 'startAgentRun'
  | 'getAgentRun'
  | 'getCustomerActivation'
  | 'updateCustomerActivation'
  | 'previewCustomerActivation'

/** The name of a tool. */
export type ToolName =
  | 'svc_list_customers'
  | 'svc_list_users'
  | 'svc_list_workspace_users'
  | 'svc_get_customer'
  | 'svc_get_user'
  | 'svc_get_timeline'
  | 'svc_list_facts'
  | 'svc_get_fact'
  | 'svc_get_source'
  | 'svc_list_sources'
  | 'svc_search_customer_context'
  | 'svc_query'
  | 'svc_schema'
  | 'svc_send_notification'
  | 'svc_submit_feedback'

/** The routes that take an API key, or the session of a browser. */
export const operations: Record<OperationName, Operation> = {
  getSession: {
    method: 'GET',
    path: '/api/session',
    repeatable: true,
    needs: [
      'signedIn',
      'user',
      'grants',
      'organization',
      'expiresAt',
      'isSecure',
      'needsOrganization',
      'ways',
    ],
  },
  startSession: {
    method: 'POST',
    path: '/api/session',
    body: true,
    repeatable: false,
    needs: [
      'signedIn',
      'user',
      'grants',
      'organization',
      'expiresAt',
      'isSecure',
      'needsOrganization',
      'ways',
    ],
  },
  endSession: { method: 'POST', path: '/api/session/end', body: true, repeatable: true, needs: ['ended'] },
  acceptInvitation: {
    method: 'POST',
    path: '/api/session/accept',
    body: true,
    repeatable: false,
    needs: [
      'signedIn',
      'user',
      'grants',
      'organization',
      'expiresAt',
      'isSecure',
      'needsOrganization',
      'ways',
    ],
  },
  changePassword: {
    method: 'POST',
    path: '/api/session/password',
    body: true,
    repeatable: false,
    needs: [
      'signedIn',
      'user',
      'grants',
      'organization',
      'expiresAt',
      'isSecure',
      'needsOrganization',
      'ways',
    ],
  },
  listWorkspaceUsers: {
    method: 'GET',
    path: '/api/workspace-users',
    query: ['limit', 'cursor'],
    command: true,
    repeatable: true,
    grant: 'workspace_members:read',
    items: 'users',
    needs: ['users', 'pagination'],
  },
  inviteWorkspaceUser: {
    method: 'POST',
    path: '/api/workspace-users',
    body: true,
    command: true,
    repeatable: false,
    grant: 'customer_access:manage',
    needs: ['user', 'link'],
  },
  updateWorkspaceUser: {
    method: 'PATCH',
    path: '/api/workspace-users/{id}',
    body: true,
    command: true,
    repeatable: true,
    grant: 'customer_access:manage',
    needs: ['user'],
  },
  createWorkspaceUserLink: {
    method: 'POST',
    path: '/api/workspace-users/{id}/link',
    command: true,
    repeatable: false,
    grant: 'customer_access:manage',
    needs: ['user', 'link'],
  },
  listApiKeys: {
    method: 'GET',
    path: '/api/keys',
    command: true,
    repeatable: true,
    grant: 'workspace_settings:manage',
    items: 'keys',
    needs: ['keys'],
  },
  createApiKey: {
    method: 'POST',
    path: '/api/keys',
    body: true,
    command: true,
    repeatable: false,
    grant: 'workspace_settings:manage',
    needs: ['key', 'secret'],
  },
  rotateApiKey: {
    method: 'POST',
    path: '/api/keys/{id}/rotate',
    body: true,
    command: true,
    repeatable: false,
    grant: 'workspace_settings:manage',
    needs: ['key', 'secret'],
  },
  revokeApiKey: {
    method: 'POST',
    path: '/api/keys/{id}/revoke',
    command: true,
    repeatable: true,
    grant: 'workspace_settings:manage',
    needs: ['keys'],
  },
  validateApiKey: {
    method: 'POST',
    path: '/api/validate-api-key',
    repeatable: true,
    needs: ['valid', 'organizationId', 'createdById', 'authorization'],
  },
  listPublicKeys: {
    method: 'GET',
    path: '/api/public-keys',
    command: true,
    repeatable: true,
    grant: 'workspace_settings:read',
    items: 'publicKeys',
    needs: ['publicKeys'],
  },
  createPublicKey: {
    method: 'POST',
    path: '/api/public-keys',
    command: true,
    repeatable: false,
    grant: 'workspace_settings:manage',
    needs: ['publicKey'],
  },
  revokePublicKey: {
    method: 'POST',
    path: '/api/public-keys/{publicKey}/revoke',
    command: true,
    repeatable: true,
    grant: 'workspace_settings:manage',
    needs: ['publicKey'],
  },
  submitFeedback: {
    method: 'POST',
    path: '/api/feedback',
    body: true,
    repeatable: false,
    needs: ['id', 'createdAt'],
  },
  listIntegrations: {
    method: 'GET',
    path: '/api/integrations',
    query: ['connectedOnly'],
    repeatable: true,
    grant: 'integrations:read',
    items: 'items',
    needs: ['items'],
  },
  getIntegrationCapabilities: {
    method: 'GET',
    path: '/api/integrations/capabilities',
    query: ['provider'],
    repeatable: true,
    grant: 'integrations:read',
    needs: [],
  },
  runIntegrationSetupStep: {
    method: 'POST',
    path: '/api/integrations/setup-step',
    body: true,
    repeatable: false,
    grant: 'integrations:manage',
    needs: ['status', 'provider', 'step'],
  },
  connectIntegration: {
    method: 'POST',
    path: '/api/integrations/connect',
    body: true,
    repeatable: false,
    grant: 'integrations:manage',
    needs: [],
  },
  getIntegrationConnectionStatus: {
    method: 'GET',
    path: '/api/integrations/connect/status',
    query: ['sessionId'],
    repeatable: true,
    grant: 'integrations:read',
    needs: ['status', 'provider'],
  },
  getIntegrationSyncStatus: {
    method: 'GET',
    path: '/api/integrations/sync-status',
    query: ['provider'],
    repeatable: true,
    grant: 'integrations:read',
    needs: ['provider', 'name', 'category', 'status', 'syncs'],
  },
  listSyncRuns: {
    method: 'GET',
    path: '/api/syncs',
    query: ['provider', 'limit', 'cursor'],
    repeatable: true,
    grant: 'integrations:read',
    items: 'items',
    needs: ['items', 'pagination'],
  },
  syncIntegration: {
    method: 'POST',
    path: '/api/integrations/sync',
    body: true,
    repeatable: false,
    grant: 'integrations:manage',
    needs: ['started', 'alreadyRunning', 'provider'],
  },
  disconnectIntegration: {
    method: 'POST',
    path: '/api/integrations/disconnect',
    body: true,
    repeatable: false,
    grant: 'integrations:manage',
    needs: ['success'],
  },
  importRecords: {
    method: 'POST',
    path: '/api/records',
    body: true,
    repeatable: true,
    grant: 'integrations:manage',
    needs: ['success', 'processed'],
  },
  importCsv: {
    method: 'POST',
    path: '/api/records/csv',
    body: true,
    command: true,
    repeatable: true,
    grant: 'integrations:manage',
    needs: ['import'],
  },
  exportPerson: {
    method: 'POST',
    path: '/api/people/export',
    body: true,
    repeatable: true,
    grant: 'people:export',
    items: 'items',
    needs: ['items', 'nextCursor'],
  },
  erasePerson: {
    method: 'POST',
    path: '/api/people/erase',
    body: true,
    repeatable: true,
    grant: 'people:erase',
    needs: ['id', 'status', 'requestedAt', 'receipt'],
  },
  getErasure: {
    method: 'GET',
    path: '/api/people/erasures/{id}',
    repeatable: true,
    grant: 'people:erase',
    needs: ['id', 'status', 'requestedAt', 'receipt'],
  },
  listTools: { method: 'GET', path: '/api/tools', repeatable: true, items: 'tools', needs: ['tools'] },
  callTool: { method: 'POST', path: '/api/tools/call', body: true, repeatable: false, needs: [] },
  getAutomationOptions: {
    method: 'GET',
    path: '/api/automations/options',
    command: true,
    repeatable: true,
    grant: 'agents:read',
    needs: [
      'schemaFormat',
      'triggerTypes',
      'matchModes',
      'scheduleCadences',
      'audienceFilterSchema',
      'processorPolicySchema',
      'deliveryPolicySchema',
      'constraints',
    ],
  },
  listAutomations: {
    method: 'GET',
    path: '/api/automations',
    command: true,
    repeatable: true,
    grant: 'agents:read',
    items: 'automations',
    needs: ['automations'],
  },
  createAutomation: {
    method: 'POST',
    path: '/api/automations',
    body: true,
    command: true,
    repeatable: false,
    grant: 'agents:write',
    needs: ['automation'],
  },
  getAutomation: {
    method: 'GET',
    path: '/api/automations/{id}',
    command: true,
    repeatable: true,
    grant: 'agents:read',
    needs: ['automation'],
  },
  updateAutomation: {
    method: 'PATCH',
    path: '/api/automations/{id}',
    body: true,
    command: true,
    repeatable: true,
    grant: 'agents:write',
    needs: ['automation'],
  },
  enableAutomation: {
    method: 'POST',
    path: '/api/automations/{id}/enable',
    command: true,
    repeatable: true,
    grant: 'agents:write',
    needs: ['automation'],
  },
  disableAutomation: {
    method: 'POST',
    path: '/api/automations/{id}/disable',
    command: true,
    repeatable: true,
    grant: 'agents:write',
    needs: ['automation'],
  },
  previewAutomation: {
    method: 'POST',
    path: '/api/automations/preview',
    body: true,
    command: true,
    repeatable: true,
    grant: 'agents:read',
    needs: ['occurrences', 'runs', 'leftOut', 'occurrenceCount', 'runCount', 'truncated'],
  },
  listAutomationRuns: {
    method: 'GET',
    path: '/api/automations/{automationId}/runs',
    query: ['limit', 'cursor'],
    command: true,
    repeatable: true,
    grant: 'agents:read',
    items: 'runs',
    needs: ['runs', 'pagination'],
  },
  getAutomationRun: {
    method: 'GET',
    path: '/api/automations/{automationId}/runs/{runId}',
    command: true,
    repeatable: true,
    grant: 'agents:read',
    needs: ['run'],
  },
  archiveAutomation: {
    method: 'POST',
    path: '/api/automations/{id}/archive',
    command: true,
    repeatable: true,
    grant: 'agents:write',
    needs: ['automation'],
  },
  getSignalOptions: {
    method: 'GET',
    path: '/api/signals/options',
    command: true,
    repeatable: true,
    grant: 'agents:read',
    needs: ['conditionTypes', 'signalKinds', 'catalog'],
  },
  listSignals: {
    method: 'GET',
    path: '/api/signals',
    command: true,
    repeatable: true,
    grant: 'agents:read',
    items: 'signals',
    needs: ['signals'],
  },
  createSignal: {
    method: 'POST',
    path: '/api/signals',
    body: true,
    command: true,
    repeatable: false,
    grant: 'agents:write',
    needs: ['signal'],
  },
  previewSignal: {
    method: 'POST',
    path: '/api/signals/preview',
    body: true,
    command: true,
    repeatable: true,
    grant: 'agents:read',
    needs: [
      'from',
      'to',
      'timezone',
      'occurrenceCount',
      'customerCount',
      'byDay',
      'occurrences',
      'truncated',
    ],
  },
  getSignal: {
    method: 'GET',
    path: '/api/signals/{id}',
    command: true,
    repeatable: true,
    grant: 'agents:read',
    needs: ['signal'],
  },
  updateSignal: {
    method: 'PATCH',
    path: '/api/signals/{id}',
    body: true,
    command: true,
    repeatable: true,
    grant: 'agents:write',
    needs: ['signal'],
  },
  archiveSignal: {
    method: 'POST',
    path: '/api/signals/{id}/archive',
    command: true,
    repeatable: true,
    grant: 'agents:write',
    needs: ['signal'],
  },
  getDestinationOptions: {
    method: 'GET',
    path: '/api/destinations/options',
    query: ['search', 'limit'],
    command: true,
    repeatable: true,
    grant: 'agents:write',
    needs: ['types', 'chat'],
  },
  listDestinations: {
    method: 'GET',
    path: '/api/destinations',
    command: true,
    repeatable: true,
    grant: 'agents:read',
    items: 'destinations',
    needs: ['destinations'],
  },
  createDestination: {
    method: 'POST',
    path: '/api/destinations',
    body: true,
    command: true,
    repeatable: false,
    grant: 'agents:write',
    needs: ['destination'],
  },
  getDestination: {
    method: 'GET',
    path: '/api/destinations/{id}',
    command: true,
    repeatable: true,
    grant: 'agents:read',
    needs: ['destination'],
  },
  updateDestination: {
    method: 'PATCH',
    path: '/api/destinations/{id}',
    body: true,
    command: true,
    repeatable: true,
    grant: 'agents:write',
    needs: ['destination'],
  },
  disableDestination: {
    method: 'POST',
    path: '/api/destinations/{id}/disable',
    command: true,
    repeatable: true,
    grant: 'agents:write',
    needs: ['destination'],
  },
  enableDestination: {
    method: 'POST',
    path: '/api/destinations/{id}/enable',
    command: true,
    repeatable: true,
    grant: 'agents:write',
    needs: ['destination'],
  },
  resendDeliveries: {
    method: 'POST',
    path: '/api/destinations/{id}/resend',
    body: true,
    command: true,
    repeatable: true,
    grant: 'agents:write',
    needs: ['deliveryIds'],
  },
  archiveDestination: {
    method: 'POST',
    path: '/api/destinations/{id}/archive',
    command: true,
    repeatable: true,
    grant: 'agents:write',
    needs: ['destination'],
  },
  listDeliveries: {
    method: 'GET',
    path: '/api/deliveries',
    query: ['destination', 'automation', 'status', 'customer', 'from', 'to', 'limit', 'cursor'],
    repeatable: true,
    grant: 'agents:read',
    items: 'items',
    needs: ['items', 'pagination'],
  },
  listSkippedRuns: {
    method: 'GET',
    path: '/api/automations/{id}/skipped',
    query: ['customer', 'limit', 'cursor'],
    repeatable: true,
    grant: 'agents:read',
    items: 'items',
    needs: ['items', 'pagination'],
  },
  getWorkspaceSettings: {
    method: 'GET',
    path: '/api/settings',
    command: true,
    repeatable: true,
    grant: 'agents:read',
    needs: ['settings'],
  },
  updateWorkspaceSettings: {
    method: 'PATCH',
    path: '/api/settings',
    body: true,
    command: true,
    repeatable: true,
    grant: 'agents:write',
    needs: ['settings'],
  },
  getTrackingSettings: {
    method: 'GET',
    path: '/api/settings/tracking',
    command: true,
    repeatable: true,
    grant: 'workspace_settings:read',
    needs: ['tracking'],
  },
  updateTrackingSettings: {
    method: 'PATCH',
    path: '/api/settings/tracking',
    body: true,
    command: true,
    repeatable: true,
    grant: 'workspace_settings:manage',
    needs: ['tracking'],
  },
  getRetentionSettings: {
    method: 'GET',
    path: '/api/settings/retention',
    query: ['days'],
    command: true,
    repeatable: true,
    grant: 'workspace_settings:read',
    needs: ['retention', 'loss'],
  },
  updateRetentionSettings: {
    method: 'PATCH',
    path: '/api/settings/retention',
    body: true,
    command: true,
    repeatable: true,
    grant: 'workspace_settings:manage',
    needs: ['retention', 'loss'],
  },
  getReportSettings: {
    method: 'GET',
    path: '/api/settings/report',
    command: true,
    repeatable: true,
    grant: 'agents:read',
    needs: ['report'],
  },
  updateReportSettings: {
    method: 'PATCH',
    path: '/api/settings/report',
    body: true,
    command: true,
    repeatable: true,
    grant: 'agents:write',
    needs: ['report'],
  },
  getReportSettingsOptions: {
    method: 'GET',
    path: '/api/settings/report/options',
    query: ['search', 'limit'],
    command: true,
    repeatable: true,
    grant: 'agents:read',
    needs: ['chat'],
  },
  listAudit: {
    method: 'GET',
    path: '/api/audit',
    query: ['actor', 'resource', 'from', 'to', 'limit', 'cursor'],
    repeatable: true,
    grant: 'workspace_settings:read',
    items: 'items',
    needs: ['items', 'pagination'],
  },
  getUsage: {
    method: 'GET',
    path: '/api/usage',
    repeatable: true,
    grant: 'workspace_settings:read',
    needs: ['plan', 'apiCalls', 'connectionLimit', 'retentionDays', 'logBytes', 'callers'],
  },
  listQuarantine: {
    method: 'GET',
    path: '/api/quarantine',
    repeatable: true,
    grant: 'workspace_settings:read',
    items: 'items',
    needs: ['items', 'total'],
  },
  retryQuarantine: {
    method: 'POST',
    path: '/api/quarantine/retry',
    command: true,
    repeatable: true,
    grant: 'workspace_settings:manage',
    needs: ['retried'],
  },
  listViews: {
    method: 'GET',
    path: '/api/views',
    repeatable: true,
    grant: 'analytics:read',
    items: 'views',
    needs: ['views'],
  },
  createView: {
    method: 'POST',
    path: '/api/views',
    body: true,
    command: true,
    repeatable: false,
    grant: 'analytics:read',
    needs: ['view'],
  },
  getView: {
    method: 'GET',
    path: '/api/views/{id}',
    repeatable: true,
    grant: 'analytics:read',
    needs: ['view'],
  },
  updateView: {
    method: 'PATCH',
    path: '/api/views/{id}',
    body: true,
    command: true,
    repeatable: true,
    grant: 'analytics:read',
    needs: ['view'],
  },
  archiveView: {
    method: 'POST',
    path: '/api/views/{id}/archive',
    command: true,
    repeatable: true,
    grant: 'analytics:read',
    needs: ['id', 'archivedAt'],
  },
  listQuestions: {
    method: 'GET',
    path: '/api/questions',
    repeatable: true,
    grant: 'analytics:read',
    items: 'questions',
    needs: ['questions'],
  },
  createQuestion: {
    method: 'POST',
    path: '/api/questions',
    body: true,
    command: true,
    repeatable: false,
    grant: 'analytics:read',
    needs: ['question'],
  },
  getQuestion: {
    method: 'GET',
    path: '/api/questions/{id}',
    repeatable: true,
    grant: 'analytics:read',
    needs: ['question'],
  },
  updateQuestion: {
    method: 'PATCH',
    path: '/api/questions/{id}',
    body: true,
    command: true,
    repeatable: true,
    grant: 'analytics:read',
    needs: ['question'],
  },
  archiveQuestion: {
    method: 'POST',
    path: '/api/questions/{id}/archive',
    command: true,
    repeatable: true,
    grant: 'analytics:read',
    needs: ['id', 'archivedAt'],
  },
  listDashboards: {
    method: 'GET',
    path: '/api/dashboards',
    repeatable: true,
    grant: 'analytics:read',
    items: 'dashboards',
    needs: ['dashboards'],
  },
  createDashboard: {
    method: 'POST',
    path: '/api/dashboards',
    body: true,
    command: true,
    repeatable: false,
    grant: 'analytics:read',
    needs: ['dashboard'],
  },
  getDashboard: {
    method: 'GET',
    path: '/api/dashboards/{id}',
    repeatable: true,
    grant: 'analytics:read',
    needs: ['dashboard'],
  },
  updateDashboard: {
    method: 'PATCH',
    path: '/api/dashboards/{id}',
    body: true,
    command: true,
    repeatable: true,
    grant: 'analytics:read',
    needs: ['dashboard'],
  },
  archiveDashboard: {
    method: 'POST',
    path: '/api/dashboards/{id}/archive',
    command: true,
    repeatable: true,
    grant: 'analytics:read',
    needs: ['id', 'archivedAt'],
  },
  listIdentityLinks: {
    method: 'GET',
    path: '/api/identity/links',
    query: ['key'],
    repeatable: true,
    grant: 'identity:read',
    needs: ['key', 'links', 'crowdedKeys', 'merges'],
  },
  joinIdentities: {
    method: 'POST',
    path: '/api/identity/join',
    body: true,
    command: true,
    repeatable: true,
    grant: 'identity:write',
    needs: ['kind', 'left', 'right', 'isOne'],
  },
  separateIdentities: {
    method: 'POST',
    path: '/api/identity/separate',
    body: true,
    command: true,
    repeatable: true,
    grant: 'identity:write',
    needs: ['kind', 'left', 'right', 'isOne'],
  },
  getIdentityMergeEvidence: {
    method: 'GET',
    path: '/api/identity/merge-suggestions/{id}/evidence',
    repeatable: true,
    grant: 'identity:read',
    needs: ['proposalId', 'survivor', 'duplicate', 'evidence'],
  },
  undoIdentityMerge: {
    method: 'POST',
    path: '/api/identity/merge-suggestions/{id}/undo',
    body: true,
    command: true,
    repeatable: false,
    grant: 'identity:write',
    needs: ['proposalId', 'undone'],
  },
  listIdentityMergeSuggestions: {
    method: 'GET',
    path: '/api/identity/merge-suggestions',
    query: ['status', 'confidence', 'limit', 'cursor'],
    command: true,
    repeatable: true,
    grant: 'identity:read',
    items: 'suggestions',
    needs: ['suggestions', 'pagination', 'canManageIdentityMerges'],
  },
  getIdentityMergeSuggestion: {
    method: 'GET',
    path: '/api/identity/merge-suggestions/{id}',
    command: true,
    repeatable: true,
    grant: 'identity:read',
    needs: ['suggestion', 'canManageIdentityMerges'],
  },
  queueIdentityMergeSuggestion: {
    method: 'POST',
    path: '/api/identity/merge-suggestions/{id}/queue',
    body: true,
    command: true,
    repeatable: false,
    grant: 'identity:write',
    needs: ['proposalId', 'status'],
  },
  rejectIdentityMergeSuggestion: {
    method: 'POST',
    path: '/api/identity/merge-suggestions/{id}/reject',
    body: true,
    command: true,
    repeatable: false,
    grant: 'identity:write',
    needs: ['proposalId', 'status'],
  },
  explainEvent: {
    method: 'GET',
    path: '/api/debug/events/{uuid}',
    repeatable: true,
    grant: 'events:explain',
    needs: [
      'uuid',
      'status',
      'reason',
      'arrivals',
      'searched',
      'rejections',
      'event',
      'contact',
      'customer',
      'links',
      'occurrences',
      'crowdedKeys',
    ],
  },
  followEvents: {
    method: 'GET',
    path: '/api/events',
    query: ['after', 'waitSeconds', 'unread'],
    repeatable: true,
    grant: 'customer_intelligence:read',
    needs: ['events', 'next'],
  },
  importEvents: {
    method: 'POST',
    path: '/api/events',
    body: true,
    repeatable: true,
    grant: 'integrations:manage',
    needs: ['success', 'processed'],
  },
  listRejections: {
    method: 'GET',
    path: '/api/rejections',
    query: ['kind', 'eventName', 'publicKey', 'origin', 'from', 'to', 'limit', 'cursor'],
    repeatable: true,
    grant: 'events:explain',
    items: 'items',
    needs: ['items', 'pagination'],
  },
  getIngestStats: {
    method: 'GET',
    path: '/api/ingest-stats',
    query: ['from', 'to', 'step'],
    repeatable: true,
    grant: 'analytics:read',
    needs: ['from', 'to', 'step', 'timezone', 'since', 'items', 'lagSeconds'],
  },
  listAgentTemplates: {
    method: 'GET',
    path: '/api/agent-templates',
    command: true,
    repeatable: true,
    grant: 'agents:read',
    items: 'templates',
    needs: ['templates'],
  },
  listAgentActions: {
    method: 'GET',
    path: '/api/agent-actions',
    command: true,
    repeatable: true,
    grant: 'agents:read',
    items: 'actions',
    needs: ['actions'],
  },
  listAgents: {
    method: 'GET',
    path: '/api/agents',
    command: true,
    repeatable: true,
    grant: 'agents:read',
    items: 'agents',
    needs: ['agents'],
  },
  createAgent: {
    method: 'POST',
    path: '/api/agents',
    body: true,
    command: true,
    repeatable: false,
    grant: 'agents:write',
    needs: ['agent'],
  },
  getAgent: {
    method: 'GET',
    path: '/api/agents/{id}',
    command: true,
    repeatable: true,
    grant: 'agents:read',
    needs: ['agent'],
  },
  updateAgent: {
    method: 'PATCH',
    path: '/api/agents/{id}',
    body: true,
    command: true,
    repeatable: true,
    grant: 'agents:write',
    needs: ['agent'],
  },
  enableAgent: {
    method: 'POST',
    path: '/api/agents/{id}/enable',
    command: true,
    repeatable: true,
    grant: 'agents:write',
    needs: ['agent'],
  },
  disableAgent: {
    method: 'POST',
    path: '/api/agents/{id}/disable',
    command: true,
    repeatable: true,
    grant: 'agents:write',
    needs: ['agent'],
  },
  renameAgent: {
    method: 'POST',
    path: '/api/agents/{id}/rename',
    body: true,
    command: true,
    repeatable: true,
    grant: 'agents:write',
    needs: ['agent'],
  },
  listAgentRuns: {
    method: 'GET',
    path: '/api/agents/{agentId}/runs',
    query: ['limit', 'cursor'],
    command: true,
    repeatable: true,
    grant: 'agents:read',
    items: 'runs',
    needs: ['runs', 'pagination'],
  },
  startAgentRun: {
    method: 'POST',
    path: '/api/agents/{agentId}/runs',
    body: true,
    command: true,
    repeatable: false,
    grant: 'agents:write',
    needs: ['run', 'agentRunId', 'runId', 'startedSandbox', 'status'],
  },
  getAgentRun: {
    method: 'GET',
    path: '/api/agents/{agentId}/runs/{runId}',
    command: true,
    repeatable: true,
    grant: 'agents:read',
    needs: ['run'],
  },
  getCustomerActivation: {
    method: 'GET',
    path: '/api/activation',
    command: true,
    repeatable: true,
    grant: 'activation:read',
    needs: ['activation'],
  },
  updateCustomerActivation: {
    method: 'PATCH',
    path: '/api/activation',
    body: true,
    command: true,
    repeatable: true,
    grant: 'activation:manage',
    needs: ['activation', 'changed'],
  },
  previewCustomerActivation: {
    method: 'POST',
    path: '/api/activation/preview',
    body: true,
    command: true,
    repeatable: true,
    grant: 'activation:read',
    needs: ['preview'],
  },
}

/** A route that answers with a stream. */
export type StreamName = 'queryCsv' | 'streamEvents'

/** The routes that answer with a stream. */
export const streams: Record<StreamName, Stream> = {
  queryCsv: {
    method: 'POST',
    path: '/api/query/csv',
    body: true,
    media: 'text/csv',
    repeatable: true,
    grant: 'analytics:read',
  },
  streamEvents: {
    method: 'GET',
    path: '/api/events/stream',
    query: ['after', 'status', 'eventType', 'eventName', 'person', 'customer'],
    media: 'text/event-stream',
    repeatable: true,
    grant: 'customer_intelligence:read',
  },
}

/** The tools, which `callTool` calls. */
export const tools: Record<ToolName, Tool> = {
  svc_list_customers: {
    repeatable: true,
    grant: 'customer_intelligence:read',
    items: 'items',
    needs: ['items', 'pagination'],
  },
  svc_list_users: {
    repeatable: true,
    grant: 'customer_intelligence:read',
    items: 'items',
    needs: ['items', 'pagination'],
  },
  svc_list_workspace_users: {
    repeatable: true,
    grant: 'workspace_members:read',
    items: 'items',
    needs: ['items', 'pagination'],
  },
  svc_get_customer: { repeatable: true, grant: 'customer_intelligence:read', needs: ['customer'] },
  svc_get_user: { repeatable: true, grant: 'customer_intelligence:read', needs: ['user', 'keys'] },
  svc_get_timeline: {
    repeatable: true,
    grant: 'customer_intelligence:read',
    items: 'events',
    needs: ['events', 'pagination'],
  },
  svc_list_facts: {
    repeatable: true,
    grant: 'customer_intelligence:read',
    items: 'facts',
    needs: ['customer', 'facts', 'pagination'],
  },
  svc_get_fact: {
    repeatable: true,
    grant: 'customer_intelligence:read',
    needs: [
      'sourceType',
      'sourceId',
      'sourceOccurredAt',
      'sourceQuote',
      'permalink',
      'id',
      'assertion',
      'reasoning',
      'factType',
      'factCategory',
      'status',
      'confidence',
      'priority',
      'severity',
      'occurredAt',
      'detectedAt',
      'validFrom',
      'validUntil',
      'lastDetectedAt',
      'periodStart',
      'periodEnd',
      'changePointDate',
      'evidenceCount',
      'occurrenceCount',
      'metricName',
      'metricValue',
      'metricPreviousValue',
      'metricDelta',
      'metricUnit',
    ],
  },
  svc_get_source: {
    repeatable: true,
    grant: 'customer_intelligence:read',
    needs: [
      'sourceType',
      'sourceId',
      'occurredAt',
      'title',
      'summary',
      'permalink',
      'provider',
      'customer',
      'participants',
      'record',
    ],
  },
  svc_list_sources: {
    repeatable: true,
    grant: 'customer_intelligence:read',
    items: 'items',
    needs: ['items', 'pagination'],
  },
  svc_search_customer_context: {
    repeatable: true,
    grant: 'customer_intelligence:read',
    needs: ['customer', 'total', 'weakTotal', 'results'],
  },
  svc_query: { repeatable: true, grant: 'analytics:read', needs: ['success', 'data', 'metadata'] },
  svc_schema: { repeatable: true, grant: 'analytics:read', needs: [] },
  svc_send_notification: { repeatable: false, grant: 'notifications:send', needs: ['ok', 'deliveries'] },
  svc_submit_feedback: { repeatable: false, grant: 'feedback:write', needs: ['id', 'createdAt'] },
}
