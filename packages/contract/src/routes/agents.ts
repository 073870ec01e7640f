import * as v from 'valibot'
import { strictObject } from '../objects.ts'
import type { CommandSuccess } from '../command-envelope.ts'
import { limits } from '../limits.ts'
import { PaginationSchema, type Pagination } from '../pagination.ts'
import { text } from '../scalars.ts'
import {
  AgentRunDetailSchema,
  AgentRunStatusSchema,
  AgentRunSummarySchema,
  type AgentRunDetail,
  type AgentRunStatus,
  type AgentRunSummary,
} from './agent-run-types.ts'
import {
  AgentActionSchema,
  AgentDetailSchema,
  AgentSummarySchema,
  AgentTemplateSchema,
  CreateAgentBodySchema,
  RenameAgentBodySchema,
  UpdateAgentBodySchema,
  type AgentAction,
  type AgentDetail,
  type AgentSummary,
  type AgentTemplate,
  type CreateAgentBody,
  type RenameAgentBody,
  type UpdateAgentBody,
} from './agent-types.ts'
import { commandRoute, type NoInput, type RouteDefinition } from './definition.ts'
import { IdParamsSchema, IdSchema, type IdParams } from './params.ts'
import { RunsQuerySchema, type RunsQuery } from './run-types.ts'

export type * from './agent-run-evidence.ts'
export * from './agent-run-types.ts'
export * from './agent-types.ts'

export interface AgentIdParams {
  /**
   * Names the agent.
   * @example "6f1c2b34-5d6e-8f70-8192-a3b4c5d6e7f8"
   */
  agentId: string
}

export interface AgentRunParams extends AgentIdParams {
  /**
   * The run's id, or its public run id.
   * @example "9dc8b2d2-c13c-8b4b-8822-5a693b6e326d"
   */
  runId: string
}

export interface StartAgentRunBody {
  /**
   * Names this start for good: sent again, it starts nothing new. 1 to 191 characters.
   * @example "monday"
   */
  clientRequestId?: string
}

/** A run that was started. */
export interface StartedAgentRun {
  /** Its current state. */
  run: AgentRunSummary
  /** Names the run. */
  agentRunId: string
  /** The public id of the run: the same. */
  runId: string
  /** Runs have no sandbox here: false. */
  startedSandbox: boolean
  /** Its current status; it is executed in the background. */
  status: AgentRunStatus
  /** Why it could not be started. */
  startupError?: {
    /** For programs. */
    code?: string
    /** For people. */
    message: string
    /** Whether it may be retried. */
    retryable?: boolean
  }
}

export interface AgentRouteInputs {
  listAgentTemplates: NoInput
  listAgentActions: NoInput
  listAgents: NoInput
  createAgent: { body: CreateAgentBody }
  getAgent: { params: IdParams }
  updateAgent: { params: IdParams; body: UpdateAgentBody }
  enableAgent: { params: IdParams }
  disableAgent: { params: IdParams }
  renameAgent: { params: IdParams; body: RenameAgentBody }
  listAgentRuns: { params: AgentIdParams; query?: RunsQuery }
  startAgentRun: { params: AgentIdParams; body?: StartAgentRunBody }
  getAgentRun: { params: AgentRunParams }
}

export interface AgentRouteOutputs {
  listAgentTemplates: CommandSuccess<{ templates: AgentTemplate[] }>
  listAgentActions: CommandSuccess<{ actions: AgentAction[] }>
  listAgents: CommandSuccess<{ agents: AgentSummary[] }>
  createAgent: CommandSuccess<{ agent: AgentSummary }>
  getAgent: CommandSuccess<{ agent: AgentDetail }>
  updateAgent: CommandSuccess<{ agent: AgentSummary }>
  enableAgent: CommandSuccess<{ agent: AgentSummary }>
  disableAgent: CommandSuccess<{ agent: AgentSummary }>
  renameAgent: CommandSuccess<{ agent: AgentSummary }>
  listAgentRuns: CommandSuccess<{ runs: AgentRunSummary[]; pagination: Pagination }>
  startAgentRun: CommandSuccess<StartedAgentRun>
  getAgentRun: CommandSuccess<{ run: AgentRunDetail }>
}

export const StartAgentRunBodySchema = v.optional(
  strictObject({ clientRequestId: v.optional(text(limits.agents.clientRequestIdLength, 1)) }),
  {},
) satisfies v.GenericSchema<StartAgentRunBody | undefined>

