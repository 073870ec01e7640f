import { defineModel } from '../kernel/read-models/define-model.ts'
import { createSqlAgentRunReads } from './agents/agent-run-reads.ts'
import type { AgentRunReads } from './agents/agent-run-read-types.ts'
import { createSqlDossierReads, type DossierReads } from './agents/dossier-reads.ts'
import { agentTables } from './agents/agent-tables.ts'
import { automationTables } from './automations/automation-tables.ts'
import { createSqlRunReads } from './automations/run-reads.ts'
import type { RunReads } from './automations/run-read-types.ts'
import { createSqlDeliveryReads } from './notifications/delivery-reads.ts'
import type { DeliveryReads } from './notifications/delivery-read-types.ts'
import { notificationTables } from './notifications/notification-tables.ts'

declare module '../kernel/read-models/read-models.ts' {
  interface Reads extends AgentRunReads, DeliveryReads, DossierReads, RunReads {}
}

/** Messages, agents’ runs and automations’ runs. */
export const actingModel = defineModel({
  tables: { ...notificationTables, ...agentTables, ...automationTables },
  reads: (database): AgentRunReads & DeliveryReads & DossierReads & RunReads => ({
    ...createSqlDeliveryReads(database),
    ...createSqlAgentRunReads(database),
    ...createSqlDossierReads(database),
    ...createSqlRunReads(database),
  }),
})
