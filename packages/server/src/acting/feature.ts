import { defineFeature } from '../kernel/operations/define-feature.ts'
import {
  createAgent,
  disableAgent,
  enableAgent,
  getAgent,
  listAgentActions,
  listAgentTemplates,
  listAgents,
  renameAgent,
  updateAgent,
} from './agents/agent-routes.ts'
import { getAgentRun, listAgentRuns, startAgentRun } from './agents/agent-run-routes.ts'
import {
  archiveAutomation,
  createAutomation,
  disableAutomation,
  enableAutomation,
  getAutomation,
  getAutomationOptions,
  listAutomations,
  updateAutomation,
} from './automations/automation-routes.ts'
import { getAutomationRun, listAutomationRuns } from './automations/automation-run-routes.ts'
import { listSkippedRoute } from './automations/list-skipped.ts'
import { previewAutomation } from './automations/preview-automation.ts'
import {
  archiveDestination,
  createDestination,
  disableDestination,
  enableDestination,
  getDestination,
  getDestinationOptions,
  listDestinations,
  updateDestination,
} from './notifications/destination-routes.ts'
import { listDeliveriesRoute } from './notifications/list-deliveries.ts'
import { resendDeliveries } from './notifications/resend-deliveries.ts'
import { sendNotificationTool } from './notifications/send-notification-tool.ts'
import { startAgentRuns } from './agents/run-in-background.ts'
import { startAutomations } from './automations/act-in-background.ts'
import { startDeliveries } from './notifications/deliver-in-background.ts'
import type { AgentSpending } from './agents/spending.ts'

declare module '../kernel/operations/services.ts' {
  interface ServicesConfig {
    /** Occurrences that are older than this don't trigger automations, in milliseconds. */
    freshnessHorizonMs: number
    /** Messages of automations that a destination gets per clock hour; 0: unlimited. */
    messagesPerHour: number
    agentSpending: AgentSpending
  }
}

/** What happens when a signal occurs or a schedule is due: agents, automations, messages. */
export const actingFeature = defineFeature({
  handlers: {
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
    listSkippedRuns: listSkippedRoute,
    listDeliveries: listDeliveriesRoute,
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
  },
  tools: {
    svc_send_notification: sendNotificationTool,
  },
  startBackground: (services) => [
    startAutomations(services),
    startDeliveries(services),
    startAgentRuns(services),
  ],
})
