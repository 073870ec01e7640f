import {
  AudienceFilterSchema,
  type Automation,
  DeliveryPolicySchema,
  limits,
  matchModes,
  ProcessorPolicySchema,
  type ResolvedBody,
  scheduleCadences,
  triggerTypes,
} from '@customer-intel/contract'
import { describeSchema } from '@customer-intel/contract/openapi/tool-schemas'
import { type AutomationConfig, findAutomation, type StoredAutomation, automationsOf } from './automations.ts'
import { requireParts } from './automation-parts.ts'
import { configOf, automationHashOf, reachOf } from './describe-automation.ts'
import { describeAutomations } from './describe-automations.ts'
import { type CommandContext, defineCommand } from '../../kernel/operations/command.ts'
import { changeListed, requireRoom } from '../../kernel/operations/change-listed.ts'
import { createdId } from '../../kernel/operations/created-id.ts'
import { requireReader } from '../agents/require-reader.ts'

/** `GET /api/automations/options`. */
export const getAutomationOptions = defineCommand('getAutomationOptions', async () => ({
  data: {
    schemaFormat: 'json-schema-2020-12',
    triggerTypes: [...triggerTypes],
    matchModes: [...matchModes],
    scheduleCadences: [...scheduleCadences],
    audienceFilterSchema: describeSchema(AudienceFilterSchema),
    processorPolicySchema: describeSchema(ProcessorPolicySchema),
    deliveryPolicySchema: describeSchema(DeliveryPolicySchema),
    constraints: {
      requiresAgentId: true,
      enabledAutomationRequiresDestination: true,
      signalTriggerRequiresSignalIdsOrCatalogSignalKeys: true,
      scheduledAutomationRejectsSignals: true,
      scheduledAutomationRejectsCatalogSignalKeys: true,
      scheduledAutomationRequiresCustomerOrBillingStatusAudience: true,
    },
  },
}))

/** `GET /api/automations`. */
export const listAutomations = defineCommand('listAutomations', async (_input, context) => {
  const all = await automationsOf(context.workspace).read()
  const inUse = all.filter(({ archivedAt }) => archivedAt === null)
  if (inUse.length === 0) return { data: { automations: [] } }
  return { data: { automations: await describeAutomations(inUse, await context.fresh(), context) } }
})

/** What a key that may not read customers can do. */
const otherwise = 'With enabled: false it waits for somebody with such a key to enable it.'

/** `POST /api/automations`. */
export const createAutomation = defineCommand('createAutomation', async ({ body }, context) => {
  if (body.enabled) requireReader(context, otherwise)
  const now = context.clock()
  const at = new Date(now).toISOString()
  const created: StoredAutomation = {
    id: createdId(context, await automationsOf(context.workspace).read()),
    ...automationFromBody(body),
    actsSince: now,
    createdAt: at,
    updatedAt: at,
    archivedAt: null,
  }
  await requireParts(created, context.workspace)
  return updateAutomations(context, created.id, (all) => {
    if (all.some(({ id }) => id === created.id)) return
    requireRoom(all, limits.automations.perOrganization, 'automations')
    all.push({ ...created })
  })
})

/** `GET /api/automations/{id}`. */
export const getAutomation = defineCommand('getAutomation', async ({ params: { id } }, context) => {
  const found = findAutomation(await automationsOf(context.workspace).read(), id)
  const [automation] = await describeAutomations([found], await context.fresh(), context)
  return { data: { automation: automation! }, resources: [resourceOf(id)] }
})

/** `PATCH /api/automations/{id}`: whole again. */
export const updateAutomation = defineCommand(
  'updateAutomation',
  async ({ params: { id }, body }, context) => {
    findAutomation(await automationsOf(context.workspace).read(), id)
    const config = automationFromBody(body)
    if (config.enabled) requireReader(context, otherwise)
    await requireParts(config, context.workspace)
    return updateAutomations(context, id, (all) => {
      const found = findAutomation(all, id)
      const before = reachOf(found)
      const wasEnabled = found.enabled
      Object.assign(found, config)
      const isNew =
        JSON.stringify(before) !== JSON.stringify(reachOf(found)) || (!wasEnabled && found.enabled)
      if (isNew) found.actsSince = context.clock()
    })
  },
)

/** `POST /api/automations/{id}/enable`: what happened before is nothing to it. */
export const enableAutomation = defineCommand('enableAutomation', async ({ params: { id } }, context) => {
  const known = findAutomation(await automationsOf(context.workspace).read(), id)
  requireReader(context, 'Somebody with such a key can enable it.')
  await requireParts({ ...known, enabled: true }, context.workspace)
  return updateAutomations(context, id, (all) => {
    const found = findAutomation(all, id)
    if (!found.enabled) found.actsSince = context.clock()
    found.enabled = true
  })
})

/** `POST /api/automations/{id}/disable`: runs that have begun are completed. */
export const disableAutomation = defineCommand('disableAutomation', async ({ params: { id } }, context) =>
  updateAutomations(context, id, (all) => {
    findAutomation(all, id).enabled = false
  }),
)

/** `POST /api/automations/{id}/archive`. */
export const archiveAutomation = defineCommand('archiveAutomation', async ({ params: { id } }, context) => {
  const archivedAt = new Date(context.clock()).toISOString()
  await change(context, id, (all) => {
    Object.assign(findAutomation(all, id), { archivedAt, enabled: false })
  })
  return { data: { automation: { id, archivedAt } } }
})

/** What a body makes it of: each id once, whoever names it twice. */
export function automationFromBody(
  body: ResolvedBody<'createAutomation'> | ResolvedBody<'updateAutomation'>,
): AutomationConfig {
  const { name, description, agentId, enabled, triggerType, matchMode, triggerWindow } = body
  const { triggerThresholdCount, schedule, audienceFilter, processorPolicy, deliveryPolicy } = body
  return {
    name,
    description,
    agentId,
    enabled,
    triggerType,
    signalIds: [...new Set(body.signalIds)],
    matchMode: matchMode ?? 'ANY',
    triggerWindow: triggerWindow ?? null,
    triggerThresholdCount: triggerThresholdCount ?? null,
    schedule: triggerType === 'SCHEDULE' ? (schedule ?? null) : null,
    audienceFilter: audienceFilter ?? null,
    processorPolicy,
    deliveryPolicy,
    destinationIds: [...new Set(body.destinationIds)],
  }
}

async function updateAutomations(
  context: CommandContext,
  id: string,
  apply: (all: StoredAutomation[]) => void,
): Promise<{ data: { automation: Automation }; warnings: string[] }> {
  const changed = await change(context, id, apply)
  const [automation] = await describeAutomations([changed], await context.fresh(), context)
  return { data: { automation: automation! }, warnings: warningsOf(changed) }
}

function warningsOf({ matchMode, triggerThresholdCount, signalIds }: AutomationConfig): string[] {
  if (matchMode !== 'AT_LEAST' || (triggerThresholdCount ?? 0) <= signalIds.length) return []
  return [
    `It never acts: triggerThresholdCount is ${triggerThresholdCount}, and there are ${signalIds.length} signals`,
  ]
}

/** Changes the automations, with an audit entry of the one of that id. */
function change(
  context: CommandContext,
  id: string,
  apply: (all: StoredAutomation[]) => void,
): Promise<StoredAutomation> {
  return changeListed(context, automationsOf(context.workspace), {
    resource: resourceOf(id),
    change: apply,
    hashOf: automationHashOf,
    auditOf: (automation) => ({ ...configOf(automation), archivedAt: automation.archivedAt }),
  })
}

function resourceOf(id: string) {
  return { type: 'automation', id }
}
