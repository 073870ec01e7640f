import * as v from 'valibot'
import { strictObject } from '../objects.ts'
import { limits } from '../limits.ts'
import { PaginationSchema } from '../pagination.ts'
import { text } from '../scalars.ts'
import { AgentRunDetailSchema, AgentRunStatusSchema, AgentRunSummarySchema } from './agent-run-types.ts'
import {
  AgentActionSchema,
  AgentDetailSchema,
  AgentSummarySchema,
  AgentTemplateSchema,
  CreateAgentBodySchema,
  RenameAgentBodySchema,
  UpdateAgentBodySchema,
} from './agent-types.ts'
import { commandRoute, defineRoutes } from './definition.ts'
import { IdParamsSchema, IdSchema } from './params.ts'
import { RunsQuerySchema } from './run-types.ts'

export type * from './agent-run-evidence.ts'
export * from './agent-run-types.ts'
export * from './agent-types.ts'

export const StartAgentRunBodySchema = v.optional(
  strictObject({
    /**
     * Names this start for good: sent again, it starts nothing new. 1 to 191 characters.
     * @example "monday"
     */
    clientRequestId: v.optional(text(limits.agents.clientRequestIdLength, 1)),
  }),
  {},
)

/** A run that was started. */
export const StartedAgentRunSchema = v.object({
  /** Its current state. */
  run: AgentRunSummarySchema,
  /** Names the run. */
  agentRunId: v.string(),
  /** The public id of the run: the same. */
  runId: v.string(),
  /** Runs have no sandbox here: false. */
  startedSandbox: v.boolean(),
  /** Its current status; it is executed in the background. */
  status: AgentRunStatusSchema,
  /** Why it could not be started. */
  startupError: v.optional(
    v.object({
      /** For programs. */
      code: v.optional(v.string()),
      /** For people. */
      message: v.string(),
      /** Whether it may be retried. */
      retryable: v.optional(v.boolean()),
    }),
  ),
})

const AgentDataSchema = v.object({ agent: AgentSummarySchema })

const ReadRoute = { method: 'GET', tag: 'agents', grant: 'agents:read', idempotent: true } as const
const WriteRoute = { tag: 'agents', grant: 'agents:write' } as const

export const AgentIdParamsSchema = v.object({
  /**
   * Names the agent.
   * @example "6f1c2b34-5d6e-8f70-8192-a3b4c5d6e7f8"
   */
  agentId: IdSchema,
})

export const AgentRunParamsSchema = v.object({
  /**
   * Names the agent.
   * @example "6f1c2b34-5d6e-8f70-8192-a3b4c5d6e7f8"
   */
  agentId: IdSchema,
  /**
   * The run's id, or its public run id.
   * @example "9dc8b2d2-c13c-8b4b-8822-5a693b6e326d"
   */
  runId: IdSchema,
})

