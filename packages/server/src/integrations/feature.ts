import { defineFeature } from '../kernel/operations/define-feature.ts'
import {
  connectIntegration,
  disconnectIntegration,
  getIntegrationCapabilities,
  getIntegrationConnectionStatus,
  getIntegrationSyncStatus,
  listIntegrations,
  syncIntegration,
} from './routes/integration-routes.ts'
import { listSyncRuns } from './routes/list-sync-runs.ts'
import { runIntegrationSetupStep } from './routes/setup-step.ts'
import { startSyncs } from './sync-in-background.ts'
import type { IntegrationSettings } from './integration-settings.ts'

declare module '../kernel/operations/services.ts' {
  interface Services {
    /** Configuration of the providers. */
    integrations: IntegrationSettings
  }
}

/** Other services’ data. */
export const integrationsFeature = defineFeature({
  handlers: {
    listIntegrations,
    getIntegrationCapabilities,
    getIntegrationConnectionStatus,
    connectIntegration,
    disconnectIntegration,
    getIntegrationSyncStatus,
    listSyncRuns,
    syncIntegration,
    runIntegrationSetupStep,
  },
  startBackground: (services) => [startSyncs(services)],
})
