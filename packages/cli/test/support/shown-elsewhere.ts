/** Routes that commands of their own ask, which do more than one of them: each is shown by the file that is named. */
const byOwnCommands = {
  validateApiKey: 'commands.test.ts',
  importRecords: 'commands.test.ts',
  submitFeedback: 'commands.test.ts',
  followEvents: 'tail-events.test.ts',
  connectIntegration: 'integrations.test.ts',
  getIntegrationConnectionStatus: 'integrations.test.ts',
  runIntegrationSetupStep: 'integrations.test.ts',
  disconnectIntegration: 'integrations.test.ts',
  syncIntegration: 'integrations.test.ts',
}

/** Routes that need something to be there: `lifecycles.test.ts` asks each of them. */
export const byLifecycles = [
  'createAutomation',
  'getAutomation',
  'updateAutomation',
  'enableAutomation',
  'disableAutomation',
  'archiveAutomation',
  'previewAutomation',
  'listAutomationRuns',
  'getDestination',
  'updateDestination',
  'enableDestination',
  'disableDestination',
  'archiveDestination',
  'resendDeliveries',
  'getAgent',
  'updateAgent',
  'renameAgent',
  'enableAgent',
  'disableAgent',
  'startAgentRun',
  'listAgentRuns',
  'getAgentRun',
  'getSignal',
  'updateSignal',
  'archiveSignal',
  'updateReportSettings',
  'getErasure',
  'explainEvent',
]

/** Routes that refuse here, for nothing is there: `lifecycles.test.ts` shows that the refusal is whole. */
export const byRefusals = [
  'getAutomationRun',
  'getIdentityMergeSuggestion',
  'queueIdentityMergeSuggestion',
  'rejectIdentityMergeSuggestion',
]

export const shownElsewhere: readonly string[] = [
  ...Object.keys(byOwnCommands),
  ...byLifecycles,
  ...byRefusals,
]
