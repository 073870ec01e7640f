import type {
  CreateAgentBody,
  RenameAgentBody,
  RunsQuery,
  StartAgentRunBody,
  UpdateAgentBody,
} from '@customer-intel/contract'
import type { RequestOptions } from '../client/options.ts'
import { Resource } from './resource.ts'

/** Agents: who works on what a signal or a schedule brings up. */
export class AgentsResource extends Resource {
  /** Templates that an agent can be made from. */
  listTemplates(options?: RequestOptions) {
    return this.requestList('listAgentTemplates', {}, (data) => data.templates, options)
  }

  /** What an agent may be allowed to do. */
  listActions(options?: RequestOptions) {
    return this.requestList('listAgentActions', {}, (data) => data.actions, options)
  }

  list(options?: RequestOptions) {
    return this.requestList('listAgents', {}, (data) => data.agents, options)
  }

  /** Makes a draft: it is enabled, scheduled and given destinations separately. */
  create(body: CreateAgentBody, options?: RequestOptions) {
    return this.request('createAgent', { body }, options)
  }

  get(id: string, options?: RequestOptions) {
    return this.request('getAgent', { params: { id } }, options)
  }

  /** Changes the fields that are given, at least one. */
  update(id: string, body: UpdateAgentBody, options?: RequestOptions) {
    return this.request('updateAgent', { params: { id }, body }, options)
  }

  /** Lets it run. Starts nothing by itself. */
  enable(id: string, options?: RequestOptions) {
    return this.request('enableAgent', { params: { id } }, options)
  }

  disable(id: string, options?: RequestOptions) {
    return this.request('disableAgent', { params: { id } }, options)
  }

  rename(id: string, body: RenameAgentBody, options?: RequestOptions) {
    return this.request('renameAgent', { params: { id }, body }, options)
  }

  /** The runs of an agent, newest first. */
  listRuns(agentId: string, query: RunsQuery = {}, options?: RequestOptions) {
    const input = { params: { agentId }, query }
    return this.requestList('listAgentRuns', input, (data) => data.runs, options)
  }

  /**
   * Starts a run.
   *
   * @throws ConflictError while another run is under way.
   */
  startRun(agentId: string, body: StartAgentRunBody = {}, options?: RequestOptions) {
    return this.request('startAgentRun', { params: { agentId }, body }, options)
  }

  /** One run, with its candidates, tool calls and outputs. */
  getRun(agentId: string, runId: string, options?: RequestOptions) {
    return this.request('getAgentRun', { params: { agentId, runId } }, options)
  }
}
