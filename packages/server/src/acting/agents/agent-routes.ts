import { limits, type AgentSummary, type CreateAgentBody } from '@customer-intel/contract'
import { findAgent, type StoredAgent, agentsOf } from './agents.ts'
import { type AgentUses, agentHashOf, toAgentDetail, toAgentSummary } from './describe-agent.ts'
import { toRunSummary } from './describe-run.ts'
import { readOutputDeliveries } from './output-delivery.ts'
import { summaryFor } from './run-for-caller.ts'
import { describeUsesOf } from '../automations/describe-uses.ts'
import { agentActions, agentTemplates, churnInstructions } from './templates.ts'
import { AppError } from '../../kernel/errors.ts'
import type { ReadModels } from '../../kernel/read-models/read-models.ts'
import { type CommandContext, defineCommand } from '../../kernel/operations/command.ts'
import { changeListed } from '../../kernel/operations/change-listed.ts'
import { createdId } from '../../kernel/operations/created-id.ts'

const recent = 10

/** `GET /api/agent-templates`. */
export const listAgentTemplates = defineCommand('listAgentTemplates', async () => ({
  data: { templates: agentTemplates },
}))

/** `GET /api/agent-actions`. */
export const listAgentActions = defineCommand('listAgentActions', async () => ({
  data: { actions: agentActions },
}))

/** `GET /api/agents`: in the order in which they were made. */
export const listAgents = defineCommand('listAgents', async (_input, context) => {
  const { workspace } = context
  const agents = await agentsOf(workspace).read()
  if (agents.length === 0) return { data: { agents: [] } }
  const reads = await context.fresh()
  const summarised = await summarise(reads, agents, context)
  return { data: { agents: summarised.map(({ summary }) => summary) } }
})

/** `POST /api/agents`: disabled, until somebody enables it. */
export const createAgent = defineCommand('createAgent', async ({ body }, context) => {
  const id = createdId(context, await agentsOf(context.workspace).read())
  const created = newAgent(id, body, context)
  const agent = await updateAgents(context, created.id, (all) => {
    if (all.some((made) => made.id === id)) return
    if (all.length >= limits.agents.perOrganization)
      throw new AppError('CONFLICT', `There are ${all.length} agents already: change one of them`)
    const made = created.template && all.find(({ template }) => template === created.template)
    if (made)
      throw new AppError('CONFLICT', `${made.displayName} (${made.id}) was made from this template already`)
    all.push(created)
  })
  return { data: { agent } }
})

/** `GET /api/agents/{id}`. */
export const getAgent = defineCommand('getAgent', async ({ params: { id } }, context) => {
  const { workspace } = context
  const found = findAgent(await agentsOf(workspace).read(), id)
  const reads = await context.fresh()
  const [[agent], { items }] = await Promise.all([
    summarise(reads, [found], context),
    reads.listAgentRuns({ agentId: found.id, limit: recent, after: null }),
  ])
  const deliveries = await readOutputDeliveries(reads, items)
  const runs = items.map((run, index) => summaryFor(context, toRunSummary(run, deliveries[index]!)))
  return {
    data: { agent: toAgentDetail(agent!, found, runs) },
    resources: [resourceOf(found.id)],
  }
})

/** `PATCH /api/agents/{id}`: what runs goes on as it was begun. */
export const updateAgent = defineCommand('updateAgent', async ({ params: { id }, body }, context) => {
  requireActions(body.actionKeys)
  const { displayName, instructions, actionKeys } = body
  const agent = await updateAgents(context, id, (all) => {
    const found = findAgent(all, id)
    if (displayName !== undefined) found.displayName = displayName
    if (instructions !== undefined) found.instructions = instructions
    if (actionKeys !== undefined) found.actionKeys = [...new Set(actionKeys)]
  })
  return { data: { agent } }
})

/** `POST /api/agents/{id}/rename`. */
export const renameAgent = defineCommand('renameAgent', async ({ params: { id }, body }, context) => ({
  data: {
    agent: await updateAgents(context, id, (all) => (findAgent(all, id).displayName = body.displayName)),
  },
}))

/** `POST /api/agents/{id}/enable`: runs nothing by itself. */
export const enableAgent = defineCommand('enableAgent', async ({ params: { id } }, context) => ({
  data: { agent: await updateAgents(context, id, (all) => (findAgent(all, id).enabled = true)) },
}))

/** `POST /api/agents/{id}/disable`: it runs from no automation any more. */
export const disableAgent = defineCommand('disableAgent', async ({ params: { id } }, context) => ({
  data: { agent: await updateAgents(context, id, (all) => (findAgent(all, id).enabled = false)) },
}))

function newAgent(id: string, body: CreateAgentBody, { clock }: CommandContext): StoredAgent {
  const now = new Date(clock()).toISOString()
  const made = { id, enabled: false, createdAt: now, updatedAt: now }
  if (body.type === 'template') {
    const template = agentTemplates.find(({ key }) => key === body.templateKey)!
    return {
      ...made,
      agentKey: template.key,
      displayName: template.name,
      template: body.templateKey,
      templateVersion: template.version,
      instructions: churnInstructions,
      maxItemsToSurface: limits.agents.itemsDefault,
      actionKeys: [],
    }
  }
  requireActions(body.actionKeys)
  return {
    ...made,
    agentKey: `custom:${made.id}`,
    displayName: body.displayName,
    template: null,
    templateVersion: null,
    instructions: body.instructions,
    maxItemsToSurface: body.maxItemsToSurface ?? limits.agents.itemsDefault,
    actionKeys: [...new Set(body.actionKeys ?? [])],
  }
}

function requireActions(keys: readonly string[] = []): void {
  const issues = keys.flatMap((key, index) =>
    agentActions.some((action) => action.key === key)
      ? []
      : [
          {
            path: ['actionKeys', index],
            message: `names no action: take one of ${agentActions.map((action) => action.key).join(', ')}`,
          },
        ],
  )
  if (issues.length > 0) throw new AppError('INVALID_REQUEST', 'There is no such action', { issues })
}

/** Changes the agents, with an audit entry of the one of that id, and tells how it stands then. */
async function updateAgents(
  context: CommandContext,
  id: string,
  change: (all: StoredAgent[]) => void,
): Promise<AgentSummary> {
  const changed = await changeListed(context, agentsOf(context.workspace), {
    resource: resourceOf(id.toLowerCase()),
    change,
    hashOf: agentHashOf,
    auditOf: (agent) => agent,
  })
  const reads = await context.fresh()
  return (await summarise(reads, [changed], context))[0]!.summary
}

async function summarise(
  reads: ReadModels,
  agents: readonly StoredAgent[],
  context: CommandContext,
): Promise<{ summary: AgentSummary; uses: AgentUses }[]> {
  const last = new Map((await reads.listLastAgentRuns()).map((run) => [run.agentId, run]))
  return Promise.all(
    agents.map(async (agent) => {
      const uses = await describeUsesOf(agent.id, reads, context)
      return { uses, summary: toAgentSummary(agent, uses, last.get(agent.id)) }
    }),
  )
}

function resourceOf(id: string) {
  return { type: 'agent', id }
}
