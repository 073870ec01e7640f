import type {
  CreateAgentBody,
  RenameAgentBody,
  RunsQuery,
  StartAgentRunBody,
  UpdateAgentBody,
} from '@customer-intel/contract'
import type { RequestOptions } from '../client/options.ts'
import { callList, callRoute } from '../client/request.ts'
import type { Send } from '../client/transport.ts'

/** Agents: who works on what a signal or a schedule brings up. */
export class AgentsResource {
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  /** Templates that an agent can be made from. */
  listTemplates(options?: RequestOptions) {
    return callList(this.#send, 'listAgentTemplates', {}, { items: (data) => data.templates, options })
  }

  /** What an agent may be allowed to do. */
  listActions(options?: RequestOptions) {
    return callList(this.#send, 'listAgentActions', {}, { items: (data) => data.actions, options })
  }

  list(options?: RequestOptions) {
    return callList(this.#send, 'listAgents', {}, { items: (data) => data.agents, options })
  }

  /** Makes a draft: it is enabled, scheduled and given destinations separately. */
  create(body: CreateAgentBody, options?: RequestOptions) {
    return callRoute(this.#send, 'createAgent', { body }, options)
  }

  get(id: string, options?: RequestOptions) {
    return callRoute(this.#send, 'getAgent', { params: { id } }, options)
  }

  /** Changes the fields that are given, at least one. */
  update(id: string, body: UpdateAgentBody, options?: RequestOptions) {
    return callRoute(this.#send, 'updateAgent', { params: { id }, body }, options)
  }

  /** Lets it run. Starts nothing by itself. */
  enable(id: string, options?: RequestOptions) {
    return callRoute(this.#send, 'enableAgent', { params: { id } }, options)
  }

  disable(id: string, options?: RequestOptions) {
    return callRoute(this.#send, 'disableAgent', { params: { id } }, options)
  }

  rename(id: string, body: RenameAgentBody, options?: RequestOptions) {
    return callRoute(this.#send, 'renameAgent', { params: { id }, body }, options)
  }

  /** The runs of an agent, newest first. */
  listRuns(agentId: string, query: RunsQuery = {}, options?: RequestOptions) {
    const input = { params: { agentId }, query }
    return callList(this.#send, 'listAgentRuns', input, { items: (data) => data.runs, options })
  }

  /**
   * Starts a run.
   *
   * @throws ConflictError while another run is under way.
   */
  startRun(agentId: string, body: StartAgentRunBody = {}, options?: RequestOptions) {
    return callRoute(this.#send, 'startAgentRun', { params: { agentId }, body }, options)
  }

  /** One run, with its candidates, tool calls and outputs. */
  getRun(agentId: string, runId: string, options?: RequestOptions) {
    return callRoute(this.#send, 'getAgentRun', { params: { agentId, runId } }, options)
  }
}
