import type { CreateAutomationBody, RunsQuery, UpdateAutomationBody } from '@customer-intel/contract'
import type { RequestOptions } from '../client/options.ts'
import { callList, callRoute } from '../client/request.ts'
import type { Send } from '../client/transport.ts'

/** Automations: a trigger, an agent that works on what it found, and destinations for the result. */
export class AutomationsResource {
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  /** What an automation can be made of: triggers, cadences, the schemas of its policies. */
  options(options?: RequestOptions) {
    return callRoute(this.#send, 'getAutomationOptions', {}, options)
  }

  /** Every automation that is not archived. */
  list(options?: RequestOptions) {
    return callList(this.#send, 'listAutomations', {}, { items: (data) => data.automations, options })
  }

  /** Makes an automation; enabled unless it says otherwise. */
  create(body: CreateAutomationBody, options?: RequestOptions) {
    return callRoute(this.#send, 'createAutomation', { body }, options)
  }

  get(id: string, options?: RequestOptions) {
    return callRoute(this.#send, 'getAutomation', { params: { id } }, options)
  }

  /** Replaces an automation: the body is a whole one. */
  update(id: string, body: UpdateAutomationBody, options?: RequestOptions) {
    return callRoute(this.#send, 'updateAutomation', { params: { id }, body }, options)
  }

  enable(id: string, options?: RequestOptions) {
    return callRoute(this.#send, 'enableAutomation', { params: { id } }, options)
  }

  /** Keeps it from starting again. Runs under way go on. */
  disable(id: string, options?: RequestOptions) {
    return callRoute(this.#send, 'disableAutomation', { params: { id } }, options)
  }

  /** Disables it and takes it from the lists, for good. */
  archive(id: string, options?: RequestOptions) {
    return callRoute(this.#send, 'archiveAutomation', { params: { id } }, options)
  }

  /** The runs of an automation, newest first. */
  listRuns(automationId: string, query: RunsQuery = {}, options?: RequestOptions) {
    const input = { params: { automationId }, query }
    return callList(this.#send, 'listAutomationRuns', input, { items: (data) => data.runs, options })
  }

  getRun(automationId: string, runId: string, options?: RequestOptions) {
    return callRoute(this.#send, 'getAutomationRun', { params: { automationId, runId } }, options)
  }
}
