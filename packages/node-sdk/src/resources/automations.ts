import type { CreateAutomationBody, RunsQuery, UpdateAutomationBody } from '@customer-intel/contract'
import type { RequestOptions } from '../client/options.ts'
import { Resource } from './resource.ts'

/** Automations: a trigger, an agent that works on what it found, and destinations for the result. */
export class AutomationsResource extends Resource {
  /** What an automation can be made of: triggers, cadences, the schemas of its policies. */
  options(options?: RequestOptions) {
    return this.request('getAutomationOptions', {}, options)
  }

  /** Every automation that is not archived. */
  list(options?: RequestOptions) {
    return this.requestList('listAutomations', {}, (data) => data.automations, options)
  }

  /** Makes an automation; enabled unless it says otherwise. */
  create(body: CreateAutomationBody, options?: RequestOptions) {
    return this.request('createAutomation', { body }, options)
  }

  get(id: string, options?: RequestOptions) {
    return this.request('getAutomation', { params: { id } }, options)
  }

  /** Replaces an automation: the body is a whole one. */
  update(id: string, body: UpdateAutomationBody, options?: RequestOptions) {
    return this.request('updateAutomation', { params: { id }, body }, options)
  }

  enable(id: string, options?: RequestOptions) {
    return this.request('enableAutomation', { params: { id } }, options)
  }

  /** Keeps it from starting again. Runs under way go on. */
  disable(id: string, options?: RequestOptions) {
    return this.request('disableAutomation', { params: { id } }, options)
  }

  /** Disables it and takes it from the lists, for good. */
  archive(id: string, options?: RequestOptions) {
    return this.request('archiveAutomation', { params: { id } }, options)
  }

  /** The runs of an automation, newest first. */
  listRuns(automationId: string, query: RunsQuery = {}, options?: RequestOptions) {
    const input = { params: { automationId }, query }
    return this.requestList('listAutomationRuns', input, (data) => data.runs, options)
  }

  getRun(automationId: string, runId: string, options?: RequestOptions) {
    return this.request('getAutomationRun', { params: { automationId, runId } }, options)
  }
}