export const agentRoutes = defineRoutes({
  listAgentTemplates: commandRoute({
    ...ReadRoute,
    path: '/api/agent-templates',
    sdk: 'agents.listTemplates',
    svc: { path: ['agents', 'templates'] },
    summary: 'List templates of agents',
    commandId: 'agent.listTemplates',
    operationId: 'agent.templates.list',
    data: v.object({ templates: v.array(AgentTemplateSchema) }),
    failures: [500],
  }),
  listAgentActions: commandRoute({
    ...ReadRoute,
    path: '/api/agent-actions',
    sdk: 'agents.listActions',
    svc: { path: ['agents', 'actions'] },
    summary: 'List what agents may be allowed to do',
    commandId: 'agent.listAvailableActions',
    operationId: 'agent.availableActions.list',
    data: v.object({ actions: v.array(AgentActionSchema) }),
    failures: [500],
  }),
  listAgents: commandRoute({
    ...ReadRoute,
    path: '/api/agents',
    sdk: 'agents.list',
    svc: { path: ['agents', 'list'] },
    summary: 'List agents',
    commandId: 'agent.list',
    data: v.object({ agents: v.array(AgentSummarySchema) }),
    failures: [500],
  }),
  createAgent: commandRoute({
    ...WriteRoute,
    method: 'POST',
    path: '/api/agents',
    sdk: 'agents.create',
    svc: {
      path: ['agents', 'create'],
      flags: { templateKey: 'template' },
      implied: { templateKey: { type: 'template' } },
    },
    summary: 'Create an agent',
    commandId: 'agent.create',
    body: CreateAgentBodySchema,
    data: AgentDataSchema,
    failures: [409, 500],
    idempotent: false,
  }),
  getAgent: commandRoute({
    ...ReadRoute,
    path: '/api/agents/{id}',
    sdk: 'agents.get',
    svc: { path: ['agents', 'get'], arguments: ['id'] },
    summary: 'Get an agent',
    commandId: 'agent.get',
    params: IdParamsSchema,
    data: v.object({ agent: AgentDetailSchema }),
    failures: [404, 500],
  }),
  updateAgent: commandRoute({
    ...WriteRoute,
    method: 'PATCH',
    path: '/api/agents/{id}',
    sdk: 'agents.update',
    svc: {
      path: ['agents', 'update'],
      arguments: ['id'],
      switches: { clearActionKeys: { field: 'actionKeys', value: [], brief: 'Takes all actions away' } },
    },
    summary: 'Update an agent',
    commandId: 'agent.update',
    params: IdParamsSchema,
    body: UpdateAgentBodySchema,
    data: AgentDataSchema,
    failures: [404, 409, 500],
    idempotent: true,
  }),
  enableAgent: commandRoute({
    ...WriteRoute,
    method: 'POST',
    path: '/api/agents/{id}/enable',
    sdk: 'agents.enable',
    svc: { path: ['agents', 'enable'], arguments: ['id'] },
    summary: 'Enable an agent',
    commandId: 'agent.enable',
    params: IdParamsSchema,
    data: AgentDataSchema,
    failures: [404, 409, 500],
    idempotent: true,
  }),
  disableAgent: commandRoute({
    ...WriteRoute,
    method: 'POST',
    path: '/api/agents/{id}/disable',
    sdk: 'agents.disable',
    svc: { path: ['agents', 'disable'], arguments: ['id'] },
    summary: 'Disable an agent',
    commandId: 'agent.disable',
    params: IdParamsSchema,
    data: AgentDataSchema,
    failures: [404, 409, 500],
    idempotent: true,
  }),
  renameAgent: commandRoute({
    ...WriteRoute,
    method: 'POST',
    path: '/api/agents/{id}/rename',
    sdk: 'agents.rename',
    svc: { path: ['agents', 'rename'], arguments: ['id', 'displayName'] },
    summary: 'Rename an agent',
    commandId: 'agent.rename',
    params: IdParamsSchema,
    body: RenameAgentBodySchema,
    data: AgentDataSchema,
    failures: [404, 409, 500],
    idempotent: true,
  }),
  listAgentRuns: commandRoute({
    ...ReadRoute,
    path: '/api/agents/{agentId}/runs',
    sdk: 'agents.listRuns',
    svc: { path: ['agents', 'runs', 'list'], arguments: ['agentId'] },
    summary: 'List an agent’s runs, newest first',
    commandId: 'agent.run.list',
    params: AgentIdParamsSchema,
    query: RunsQuerySchema,
    data: v.object({ runs: v.array(AgentRunSummarySchema), pagination: PaginationSchema }),
    failures: [400, 404, 500],
  }),
  startAgentRun: commandRoute({
    ...WriteRoute,
    method: 'POST',
    path: '/api/agents/{agentId}/runs',
    sdk: 'agents.startRun',
    svc: { path: ['agents', 'runs', 'start'], arguments: ['agentId'] },
    summary: 'Start a run of an agent',
    commandId: 'agent.run.start',
    params: AgentIdParamsSchema,
    body: StartAgentRunBodySchema,
    data: StartedAgentRunSchema,
    failures: [404, 409, 500],
    idempotent: false,
  }),
  getAgentRun: commandRoute({
    ...ReadRoute,
    path: '/api/agents/{agentId}/runs/{runId}',
    sdk: 'agents.getRun',
    svc: { path: ['agents', 'runs', 'get'], arguments: ['agentId', 'runId'] },
    summary: 'Get a run of an agent',
    commandId: 'agent.run.get',
    params: AgentRunParamsSchema,
    data: v.object({ run: AgentRunDetailSchema }),
    failures: [404, 500],
  }),
})