export const StartedAgentRunSchema = v.object({
  run: AgentRunSummarySchema,
  agentRunId: v.string(),
  runId: v.string(),
  startedSandbox: v.boolean(),
  status: AgentRunStatusSchema,
  startupError: v.optional(
    v.object({
      code: v.optional(v.string()),
      message: v.string(),
      retryable: v.optional(v.boolean()),
    }),
  ),
}) satisfies v.GenericSchema<StartedAgentRun>

const AgentDataSchema = v.object({ agent: AgentSummarySchema })

const ReadRoute = { method: 'GET', tag: 'agents', grant: 'agents:read', idempotent: true } as const
const WriteRoute = { tag: 'agents', grant: 'agents:write' } as const

export const agentRoutes = {
  listAgentTemplates: commandRoute({
    ...ReadRoute,
    operation: 'listAgentTemplates',
    path: '/api/agent-templates',
    summary: 'List templates of agents',
    commandId: 'agent.listTemplates',
    operationId: 'agent.templates.list',
    data: v.object({ templates: v.array(AgentTemplateSchema) }),
    failures: [500],
  }),
  listAgentActions: commandRoute({
    ...ReadRoute,
    operation: 'listAgentActions',
    path: '/api/agent-actions',
    summary: 'List what agents may be allowed to do',
    commandId: 'agent.listAvailableActions',
    operationId: 'agent.availableActions.list',
    data: v.object({ actions: v.array(AgentActionSchema) }),
    failures: [500],
  }),
  listAgents: commandRoute({
    ...ReadRoute,
    operation: 'listAgents',
    path: '/api/agents',
    summary: 'List agents',
    commandId: 'agent.list',
    data: v.object({ agents: v.array(AgentSummarySchema) }),
    failures: [500],
  }),
  createAgent: commandRoute({
    ...WriteRoute,
    operation: 'createAgent',
    method: 'POST',
    path: '/api/agents',
    summary: 'Create an agent',
    commandId: 'agent.create',
    body: CreateAgentBodySchema,
    data: AgentDataSchema,
    failures: [409, 500],
    idempotent: false,
  }),
  getAgent: commandRoute({
    ...ReadRoute,
    operation: 'getAgent',
    path: '/api/agents/{id}',
    summary: 'Get an agent',
    commandId: 'agent.get',
    params: IdParamsSchema,
    data: v.object({ agent: AgentDetailSchema }),
    failures: [404, 500],
  }),
  updateAgent: commandRoute({
    ...WriteRoute,
    operation: 'updateAgent',
    method: 'PATCH',
    path: '/api/agents/{id}',
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
    operation: 'enableAgent',
    method: 'POST',
    path: '/api/agents/{id}/enable',
    summary: 'Enable an agent',
    commandId: 'agent.enable',
    params: IdParamsSchema,
    data: AgentDataSchema,
    failures: [404, 409, 500],
    idempotent: true,
  }),
  disableAgent: commandRoute({
    ...WriteRoute,
    operation: 'disableAgent',
    method: 'POST',
    path: '/api/agents/{id}/disable',
    summary: 'Disable an agent',
    commandId: 'agent.disable',
    params: IdParamsSchema,
    data: AgentDataSchema,
    failures: [404, 409, 500],
    idempotent: true,
  }),
  renameAgent: commandRoute({
    ...WriteRoute,
    operation: 'renameAgent',
    method: 'POST',
    path: '/api/agents/{id}/rename',
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
    operation: 'listAgentRuns',
    path: '/api/agents/{agentId}/runs',
    summary: 'List an agent’s runs, newest first',
    commandId: 'agent.run.list',
    params: v.object({ agentId: IdSchema }),
    query: RunsQuerySchema,
    data: v.object({ runs: v.array(AgentRunSummarySchema), pagination: PaginationSchema }),
    failures: [400, 404, 500],
  }),
  startAgentRun: commandRoute({
    ...WriteRoute,
    operation: 'startAgentRun',
    method: 'POST',
    path: '/api/agents/{agentId}/runs',
    summary: 'Start a run of an agent',
    commandId: 'agent.run.start',
    params: v.object({ agentId: IdSchema }),
    body: StartAgentRunBodySchema,
    data: StartedAgentRunSchema,
    failures: [404, 409, 500],
    idempotent: false,
  }),
  getAgentRun: commandRoute({
    ...ReadRoute,
    operation: 'getAgentRun',
    path: '/api/agents/{agentId}/runs/{runId}',
    summary: 'Get a run of an agent',
    commandId: 'agent.run.get',
    params: v.object({ agentId: IdSchema, runId: IdSchema }),
    data: v.object({ run: AgentRunDetailSchema }),
    failures: [404, 500],
  }),
} as const satisfies { [Name in keyof AgentRouteInputs]: RouteDefinition & { operation: Name } }
