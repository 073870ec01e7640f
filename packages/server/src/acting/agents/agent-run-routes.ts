import { findAgent, agentsOf } from './agents.ts'
import { askForRun } from './ask-for-run.ts'
import { toRunDetail, toRunSummary } from './describe-run.ts'
import { readOutputDeliveries } from './output-delivery.ts'
import { detailFor, summaryFor } from './run-for-caller.ts'
import { openPage } from '../../kernel/operations/page.ts'
import { AppError } from '../../kernel/errors.ts'
import { defineCommand } from '../../kernel/operations/command.ts'

/** `GET /api/agents/{agentId}/runs`: the newest first. */
export const listAgentRuns = defineCommand('listAgentRuns', async ({ params, query }, context) => {
  const { workspace } = context
  const { id: agentId } = findAgent(await agentsOf(workspace).read(), params.agentId)
  const question = { ...query, agentId }
  const { limit, after, close } = openPage('listAgentRuns', question, workspace)
  const reads = await context.fresh()
  const page = await reads.listAgentRuns({ agentId, limit, after })
  const deliveries = await readOutputDeliveries(reads, page.items)
  return {
    data: {
      runs: page.items.map((run, index) => summaryFor(context, toRunSummary(run, deliveries[index]!))),
      pagination: close(page),
    },
  }
})

/** `POST /api/agents/{agentId}/runs`: begun in the background; a disabled agent may be tried so too. */
export const startAgentRun = defineCommand('startAgentRun', async ({ params, body }, context) => {
  const agent = findAgent(await agentsOf(context.workspace).read(), params.agentId)
  const run = await askForRun(agent, body ?? {}, context)
  const [delivery] = await readOutputDeliveries(context.workspace.readModels, [run])
  return {
    data: {
      run: summaryFor(context, toRunSummary(run, delivery!)),
      agentRunId: run.runId,
      runId: run.runId,
      startedSandbox: false,
      status: run.status,
    },
    resources: [{ type: 'agent', id: agent.id }],
  }
})

/** `GET /api/agents/{agentId}/runs/{runId}`. */
export const getAgentRun = defineCommand('getAgentRun', async ({ params }, context) => {
  const { workspace } = context
  const agent = findAgent(await agentsOf(workspace).read(), params.agentId)
  const reads = await context.fresh()
  const run = await reads.findAgentRun(params.runId.toLowerCase())
  if (run === null || run.agentId !== agent.id)
    throw new AppError('NOT_FOUND', `There is no run ${params.runId} of this agent`)
  const [delivery] = await readOutputDeliveries(reads, [run])
  return {
    data: { run: detailFor(context, toRunDetail(run, delivery!)) },
    resources: [{ type: 'agent', id: agent.id }],
  }
})
